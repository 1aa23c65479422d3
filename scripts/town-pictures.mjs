import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import postcss from 'postcss';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const FOLDER = path.join(root, 'generated', 'town');

const THEMES = ['dark', 'light'];
const TIMES = ['day', 'night'];

/** The program that renders the drawing; its style sheet is the other file of the bundle. */
const PROGRAM = `
  import { renderToStaticMarkup } from 'react-dom/server';
  import { Scene } from './components/town/scene/scene';
  module.exports = renderToStaticMarkup(<Scene />);
`;

/** The drawing as SVG, and the rules of its classes. */
function renderScene() {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    stdin: { contents: PROGRAM, resolveDir: root, loader: 'tsx' },
    outdir: FOLDER,
    write: false,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    jsx: 'automatic',
    minifyIdentifiers: true,
    minifyWhitespace: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const textOf = (ending) => outputFiles.find(({ path: name }) => name.endsWith(ending)).text;
  const module = { exports: {} };
  new Function('module', 'exports', 'require', textOf('.js'))(
    module,
    module.exports,
    createRequire(path.join(root, 'package.json')),
  );
  return { drawing: module.exports, rules: textOf('.css').trim() };
}

/** The variables that a rule declares, for each rule whose selectors pass. */
function variablesIn(file, passes) {
  const variables = {};
  postcss.parse(fs.readFileSync(path.join(root, file), 'utf8')).walkRules((rule) => {
    if (!rule.selectors.some(passes)) return;
    rule.walkDecls(/^--/, ({ prop, value }) => {
      variables[prop] = value;
    });
  });
  return variables;
}

/** The colours of the drawing, as declarations. */
function coloursOf(theme, time, rules) {
  const tokens = variablesIn(
    'components/ui/tokens.css',
    (selector) => selector === ':root' || selector.includes(`"${theme}"`),
  );
  const palette = variablesIn('components/town/palette.module.css', (selector) => selector === `.${time}`);
  const used = [...new Set(rules.match(/--[\w-]+/g))];
  return used
    .map((name) => {
      const [, token] = /^var\((--[\w-]+)\)$/.exec(palette[name] ?? '') ?? [];
      const value = token ? tokens[token] : (palette[name] ?? tokens[name]);
      if (value === undefined) throw new Error(`The drawing of the town uses ${name}, which has no value by ${time}.`);
      return `${name}:${value}`;
    })
    .join(';');
}

/** Lengths with many digits are a third of the file. */
const withoutDigits = (markup) =>
  markup.replace(/-?\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2))));

/**
 * Writes generated/town/<day or night>-<theme>.svg: the drawing of the town in its colours. As a picture it costs the page no
 * elements, and browsers keep it.
 */
export function generateTownPictures(folder = FOLDER) {
  const { drawing, rules } = renderScene();
  fs.mkdirSync(folder, { recursive: true });
  for (const theme of THEMES)
    for (const time of TIMES) {
      const style = `<style>:root{${coloursOf(theme, time, rules)}}${rules}</style>`;
      const picture = withoutDigits(drawing).replace(/^<svg[^>]*>/, (tag) => tag + style);
      fs.writeFileSync(path.join(folder, `${time}-${theme}.svg`), `${picture}\n`);
    }
}
