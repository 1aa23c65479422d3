import { z } from 'zod';

/** Checked as plain ASCII first and lowered after: the other way round, look-alikes fold into someone else's address. */
export const emailAddress = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase());
