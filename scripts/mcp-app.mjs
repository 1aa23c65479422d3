import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS, importBoards, pickIcons } from './embed.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** The document of MCP Apps that draws a board in a chat; lib/transport/mcp/apps.ts serves it. */
export const BOARD_DOCUMENT = path.join(root, 'dist', 'mcp-app', 'board.html');

/** The names of chess openings are 400 KB, and the board shows none. */
const leaveOutOpenings = {
  name: 'leave out openings',
  setup: (builder) =>
    builder.onLoad({ filter: /\/chess\/openings\.ts$/ }, () => ({
      contents: 'export const openings = undefined;',
    })),
};

/** `const Part = dynamic(() => import('./part').then((module) => module.Part))` */
const LATE_PART =
  /(export )?const (\w+) = dynamic\(\(\) => import\('([^']+)'\)\.then\(\(module\) => module\.(\w+)\)\);/g;

/** Parts that pages load later stand in the document: it loads nothing. */
const importLateParts = {
  name: 'import late parts',
  setup: (builder) =>
    builder.onLoad({ filter: /\/components\/boards\/(?:player-parts|chess\/board)\.tsx$/ }, async ({ path: file }) => ({
      contents: (await fs.readFile(file, 'utf8')).replaceAll(
        LATE_PART,
        "import { $4 as $2Part } from '$3'; $1const $2 = $2Part;",
      ),
      loader: 'tsx',
    })),
};

/** The style sheet without the tokens that neither it nor the script uses: the document shows a part of the product. */
function withoutUnusedTokens(css, script) {
  const shorter = css.replaceAll(/(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (declaration, name) =>
    css.includes(`var(${name}`) || script.includes(name) ? declaration : '',
  );
  return shorter.length === css.length ? css : withoutUnusedTokens(shorter, script);
}

/** Text inside of a script or style element cannot contain its end tag. */
const inside = (text, element) => text.trim().replaceAll(`</${element}`, `<\\/${element}`);

/**
 * Bundles the board into one HTML document that loads nothing: the default policy of a host allows inline scripts and styles,
 * and no connection.
 * @returns the sources that went into it
 */
export async function bundleBoardDocument(file = BOARD_DOCUMENT) {
  const { outputFiles, metafile } = await build({
    ...BUNDLE_OPTIONS,
    entryPoints: ['components/mcp-app/main.tsx'],
    outdir: path.dirname(file),
    write: false,
    charset: 'utf8',
    format: 'iife',
    loader: { '.woff2': 'empty' },
    plugins: [pickIcons, importBoards, importLateParts, leaveOutOpenings],
  });
  const textOf = (type) => outputFiles.find(({ path: name }) => name.endsWith(type))?.text ?? '';
  const script = textOf('.js');
  // Its text is in the fonts of the system: their fallbacks of the pages are not needed.
  const style = withoutUnusedTokens(textOf('.css').replaceAll(/@font-face\{[^}]*\}/g, ''), script);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(
    file,
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Botplay board</title>
<style>:root{--font-inter:system-ui;--font-geist-mono:ui-monospace}${inside(style, 'style')}</style>
</head>
<body>
<div id="board"></div>
<script>${inside(script, 'script')}</script>
</body>
</html>
`,
  );
  return Object.keys(metafile.inputs);
}
