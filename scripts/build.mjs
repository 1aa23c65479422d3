import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundle, stop as stopBundler } from 'esbuild';
import { compressFolder } from './compress.mjs';
import { bundleEmbed, EMBED_FOLDER } from './embed.mjs';
import { generate, generateClient } from './generate.mjs';
import { BOARD_DOCUMENT, bundleBoardDocument } from './mcp-app.mjs';
import { requirePackages } from './requirements.mjs';
import { requireUnserved } from './serving.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = path.join(root, 'dist', 'build.json');

/** The sources of a build, without tests and their tools. */
const SOURCES = [
  'app',
  'components',
  'lib',
  'server',
  'public',
  'prisma',
  'examples/generator',
  'scripts/build.mjs',
  'scripts/generate.mjs',
  'scripts/embed.mjs',
  'scripts/mcp-app.mjs',
  'scripts/compress.mjs',
  'scripts/town-pictures.mjs',
];
const SOURCE_FILES = ['next.config.ts', 'instrumentation.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];
const EXCLUDED = /\.(test|spec)\.tsx?$|^lib\/testing\//;

async function filesBelow(place) {
  const stat = await fs.stat(path.join(root, place)).catch(() => null);
  if (!stat) return [];
  if (!stat.isDirectory()) return [place];
  const entries = await fs.readdir(path.join(root, place), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}

/** The files from which a build is made: when one changes, the next start builds. */
export async function sourceFiles() {
  const found = (await Promise.all([...SOURCES, ...SOURCE_FILES].map(filesBelow))).flat();
  return found.filter((name) => !EXCLUDED.test(name)).sort();
}

const PLATFORM = `${process.version} ${process.platform} ${process.arch}\n`;

/** A hash of the contents of every source. */
async function contentHash(files) {
  const hash = createHash('sha256').update(PLATFORM);
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(await fs.readFile(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** A hash of the size and change time of every source: much faster, and it may differ although the contents are equal. */
async function statHash(files) {
  const stats = await Promise.all(files.map((file) => fs.stat(path.join(root, file))));
  const hash = createHash('sha256').update(PLATFORM);
  for (const [index, { size, mtimeMs }] of stats.entries()) hash.update(`${files[index]}\0${size}\0${mtimeMs}\0`);
  return hash.digest('hex');
}

/** Whether the build in dist/ and .next was made from these sources. */
async function isBuilt(files) {
  const nextBuild = path.join(root, process.env.NEXT_DIST_DIR || '.next', 'BUILD_ID');
  const results = [
    nextBuild,
    path.join(root, 'dist', 'server.mjs'),
    path.join(EMBED_FOLDER, 'files.json'),
    BOARD_DOCUMENT,
  ];
  const found = await Promise.all(
    results.map((file) =>
      fs.access(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (found.includes(false)) return false;
  const stamp = await fs.readFile(stampFile, 'utf8').then(JSON.parse, () => null);
  if (stamp?.statHash === (await statHash(files))) return true;
  const current = await stampOf(files);
  if (stamp?.hash !== current.hash) return false;
  // Another user's build serves as it is.
  await writeStamp(current).catch(() => {});
  return true;
}

async function stampOf(files) {
  return { hash: await contentHash(files), statHash: await statHash(files) };
}

async function writeStamp(stamp) {
  await fs.writeFile(stampFile, `${JSON.stringify({ ...stamp, at: new Date().toISOString() }, null, 2)}\n`);
}

/**
 * Libraries that are loaded from node_modules: native code, programs of threads, and those that the pages load as well
 * (next.config.ts). The others are bundled, which halves their loading time at start.
 */
const EXTERNAL = [
  '@node-rs/argon2',
  '@prisma/adapter-pg',
  '@prisma/client',
  '@redis/client',
  'cockatiel',
  'esbuild',
  'fontkit',
  'next',
  'pg',
  'pino',
  'piscina',
  'prom-client',
  'rate-limiter-flexible',
  'tsx',
  'undici',
];

/** Bundled CommonJS calls `require` for modules of Node. */
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/**
 * Bundles programs as the server is built. Modules that several programs or a dynamic import share become chunks.
 * @param entryPoints names of the files in `outdir`, and their sources
 */
export async function bundlePrograms(entryPoints, outdir) {
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    external: EXTERNAL,
    banner: { js: REQUIRE },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    metafile: true,
  });
  requireLoadable(metafile);
}

/** Programs of worker threads. Their bundles lie beside the bundle that starts them. */
export const WORKERS = {
  'backup-worker': 'lib/data/backup/backup-worker.ts',
  'bot-worker': 'lib/games/bot-worker.ts',
  'picture-worker': 'app/pictures/picture-worker.ts',
  'schema-worker': 'lib/gateway/json-schema/schema-worker.ts',
};

/** Node is stricter than the bundler about paths into libraries (`x/dist/y` needs its `.js`): fails the build, not the start. */
export function requireLoadable({ outputs }) {
  const imports = Object.values(outputs).flatMap(({ imports }) => imports);
  const libraries = new Set(
    imports.filter((one) => one.external && one.kind !== 'require-call').map(({ path: name }) => name),
  );
  const missing = [...libraries].filter((name) => {
    const url = import.meta.resolve(name);
    return url.startsWith('file:') && !existsSync(fileURLToPath(url));
  });
  if (missing.length > 0) throw new Error(`Node cannot load ${missing.join(', ')} as they are imported.`);
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Builds the pages of Next. Its output is printed when it fails. It ends with this process, which may be the only one to get a signal.
 * @param failing aborted when another part of the build has failed
 */
async function buildPages(failing) {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    signal: failing,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  let received = null;
  const stop = (signal) => {
    received = signal;
    child.kill('SIGTERM');
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  for (const signal of SIGNALS) process.off(signal, stop);
  if (received) process.kill(process.pid, received);
  if (code !== 0) throw new Error(`next build ended with ${code ?? child.signalCode}:\n${output.trim()}`);
}

const WAIT_MS = 500;

/** Lets one process build at a time; another one waits. @returns the release */
async function lockBuild() {
  const { tsImport } = await import('tsx/esm/api');
  const { LockOwnedError, takeLock } = await tsImport('../lib/data/process-lock.ts', import.meta.url);
  const folder = path.join(root, 'generated');
  await fs.mkdir(folder, { recursive: true });
  for (let isAnnounced = false; ; isAnnounced = true) {
    try {
      return await takeLock(path.join(folder, 'build.lock'), '');
    } catch (error) {
      if (!(error instanceof LockOwnedError)) throw error;
      if (!isAnnounced) console.log(`Process ${error.pid} is building Botplay here. Waiting for its end.`);
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

async function bundleAll() {
  const programs = {
    server: 'server/index.ts',
    'serve-pages': 'server/serve-pages.ts',
    'process-lock': 'lib/data/process-lock.ts',
  };
  await bundlePrograms({ ...programs, ...WORKERS }, 'dist');
  await bundleEmbed();
  await bundleBoardDocument();
}

/** Runs one part of the build and prints its time: it may take a minute without another word. */
async function runPart(name, work) {
  const startedMs = performance.now();
  await work();
  console.log(`  ${name.padEnd(40)} ${((performance.now() - startedMs) / 1000).toFixed(0).padStart(4)} s`);
}

async function buildAll(files) {
  await requireUnserved();
  // Of the sources as they are now: they may change meanwhile.
  const stamp = await stampOf(files);
  console.log('Building Botplay: one to two minutes where the machine is idle, the pages last.');
  await fs.rm(path.join(root, 'dist'), { recursive: true, force: true });
  await runPart('types of rows, openings, pictures', async () => generate());
  // Before the pages: Next looks at the files of dist/ that its routes read.
  await runPart('programs, embedded pages', bundleAll);
  const failing = new AbortController();
  await Promise.all([
    runPart('typed client', generateClient),
    runPart('pages', () => buildPages(failing.signal)),
  ]).catch((error) => {
    failing.abort();
    throw error;
  });
  await compressFolder(path.join(root, process.env.NEXT_DIST_DIR || '.next', 'static'));
  // Its processes would stay as long as this one.
  await stopBundler();
  await writeStamp(stamp);
}

/**
 * Builds dist/ and the pages of Next, unless they are up to date.
 * @param beforeBuilding called when something will be built
 * @returns whether something was built
 * @throws Error that says what to do, also while another process serves the build that would be replaced
 */
export async function build(beforeBuilding = async () => {}) {
  const files = await sourceFiles();
  if (await isBuilt(files)) return false;
  await requireUnserved();
  requirePackages();
  await beforeBuilding();
  const unlock = await lockBuild();
  try {
    if (await isBuilt(files)) return false;
    await buildAll(files);
    return true;
  } finally {
    await unlock();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedMs = performance.now();
  const built = await build().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
  console.log(
    built ? `Built in ${((performance.now() - startedMs) / 1000).toFixed(0)} s.` : 'The build is up to date.',
  );
}
