/** How long a cookie of an owner works after it was issued or renewed: thirty days. */
export const SESSION_MAX_AGE_S = 30 * 24 * 3600;
