/** `white` → `White`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1 pawn`, `2 pawns`; `plural` is for words with another plural. */
export function formatCount(count: number, word: string, plural = `${word}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? word : plural}`;
}

/** A letter of a script that is written from right to left. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/**
 * A name in text that takes no `bdi`, such as a sentence, an option or a title: the words around a name that is written from
 * right to left keep their order (Unicode's first strong isolate). Other names stay as they are.
 */
export const isolateDirection = (name: string): string => (FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name);
