import path from 'node:path';
import * as fontkit from 'fontkit';

/** The font that Next includes, and the subsets of our pages' font for other characters. */
const MAIN = 'node_modules/next/dist/compiled/@vercel/og/Geist-Regular.ttf';
const OTHERS = ['latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'].map(
  (part) => `node_modules/@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`,
);

interface Glyph {
  /** SVG path of absolute commands and integers, in units of the font, y upwards. */
  path: string;
  advance: number;
}

/** The outlines of fonts, so that a picture needs no font. */
export interface Font {
  unitsPerEm: number;
  /** Whether the font has a character. */
  has(character: string): boolean;
  /** A missing character has the width of a space and no path. */
  glyph(character: string): Glyph;
}

/** Opened at run time, because the bundler would include the whole checkout. */
const open = (file: string) =>
  fontkit.openSync(path.join(/* turbopackIgnore: true */ process.cwd(), file)) as fontkit.Font;
const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** A glyph in the units of another font, rounded to integers. */
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

/** The main font has a few Greek letters as symbols only; they do not fit into words. */
const GREEK = /\p{Script=Greek}/u;

/** A font with fallback fonts for missing characters, scaled to its units. */
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
      const cachedGlyph = glyphs.get(character) ?? draw(character);
      glyphs.set(character, cachedGlyph);
      return cachedGlyph;
    },
  };
}

let font: Font | null = null;

/** The font of pictures: Latin, Greek and Cyrillic. Read once. */
export function pictureFont(): Font {
  font ??= together(open(MAIN), OTHERS.map(open));
  return font;
}
