import fs from 'node:fs/promises';
import path from 'node:path';
import postcss, { type Declaration } from 'postcss';
import { describe, expect, test } from 'vitest';

/** The one file with literal colours, fonts and text sizes. */
const TOKENS = 'components/ui/tokens.css';
/** Drawings of boards: a size is in the units of the drawing, which is as large as its place. */
const DRAWING = /^components\/boards\/[a-z_]+\//;

const COLOUR =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(?:white|black|red|green|blue|gr[ae]y)(?![\w-])/i;

/** What a declaration must not say outside of tokens.css; null if it is right. */
function faultOf({ prop, value, parent }: Declaration, file: string): string | null {
  const isFontFace = parent?.type === 'atrule';
  if (prop === 'font-size' && !DRAWING.test(file) && /\d(?:px|rem|pt)\b/.test(value)) return 'a literal text size';
  if (prop === 'font-family' && !isFontFace && !/^(?:var\(--font-[a-z]+\)|inherit)$/.test(value))
    return 'a literal font';
  if (prop === 'font' && value !== 'inherit') return 'a literal font';
  const plain = value.replace(/var\([^()]*\)|url\([^()]*\)|"[^"]*"/g, '');
  if (!isFontFace && COLOUR.test(plain)) return 'a literal colour';
  return null;
}

async function readStyleSheets(): Promise<{ file: string; text: string }[]> {
  const folders = ['app', 'components'];
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await fs.readdir(folder, { recursive: true })).map((name) => path.join(folder, name)),
    ),
  );
  const files = names.flat().filter((file) => file.endsWith('.css') && file !== TOKENS);
  return Promise.all(files.map(async (file) => ({ file, text: await fs.readFile(file, 'utf8') })));
}

describe('style sheets', () => {
  test('take colours, fonts and text sizes from tokens.css', async () => {
    const faults: string[] = [];
    for (const { file, text } of await readStyleSheets())
      postcss.parse(text).walkDecls((declaration) => {
        const fault = faultOf(declaration, file);
        if (fault)
          faults.push(`${file}:${declaration.source?.start?.line} ${fault}: ${declaration.prop}: ${declaration.value}`);
      });
    expect(faults).toEqual([]);
  });

  test('use no variable that is not declared', async () => {
    const sheets = [...(await readStyleSheets()), { file: TOKENS, text: await fs.readFile(TOKENS, 'utf8') }];
    const sources = await Promise.all(
      ['app', 'components'].map(async (folder) => {
        const names = (await fs.readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
        return Promise.all(names.map((name) => fs.readFile(path.join(folder, name), 'utf8')));
      }),
    );
    const everything = [...sheets.map(({ text }) => text), ...sources.flat()].join('\n');
    const declared = new Set(Array.from(everything.matchAll(/(--[\w-]+)['"\]]*\s*:/g), ([, name]) => name));
    // The variables of next/font.
    for (const [, name] of everything.matchAll(/variable: '(--[\w-]+)'/g)) declared.add(name);
    const unknown = sheets.flatMap(({ file, text }) =>
      Array.from(text.matchAll(/var\((--[\w-]+)\s*\)/g), ([, name]) => name)
        .filter((name) => !declared.has(name))
        .map((name) => `${file} ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});
