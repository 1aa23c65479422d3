import { type Font, pictureFont } from './font';

export interface Written {
  /** SVG path with its baseline at 0, y downwards, in units of the font: scale it by `scale`. */
  path: string;
  scale: number;
  /** In the units of `size`. */
  width: number;
}

/** Words as one shape. `size` is the height of the letters' square, `spacing` what stands between two of them. */
export function write(text: string, size: number, spacing = 0, font: Font = pictureFont()): Written {
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

/** A path of absolute commands and whole numbers, moved to the right and turned upside down for SVG. */
function shift(path: string, by: number): string {
  return path.replace(/(-?\d+) (-?\d+)/g, (_, x, y) => `${Math.round(Number(x) + by)} ${-Number(y)}`);
}

/** Whether the font can write every letter and figure of a text; what is no letter may be left out of it. */
export function isReadable(text: string, font: Font = pictureFont()): boolean {
  const letters = text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.length > 0 && letters.every((letter) => font.has(letter));
}

/** What the font can write of a text; what it cannot is left out. */
export function writable(text: string, font: Font = pictureFont()): string {
  return [...text.normalize('NFC')]
    .filter((character) => font.has(character))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The beginning of a text that fits, with an ellipsis where it was cut. */
export function cut(text: string, size: number, room: number): string {
  if (write(text, size).width <= room) return text;
  const characters = [...text];
  while (characters.length > 1 && write(`${characters.join('')}…`, size).width > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
