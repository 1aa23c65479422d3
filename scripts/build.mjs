import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle } from 'esbuild';
import { generate } from './generate.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = path.join(root, 'dist', 'build.json');

/** What a build is made of; tests and their tools are not in it. */
const SOURCES = ['app', 'components', 'lib', 'server', 'public', 'prisma', 'scripts/build.mjs'];
const SOURCE_FILES = ['next.config.ts', 'postcss.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json'];
const LEFT_OUT = /\.(test|spec)\.tsx?$|^lib\/testing\//;

async function filesBelow(place) {
  const stat = await fs.stat(path.join(root, place)).catch(() => null);
  if (!stat) return [];
  if (!stat.isDirectory()) return [place];
  const entries = await fs.readdir(path.join(root, place), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}

/** A hash of every source: the same hash needs no new build. */
async function sourceHash() {
  const found = (await Promise.all([...SOURCES, ...SOURCE_FILES].map(filesBelow))).flat();
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\n`);
  for (const file of found.filter((name) => !LEFT_OUT.test(name)).sort()) {
    hash
      .update(`${file}\0`)
      .update(await fs.readFile(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

async function isBuilt(hash) {
  const stamp = await fs.readFile(stampFile, 'utf8').then(JSON.parse, () => null);
  const nextBuild = path.join(root, process.env.NEXT_DIST_DIR || '.next', 'BUILD_ID');
  const [hasPages, hasServer] = await Promise.all(
    [nextBuild, path.join(root, 'dist', 'server.mjs')].map((file) =>
      fs.access(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  return stamp?.hash === hash && hasPages && hasServer;
}

/**
 * Bundles programs of ours as the server is built, each one file; libraries stay in node_modules.
 * @param entryPoints names of the files in `outdir`, and what they are made from
 */
export async function bundlePrograms(entryPoints, outdir) {
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    metafile: true,
  });
  requireLoadable(Object.values(metafile.outputs).flatMap(({ imports }) => imports));
}

/** Programs of worker threads. Their bundles lie beside the bundle that starts them. */
export const WORKERS = {
  'bot-worker': 'lib/games/bot-worker.ts',
  'schema-worker': 'lib/gateway/json-schema/schema-worker.ts',
};

/** Node is stricter than the bundler and tsx about paths into libraries (`ajv/dist/2020` needs its `.js`): told now, not at the start. */
function requireLoadable(imports) {
  const libraries = new Set(
    imports.filter((one) => one.external && one.kind !== 'require-call').map(({ path: name }) => name),
  );
  const missing = [...libraries].filter((name) => {
    const url = import.meta.resolve(name);
    return url.startsWith('file:') && !existsSync(fileURLToPath(url));
  });
  if (missing.length > 0) throw new Error(`Node cannot load ${missing.join(', ')} as they are imported.`);
}

async function buildPages() {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error('next build failed; what it said stands above.');
}

/**
 * Makes dist/ and the pages of Next, unless they were made from these very sources.
 * @returns whether something was built.
 */
export async function build() {
  const hash = await sourceHash();
  if (await isBuilt(hash)) return false;
  await fs.rm(stampFile, { force: true });
  generate();
  await bundlePrograms({ server: 'server/index.ts', ...WORKERS }, 'dist');
  await buildPages();
  await fs.writeFile(stampFile, `${JSON.stringify({ hash, at: new Date().toISOString() }, null, 2)}\n`);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedMs = performance.now();
  const built = await build();
  console.log(
    built ? `Built in ${((performance.now() - startedMs) / 1000).toFixed(0)} s.` : 'The build is up to date.',
  );
}
