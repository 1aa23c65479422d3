/**
 * When something left to the archive of the site, as the end of a sentence.
 * @param at ISO 8601; null while it is being moved
 */
export const describeArchived = (what: string, at: string | null): string =>
  at === null ? `${what} are being moved to the archive of this site.` : `${what} were archived on ${at.slice(0, 10)}.`;
