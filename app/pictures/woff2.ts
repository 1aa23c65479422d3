import { brotliDecompressSync } from 'node:zlib';

/**
 * The parts of a WOFF 2 font that drawing needs. Its tables are one stream of Brotli, and the outlines are packed in a
 * way of their own. https://www.w3.org/TR/WOFF2/
 */
export interface PackedFont {
  /** A table as it stands; only those that are not packed in a way of their own. */
  table(name: string): Buffer;
  advance(index: number): number;
  glyph(index: number): PackedGlyph;
}

export interface Point {
  x: number;
  y: number;
  isOn: boolean;
}

/** `parts`: the component records of a composite glyph, as `glyf` has them. */
export type PackedGlyph = { contours: Point[][] } | { parts: Buffer };

/** Tables that have a number for a name; the other numbers do not occur in what we read. */
const NAMES =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'.split(
    ' ',
  );
const ANY_NAME = 63;
const HEADER = 48;
/** Of the transformed `glyf`: reserved, flags, glyphs, format, then the sizes of its streams. */
const GLYPHS_AT = 4;
const SIZES_AT = 8;

/** Reads a stream byte by byte. */
class Reader {
  constructor(
    readonly data: Buffer,
    public at = 0,
  ) {}

  byte(): number {
    return this.data.readUInt8(this.at++);
  }

  short(): number {
    this.at += 2;
    return this.data.readUInt16BE(this.at - 2);
  }

  /** UIntBase128: seven bits a byte, the highest first. */
  long(): number {
    let value = 0;
    for (;;) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if ((byte & 128) === 0) return value;
    }
  }

  /** 255UInt16: small numbers in one byte. */
  small(): number {
    const code = this.byte();
    if (code === 253) return this.short();
    if (code === 254) return 506 + this.byte();
    return code === 255 ? 253 + this.byte() : code;
  }
}

interface Table {
  data: Buffer;
  isTransformed: boolean;
}

/** Reads a font; collections are not known. */
export function readWoff2(file: Buffer): PackedFont {
  const tables = unpack(file);
  const needed = (name: string): Table => {
    const found = tables.get(name);
    if (!found) throw new Error(`The font has no table ${name}.`);
    return found;
  };
  const metrics = needed('hhea').data.readUInt16BE(34);
  const widths = needed('hmtx');
  const glyphs = readGlyphs(needed('glyf'));
  return {
    table: (name) => needed(name).data,
    advance(index) {
      const at = Math.min(index, metrics - 1);
      return widths.data.readUInt16BE(widths.isTransformed ? 1 + at * 2 : at * 4);
    },
    glyph: (index) => glyphs[index] ?? { contours: [] },
  };
}

function unpack(file: Buffer): Map<string, Table> {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('This is no WOFF 2 font.');
  const reader = new Reader(file, HEADER);
  const listed = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = reader.byte();
    const known = flags & ANY_NAME;
    const name = known === ANY_NAME ? file.toString('latin1', reader.at, reader.at + 4) : (NAMES[known] ?? '');
    if (known === ANY_NAME) reader.at += 4;
    const version = flags >> 6;
    const isTransformed = name === 'glyf' || name === 'loca' ? version !== 3 : version !== 0;
    const length = reader.long();
    return { name, isTransformed, length: isTransformed ? reader.long() : length };
  });
  const data = brotliDecompressSync(file.subarray(reader.at, reader.at + file.readUInt32BE(20)));
  let at = 0;
  return new Map(
    listed.map(({ name, isTransformed, length }) => {
      at += length;
      return [name, { data: data.subarray(at - length, at), isTransformed }] as const;
    }),
  );
}

function readGlyphs({ data, isTransformed }: Table): PackedGlyph[] {
  if (!isTransformed) throw new Error('The outlines of this font are not packed.');
  let at = SIZES_AT + 7 * 4;
  const [counts, points, flags, glyphs, parts] = Array.from({ length: 5 }, (_, index) => {
    at += data.readUInt32BE(SIZES_AT + index * 4);
    return new Reader(data, at - data.readUInt32BE(SIZES_AT + index * 4));
  }) as [Reader, Reader, Reader, Reader, Reader];
  return Array.from({ length: data.readUInt16BE(GLYPHS_AT) }, (): PackedGlyph => {
    const count = counts.short();
    if (count === 0) return { contours: [] };
    if (count === 0xffff) return { parts: readParts(parts, glyphs) };
    const sizes = Array.from({ length: count }, () => points.small());
    const contours = readContours(sizes, flags, glyphs);
    skipInstructions(glyphs);
    return { contours };
  });
}

/** How long they are stands beside the outline; they themselves are in a stream that nobody reads. */
const skipInstructions = (glyphs: Reader) => void glyphs.small();

function readContours(sizes: readonly number[], flags: Reader, glyphs: Reader): Point[][] {
  let [x, y] = [0, 0];
  return sizes.map((size) =>
    Array.from({ length: size }, () => {
      const flag = flags.byte();
      const [dx, dy] = readStep(flag & 127, glyphs);
      x += dx;
      y += dy;
      return { x, y, isOn: flag < 128 };
    }),
  );
}

/** From one point to the next: the flag says how many bytes it takes and how they are shared. */
function readStep(flag: number, from: Reader): [dx: number, dy: number] {
  const signed = (bits: number, value: number) => (bits & 1 ? value : -value);
  const first = from.byte();
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + first)];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + first), 0];
  if (flag < 84) {
    const rest = flag - 20;
    return [
      signed(flag, 1 + (rest & 0x30) + (first >> 4)),
      signed(flag >> 1, 1 + ((rest & 0x0c) << 2) + (first & 0x0f)),
    ];
  }
  const second = from.byte();
  if (flag < 120) {
    const rest = flag - 84;
    return [
      signed(flag, 1 + (Math.floor(rest / 12) << 8) + first),
      signed(flag >> 1, 1 + (((rest % 12) >> 2) << 8) + second),
    ];
  }
  const third = from.byte();
  if (flag < 124)
    return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 0x0f) << 8) + third)];
  return [signed(flag, (first << 8) + second), signed(flag >> 1, (third << 8) + from.byte())];
}

/** The records of a composite glyph, up to the last one. */
function readParts(from: Reader, glyphs: Reader): Buffer {
  const start = from.at;
  for (let hasInstructions = false; ; ) {
    const flags = from.short();
    const places = flags & 1 ? 4 : 2;
    const scale = flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    from.at += 2 + places + scale;
    hasInstructions ||= (flags & 0x100) !== 0;
    if (flags & 0x20) continue;
    if (hasInstructions) skipInstructions(glyphs);
    return from.data.subarray(start, from.at);
  }
}
