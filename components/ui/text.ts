/** `white` → `White`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1 pawn`, `2 pawns`; `plural` is for words with another plural. */
export function formatCount(count: number, word: string, plural = `${word}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? word : plural}`;
}
