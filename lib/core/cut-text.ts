const FIRST_HALF_AT_END = /[\uD800-\uDBFF]$/;

/** The first characters of a text: at most `maxCharacters` UTF-16 units, and never half of a surrogate pair at the end. */
export function cutText(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : text.slice(0, maxCharacters).replace(FIRST_HALF_AT_END, '');
}

/** A text that is shorter than another one by an ellipsis at its end: at most `maxCharacters` UTF-16 units. */
export function shortenText(text: string, maxCharacters: number): string {
  return text.length > maxCharacters ? `${cutText(text, maxCharacters - 1)}…` : text;
}
