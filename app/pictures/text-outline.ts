import { type Font, pictureFont } from './font';

export interface TextOutline {
  /** SVG path with its baseline at 0, y downwards, in units of the font: scale it by `scale`. */
  path: string;
  scale: number;
  /** In the units of `size`. */
  width: number;
}

/** Text as one path. `size` is the font size, `spacing` the letter spacing. */
export function outlineText(text: string, size: number, spacing = 0, font: Font = pictureFont()): TextOutline {
  const scale = size / font.unitsPerEm;
  let x = 0;
  const parts = [...text].map((character) => {
    const { path, advance } = font.glyph(character);
    const placed = shift(path, x);
    x += advance + spacing / scale;
    return placed;
  });
  return { path: parts.join(''), scale, width: Math.max(0, x * scale - spacing) };
}

/** A path of absolute commands and integers, moved to the right, with y downwards as in SVG. */
function shift(path: string, by: number): string {
  return path.replace(/(-?\d+) (-?\d+)/g, (_, x, y) => `${Math.round(Number(x) + by)} ${-Number(y)}`);
}

/** Whether the font has every letter and digit of a text. */
export function isReadable(text: string, font: Font = pictureFont()): boolean {
  const letters = text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.length > 0 && letters.every((letter) => font.has(letter));
}

/** A text without the characters that the font does not have. */
export function removeMissing(text: string, font: Font = pictureFont()): string {
  return [...text.normalize('NFC')]
    .filter((character) => font.has(character))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Truncates a text to a width, with an ellipsis. */
export function truncateText(text: string, size: number, room: number): string {
  if (outlineText(text, size).width <= room) return text;
  const characters = [...text];
  while (characters.length > 1 && outlineText(`${characters.join('')}…`, size).width > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
