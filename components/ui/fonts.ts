import localFont from 'next/font/local';

/**
 * The characters that every English page prints (scripts/write-fonts.mjs), preloaded. Until they are there, a font
 * of the system with the same measures stands in their place (base.css), so that nothing moves when they come. The families of
 * @fontsource draw all other characters.
 */
const inter = localFont({
  src: './fonts/inter-ascii.woff2',
  weight: '100 900',
  display: 'swap',
  variable: '--font-inter',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+20-7E, U+A0, U+B1, U+B7, U+BD, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+2212',
    },
  ],
});

const geistMono = localFont({
  src: './fonts/geist-mono-ascii.woff2',
  weight: '100 900',
  display: 'swap',
  variable: '--font-geist-mono',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+20-7E, U+A0, U+B1, U+B7, U+BD, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+2212',
    },
  ],
});

/** The classes that declare the fonts' variables, for the root of the page. */
export const FONT_CLASSES = `${inter.variable} ${geistMono.variable}`;
