import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { compressFolder } from './compress.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Where the files of the embedded pages are; app/embed/files.ts serves them. */
export const EMBED_FOLDER = path.join(root, 'dist', 'embed');

/** Whether an output is a font that the first paint needs; the others load when a page prints their characters. */
const isFirstFont = ([file, { inputs }]) =>
  file.endsWith('.woff2') && Object.keys(inputs).every((source) => source.startsWith('components/ui/fonts/'));

/** Writes files.json, which names the files of this bundle, after each build. */
const listFiles = (folder) => ({
  name: 'list files',
  setup: (builder) =>
    builder.onEnd(async ({ metafile, errors }) => {
      if (errors.length > 0) return;
      const outputs = Object.entries(metafile.outputs);
      const [script, { cssBundle }] = outputs.find(([, { entryPoint }]) => entryPoint);
      const files = {
        script: path.basename(script),
        style: path.basename(cssBundle),
        fonts: outputs.filter(isFirstFont).map(([file]) => path.basename(file)),
      };
      await fs.writeFile(path.join(folder, 'files.json'), `${JSON.stringify(files, null, 2)}\n`);
    }),
});

const ICONS = '@tabler/icons-react';

/** Gives each source a module with only the icons that it imports: reading all 6,000 of the library takes seconds. */
export const pickIcons = {
  name: 'pick icons',
  setup: (builder) => {
    builder.onResolve({ filter: new RegExp(`^${ICONS}$`) }, ({ importer }) => ({ path: importer, namespace: 'icons' }));
    builder.onLoad({ filter: /./, namespace: 'icons' }, async ({ path: importer }) => {
      const source = await fs.readFile(importer, 'utf8');
      const [, names] = new RegExp(`import \\{([^}]+)\\} from '${ICONS}'`).exec(source);
      const lines = names
        .match(/\w+/g)
        .map((name) => `export { default as ${name} } from '${ICONS}/dist/esm/icons/${name}.mjs';`);
      return { contents: lines.join('\n'), resolveDir: root, watchFiles: [importer] };
    });
  },
};

const BROWSERS = ['chrome111', 'edge111', 'firefox111', 'safari16.4'];

/** Preact in place of React, and no Next. */
const PREACT = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'next/link': path.join(root, 'components', 'embed', 'link.tsx'),
  'next/dynamic': path.join(root, 'components', 'embed', 'dynamic.ts'),
};

/** What the bundles for browsers have in common. */
export const BUNDLE_OPTIONS = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  target: BROWSERS,
  alias: PREACT,
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/** Gives the bundle all boards in one piece: a page in a frame shows its board when the script has run. */
export const importBoards = {
  name: 'import boards',
  setup: (builder) =>
    builder.onLoad({ filter: /\/boards\/board-components\.tsx$/ }, () => ({
      contents: "export { ALL_BOARDS as BOARD_COMPONENTS } from './all-boards';",
      resolveDir: path.join(root, 'components', 'boards'),
    })),
};

/**
 * The bundle of the embedded pages: the boards with Preact in place of React, without Next. Names contain a hash of the
 * content. docs/decisions/0046-weight-of-pages.md
 */
async function openBundle(folder) {
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder, { recursive: true });
  return context({
    ...BUNDLE_OPTIONS,
    entryPoints: { embed: 'components/embed/main.tsx' },
    outdir: folder,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    format: 'esm',
    loader: { '.woff2': 'file' },
    plugins: [pickIcons, importBoards, listFiles(folder)],
  });
}

/**
 * Bundles the embedded pages and compresses them as far as brotli can.
 * @returns which libraries and sources went into the script, by path
 */
export async function bundleEmbed(folder = EMBED_FOLDER) {
  const bundle = await openBundle(folder);
  const { metafile } = await bundle.rebuild();
  await bundle.dispose();
  await compressFolder(folder);
  return Object.keys(metafile.inputs);
}

/** Bundles the embedded pages again after each change, until the process ends. */
export async function watchEmbed() {
  const bundle = await openBundle(EMBED_FOLDER);
  await bundle.rebuild();
  await bundle.watch();
}
