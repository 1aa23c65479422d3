import path from 'node:path';
import * as fontkit from 'fontkit';

/** The font that Next brings for pictures, and the parts of our pages' own for what it cannot write. */
const MAIN = 'node_modules/next/dist/compiled/@vercel/og/Geist-Regular.ttf';
const OTHERS = ['latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map(
  (part) => `node_modules/@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`,
);

interface Glyph {
  /** SVG path of absolute commands and whole numbers, in units of the font, y upwards. */
  path: string;
  advance: number;
}

/** The outlines of fonts, so that words become shapes and need no font where they are drawn. */
export interface Font {
  unitsPerEm: number;
  /** Whether it can write a character. */
  has(character: string): boolean;
  /** What it cannot write has the width of a space and no shape. */
  glyph(character: string): Glyph;
}

/** Opened where the product runs; the bundler would take the whole checkout for a part of the page. */
const open = (file: string) =>
  fontkit.openSync(path.join(/* turbopackIgnore: true */ process.cwd(), file)) as fontkit.Font;
const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** A glyph in the units of another font, in whole numbers. */
function scaled({ path: outline, advanceWidth }: fontkit.Glyph, by: number): Glyph {
  const whole = (value: string) => String(Math.round(Number(value)));
  return {
    path: outline
      .scale(by)
      .toSVG()
      .replace(/-?[\d.]+/g, whole),
    advance: advanceWidth * by,
  };
}

/** Of Greek the main font has a few letters as symbols, and among words they look it. */
const GREEK = /\p{Script=Greek}/u;

/** One font whose missing characters come from others, each brought to its size. */
function together(main: fontkit.Font, others: readonly fontkit.Font[]): Font {
  const glyphs = new Map<string, Glyph>();
  const writerOf = (character: string): fontkit.Font | undefined => {
    const code = codeOf(character);
    const order = GREEK.test(character) ? [...others, main] : [main, ...others];
    return order.find((font) => font.hasGlyphForCodePoint(code));
  };
  const draw = (character: string): Glyph => {
    const writer = writerOf(character);
    if (!writer) return scaled(main.glyphForCodePoint(codeOf(' ')), 1);
    return scaled(writer.glyphForCodePoint(codeOf(character)), main.unitsPerEm / writer.unitsPerEm);
  };
  return {
    unitsPerEm: main.unitsPerEm,
    has: (character) => writerOf(character) !== undefined,
    glyph(character) {
      const known = glyphs.get(character) ?? draw(character);
      glyphs.set(character, known);
      return known;
    },
  };
}

let font: Font | null = null;

/** The font of our pictures, read once: Latin, Greek and Cyrillic. */
export function pictureFont(): Font {
  font ??= together(open(MAIN), OTHERS.map(open));
  return font;
}
