import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { requireLoadable, WORKERS } from './build.mjs';
import { root } from './environment.mjs';

// In `npm test`, a program that tests start as a process or a thread runs as one bundle: a loader of TypeScript takes two seconds of
// a processor for each start.

/** Within the checkout, where bundles find node_modules. */
const DIRECTORY = path.join(root, '.scratch', 'test-bundles');

/** Where the programs are. */
const FOLDERS = ['lib', 'server', 'examples'];

/** Packages of hundreds of small files. The others are left to Node, so that Vitest and a test have one copy. */
const INCLUDED = /^(@stdlib\/|openskill$)/;

const isProgram = (file) =>
  /(\/testing\/([\w-]+-)?process|-child)\.ts$/.test(file) || /^examples\/[\w-]+\.ts$/.test(file);

/** Node is stricter than the bundler about paths into packages: `next/headers` needs its `.js`. */
function loadableName(name) {
  const url = import.meta.resolve(name);
  return url.startsWith('file:') && !fs.existsSync(fileURLToPath(url)) ? `${name}.js` : name;
}

const packages = {
  name: 'packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@/') || INCLUDED.test(name)
        ? null
        : { path: loadableName(name), external: true },
    );
  },
};

/** A module of a bundle finds its files where its source is. */
const ownPlaces = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|tsx|mjs)$/ }, async ({ path: file }) => {
      if (file.includes(`${path.sep}node_modules${path.sep}`)) return null;
      const text = await fs.promises.readFile(file, 'utf8');
      if (!text.includes('import.meta.')) return null;
      const [url, dirname] = [pathToFileURL(file).href, path.dirname(file)].map((place) => JSON.stringify(place));
      // On the first line, so that the others keep their numbers.
      const contents = `const importMetaUrl = ${url}, importMetaDirname = ${dirname};${text}`;
      return { contents, loader: file.endsWith('.mjs') ? 'js' : path.extname(file).slice(1) };
    });
  },
};

/**
 * Bundles the programs that tests start as processes and threads.
 * @returns the directory of the bundles, for `TEST_BUNDLES`, and `remove`
 */
export async function bundleTestPrograms() {
  const files = FOLDERS.flatMap((folder) =>
    fs.readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.posix.join(folder, file)),
  );
  const remove = () => fs.promises.rm(DIRECTORY, { recursive: true, force: true });
  await remove();
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...files.filter(isProgram), ...Object.values(WORKERS)],
    outdir: DIRECTORY,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    define: { 'import.meta.url': 'importMetaUrl', 'import.meta.dirname': 'importMetaDirname' },
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [packages, ownPlaces],
    logLevel: 'warning',
    metafile: true,
  });
  requireLoadable(metafile);
  return { directory: DIRECTORY, remove };
}
