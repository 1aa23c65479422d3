import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const SOURCE = path.join(root, 'node_modules', '@fontsource-variable');
const TARGET = path.join(root, 'components', 'ui', 'fonts');

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
/** What English pages print beside ASCII. The ranges in fonts.ts are the same. */
const TEXT = `${ASCII}\u00a0±·½×–—‘’“”…−`;

/** The features that the design uses. */
const FEATURES = ['kern', 'calt', 'ccmp', 'tnum', 'cv05', 'cv11', 'ss03'];

/** The first part of a font: the characters that every page prints, in the weights of the design. */
async function write(source, name, text) {
  const font = await fs.readFile(path.join(SOURCE, source));
  const part = await subsetFont(font, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures: FEATURES,
  });
  await fs.writeFile(path.join(TARGET, name), part);
  console.log(`${name}: ${part.length} bytes`);
}

await fs.mkdir(TARGET, { recursive: true });
await write('inter/files/inter-latin-wght-normal.woff2', 'inter-ascii.woff2', TEXT);
await write('geist-mono/files/geist-mono-latin-wght-normal.woff2', 'geist-mono-ascii.woff2', TEXT);
