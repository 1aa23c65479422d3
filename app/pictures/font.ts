import fs from 'node:fs';
import path from 'node:path';

/** The font that Next brings for pictures; the web fonts of our pages are packed in a way that only browsers read. */
const FILE = 'node_modules/next/dist/compiled/@vercel/og/Geist-Regular.ttf';

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
  const glyphs = new Map<number, Glyph>();
  const indexOf = characterMap(data, table('cmap'));
  const place = (index: number): [number, number] => {
    const at = table('loca') + index * (isLong ? 4 : 2);
    const [from, to] = isLong
      ? [data.readUInt32BE(at), data.readUInt32BE(at + 4)]
      : [data.readUInt16BE(at) * 2, data.readUInt16BE(at + 2) * 2];
    return [table('glyf') + from, to - from];
  };
  const read = (index: number): Glyph => {
    const advance = data.readUInt16BE(table('hmtx') + Math.min(index, metrics - 1) * 4);
    return { path: outline(data, index, place), advance };
  };
  return {
    unitsPerEm: data.readUInt16BE(head + 18),
    has: (character) => indexOf(character.codePointAt(0) ?? 0) !== 0,
    glyph(character) {
      const index = indexOf(character.codePointAt(0) ?? 0) || indexOf(32);
      const known = glyphs.get(index) ?? read(index);
      glyphs.set(index, known);
      return known;
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
interface Point {
  x: number;
  y: number;
  isOn: boolean;
}
/** How a part of a composite glyph lies in it. */
type Affine = [a: number, b: number, c: number, d: number, dx: number, dy: number];
const AS_IT_IS: Affine = [1, 0, 0, 1, 0, 0];

function outline(data: Buffer, index: number, place: Place): string {
  return contours(data, index, place, AS_IT_IS).map(contourPath).join('');
}

function contours(data: Buffer, index: number, place: Place, [a, b, c, d, dx, dy]: Affine): Point[][] {
  const [at, length] = place(index);
  if (length === 0) return [];
  const count = data.readInt16BE(at);
  const found = count < 0 ? composite(data, at + 10, place) : simple(data, at + 10, count);
  return found.map((contour) =>
    contour.map(({ x, y, isOn }) => ({ x: a * x + c * y + dx, y: b * x + d * y + dy, isOn })),
  );
}

function composite(data: Buffer, from: number, place: Place): Point[][] {
  const found: Point[][] = [];
  let at = from;
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
    found.push(...contours(data, index, place, affine));
    more = (flags & 0x20) !== 0;
  }
  return found;
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

/** The font of our pictures, read once. */
export function pictureFont(): Font {
  font ??= readFont(fs.readFileSync(path.join(process.cwd(), FILE)));
  return font;
}
