import fs from 'node:fs';
import path from 'node:path';
import { type Point, readWoff2 } from './woff2';

/** The font that Next brings for pictures, and the parts of our pages' own for what it cannot write. */
const FILE = 'node_modules/next/dist/compiled/@vercel/og/Geist-Regular.ttf';
const MORE = ['latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map(
  (part) => `node_modules/@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`,
);

interface Glyph {
  /** SVG path in units of the font, y upwards. */
  path: string;
  advance: number;
}

/** The outlines of a font, so that words become shapes and need no font where they are drawn. */
export interface Font {
  unitsPerEm: number;
  /** Whether it can write a character. */
  has(character: string): boolean;
  glyph(character: string): Glyph;
}

/** Reads a TrueType font. What it cannot write has the width of a space and no shape. */
export function readFont(data: Buffer): Font {
  const tables = new Map(
    Array.from({ length: data.readUInt16BE(4) }, (_, index) => {
      const at = 12 + index * 16;
      return [data.toString('latin1', at, at + 4), data.readUInt32BE(at + 8)] as const;
    }),
  );
  const table = (name: string): number => {
    const at = tables.get(name);
    if (at === undefined) throw new Error(`The font has no table ${name}.`);
    return at;
  };
  const head = table('head');
  const isLong = data.readInt16BE(head + 50) === 1;
  const metrics = data.readUInt16BE(table('hhea') + 34);
  const place: Place = (index) => {
    const at = table('loca') + index * (isLong ? 4 : 2);
    const [from, to] = isLong
      ? [data.readUInt32BE(at), data.readUInt32BE(at + 4)]
      : [data.readUInt16BE(at) * 2, data.readUInt16BE(at + 2) * 2];
    return [table('glyf') + from, to - from];
  };
  return fontOf({
    unitsPerEm: data.readUInt16BE(head + 18),
    indexOf: characterMap(data, table('cmap')),
    advance: (index) => data.readUInt16BE(table('hmtx') + Math.min(index, metrics - 1) * 4),
    raw: (index) => plainGlyph(data, place(index)),
  });
}

/** Reads a font as pages load it. */
export function readPackedFont(data: Buffer): Font {
  const { table, advance, glyph } = readWoff2(data);
  return fontOf({
    unitsPerEm: table('head').readUInt16BE(18),
    indexOf: characterMap(table('cmap'), 0),
    advance,
    raw: glyph,
  });
}

interface Parts {
  unitsPerEm: number;
  indexOf(code: number): number;
  advance(index: number): number;
  raw(index: number): RawGlyph;
}

function fontOf({ unitsPerEm, indexOf, advance, raw }: Parts): Font {
  const glyphs = new Map<number, Glyph>();
  return {
    unitsPerEm,
    has: (character) => indexOf(character.codePointAt(0) ?? 0) !== 0,
    glyph(character) {
      const index = indexOf(character.codePointAt(0) ?? 0) || indexOf(32);
      const known = glyphs.get(index) ?? { path: outline(index, raw), advance: advance(index) };
      glyphs.set(index, known);
      return known;
    },
  };
}

/** Of Greek the main font has a few letters as symbols, and among words they look it. */
const GREEK = /\p{Script=Greek}/u;

/** One font whose missing characters come from others, each brought to its size. */
function together(main: Font, others: readonly Font[]): Font {
  return {
    unitsPerEm: main.unitsPerEm,
    has: (character) => main.has(character) || others.some((other) => other.has(character)),
    glyph(character) {
      const isOwn = main.has(character) && !GREEK.test(character);
      const other = isOwn ? undefined : others.find((one) => one.has(character));
      if (!other) return main.glyph(character);
      const by = main.unitsPerEm / other.unitsPerEm;
      const { path, advance } = other.glyph(character);
      return { path: path.replace(/-?\d+/g, (value) => String(Math.round(Number(value) * by))), advance: advance * by };
    },
  };
}

/** Format 4 of the character map: segments of code points below 65,536; 0 is what the font does not have. */
function characterMap(data: Buffer, cmap: number): (code: number) => number {
  const subtables = Array.from({ length: data.readUInt16BE(cmap + 2) }, (_, index) =>
    data.readUInt32BE(cmap + 8 + index * 8),
  );
  const offset = subtables.find((at) => data.readUInt16BE(cmap + at) === 4);
  if (offset === undefined) throw new Error('The font has no character map of format 4.');
  const at = cmap + offset;
  const size = data.readUInt16BE(at + 6);
  const ends = at + 14;
  const starts = ends + size + 2;
  const deltas = starts + size;
  const ranges = deltas + size;
  return (code) => {
    for (let segment = 0; segment < size; segment += 2) {
      if (code > data.readUInt16BE(ends + segment)) continue;
      const start = data.readUInt16BE(starts + segment);
      if (code < start) return 0;
      const delta = data.readUInt16BE(deltas + segment);
      const range = data.readUInt16BE(ranges + segment);
      if (range === 0) return (code + delta) & 0xffff;
      const index = data.readUInt16BE(ranges + segment + range + (code - start) * 2);
      return index === 0 ? 0 : (index + delta) & 0xffff;
    }
    return 0;
  };
}

type Place = (index: number) => [at: number, length: number];
/** How a part of a composite glyph lies in it. */
type Affine = [a: number, b: number, c: number, d: number, dx: number, dy: number];
const AS_IT_IS: Affine = [1, 0, 0, 1, 0, 0];

/** A glyph as its font holds it: its own outline, or the records of the glyphs that it is made of. */
type RawGlyph = { contours: Point[][] } | { parts: Buffer };

function outline(index: number, raw: (index: number) => RawGlyph): string {
  return contours(index, raw, AS_IT_IS).map(contourPath).join('');
}

function contours(index: number, raw: (index: number) => RawGlyph, [a, b, c, d, dx, dy]: Affine): Point[][] {
  const glyph = raw(index);
  const found = 'parts' in glyph ? composite(glyph.parts, raw) : glyph.contours;
  return found.map((contour) =>
    contour.map(({ x, y, isOn }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, isOn })),
  );
}

function composite(data: Buffer, raw: (index: number) => RawGlyph): Point[][] {
  const found: Point[][] = [];
  let at = 0;
  for (let more = true; more; ) {
    const flags = data.readUInt16BE(at);
    const index = data.readUInt16BE(at + 2);
    const isWords = (flags & 1) !== 0;
    const dx = isWords ? data.readInt16BE(at + 4) : data.readInt8(at + 4);
    const dy = isWords ? data.readInt16BE(at + 6) : data.readInt8(at + 5);
    at += isWords ? 8 : 6;
    const scale = (offset: number) => data.readInt16BE(at + offset) / 16_384;
    let affine: Affine = [1, 0, 0, 1, dx, dy];
    if (flags & 8) {
      affine = [scale(0), 0, 0, scale(0), dx, dy];
      at += 2;
    } else if (flags & 0x40) {
      affine = [scale(0), 0, 0, scale(2), dx, dy];
      at += 4;
    } else if (flags & 0x80) {
      affine = [scale(0), scale(2), scale(4), scale(6), dx, dy];
      at += 8;
    }
    found.push(...contours(index, raw, affine));
    more = (flags & 0x20) !== 0;
  }
  return found;
}

/** The glyph of a TrueType font. */
function plainGlyph(data: Buffer, [at, length]: [at: number, length: number]): RawGlyph {
  if (length === 0) return { contours: [] };
  const count = data.readInt16BE(at);
  return count < 0 ? { parts: data.subarray(at + 10, at + length) } : { contours: simple(data, at + 10, count) };
}

function simple(data: Buffer, from: number, count: number): Point[][] {
  const ends = Array.from({ length: count }, (_, index) => data.readUInt16BE(from + index * 2));
  const total = (ends.at(-1) ?? -1) + 1;
  let at = from + count * 2;
  at += 2 + data.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = data.readUInt8(at++);
    const repeats = flag & 8 ? data.readUInt8(at++) : 0;
    for (let repeat = 0; repeat <= repeats; repeat++) flags.push(flag);
  }
  const axis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? data.readUInt8(at++) : -data.readUInt8(at++);
      else if (!(flag & same)) {
        value += data.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = axis(2, 16);
  const ys = axis(4, 32);
  const points = flags.map((flag, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, isOn: (flag & 1) !== 0 }));
  return ends.map((end, index) => points.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1));
}

const between = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
  isOn: true,
});

/** Quadratic curves; between two points off the curve lies one on it. */
function contourPath(contour: readonly Point[]): string {
  const whole = contour.flatMap((point, index) => {
    const next = contour[(index + 1) % contour.length] as Point;
    return point.isOn || next.isOn ? [point] : [point, between(point, next)];
  });
  const first = whole.findIndex((point) => point.isOn);
  const start = whole[first];
  if (!start) return '';
  const at = ({ x, y }: Point) => `${Math.round(x)} ${Math.round(y)}`;
  const rest = [...whole.slice(first + 1), ...whole.slice(0, first), start];
  const drawn = rest.map((point, index) => {
    if (!point.isOn) return '';
    const before = rest[index - 1];
    return before && !before.isOn ? `Q${at(before)} ${at(point)}` : `L${at(point)}`;
  });
  return `M${at(start)}${drawn.join('')}Z`;
}

let font: Font | null = null;

/** The font of our pictures, read once: Latin, Greek and Cyrillic. */
export function pictureFont(): Font {
  const read = (file: string) => fs.readFileSync(path.join(process.cwd(), file));
  font ??= together(
    readFont(read(FILE)),
    MORE.map((file) => readPackedFont(read(file))),
  );
  return font;
}
