/** Escapes the wildcards of LIKE and ILIKE, so that the text matches literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
