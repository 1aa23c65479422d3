import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { requireLoadable, WORKERS } from './build.mjs';
import { bundleOf, root } from './environment.mjs';

// In `npm test`, a test of these folders and a program that tests start run as one bundle each: Vitest loads the modules of a test
// one by one, up to 870 of them, and a loader of TypeScript takes two seconds of a processor for each start of a program.

/** Within the checkout, where bundles find node_modules. */
const DIRECTORY = path.join(root, '.scratch', 'test-bundles');

/** Where tests are bundled. Those of pages have style sheets. */
const FOLDERS = ['lib', 'server', 'examples'];

/** Entries of one call of the bundler; they share chunks. */
const BATCH = 60;

/** Packages of hundreds of small files. The others are left to Node, so that Vitest and a test have one copy. */
const INCLUDED = /^@stdlib\//;

const isTest = (file) => /\.test\.tsx?$/.test(file);
const isProgram = (file) => /(\/testing\/([\w-]+-)?process|-child)\.ts$/.test(file);

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
 * Bundles the tests of `lib`, `server` and `examples`, and the programs that tests start as processes and threads.
 * @returns the directory of the bundles, for `TEST_BUNDLES`, and `remove`
 */
export async function bundleTests() {
  const files = FOLDERS.flatMap((folder) =>
    fs.readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.posix.join(folder, file)),
  );
  const entries = [...files.filter((file) => isProgram(file) || isTest(file)), ...Object.values(WORKERS)];
  const remove = () => fs.promises.rm(DIRECTORY, { recursive: true, force: true });
  await remove();
  for (let at = 0; at < entries.length; at += BATCH) {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: entries.slice(at, at + BATCH),
      outdir: DIRECTORY,
      outbase: root,
      outExtension: { '.js': '.mjs' },
      chunkNames: `chunks-${at}/[hash]`,
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
  }
  return { directory: DIRECTORY, remove };
}

/** A plugin of Vite that runs the bundle of a test in its place. */
export const bundledTests = {
  name: 'bundled-tests',
  enforce: 'pre',
  load(id) {
    const bundle = isTest(id) ? bundleOf(id) : null;
    return bundle && { code: `import ${JSON.stringify(bundle)};`, map: null };
  },
};

/** Matches the paths of bundles, which Vitest leaves to Node. */
export const BUNDLES = /\/\.scratch\/test-bundles\//;
