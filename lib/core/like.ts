/** Escapes the wildcards of LIKE and ILIKE, so that the text matches literally. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
