import fs from 'node:fs/promises';
import path from 'node:path';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { once } from '@/lib/core/globals';
import { VERSION } from '@/lib/core/version';

// The examples that pages name, as files and as one npm package, so that who has only this site can run them.

const ROOT = path.join(/* turbopackIgnore: true */ process.cwd(), 'examples');
/** What belongs to the checkout: tests, and the generator of the client's types. */
const LEFT_OUT = /\.test\.ts$|^testing\/|^generator\/|^package\.json$/;
/** Programs are started by name: files beside the folders. */
const PROGRAM = /^([\w-]+)\.ts$/;
/** Why a package is needed that no file imports: it runs the TypeScript files. */
export const RUNNER = 'tsx';

/** The paths of the examples below their folder, in order. Read once. */
export function exampleFiles(): Promise<readonly string[]> {
  return once('examples.files', async () => {
    const found = await fs.readdir(ROOT, { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
      .filter((file) => !LEFT_OUT.test(file) && !file.includes('node_modules/'))
      .sort();
  });
}

/** The text of an example; null for a path that is none. */
export async function readExample(file: string): Promise<string | null> {
  return (await exampleFiles()).includes(file)
    ? fs.readFile(path.join(/* turbopackIgnore: true */ ROOT, file), 'utf8')
    : null;
}

/** The packages that a file imports, by name. */
export function importedPackages(text: string): string[] {
  const imports = [...text.matchAll(/(?:from |import\(|import )'([^'.][^']*)'/g)].map(([, name = '']) => name);
  return imports
    .filter((name) => !name.startsWith('node:') && !name.startsWith('@/') && !name.includes('://'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

/** The versions with which the checkout runs the examples. */
export async function readVersions(): Promise<Record<string, string>> {
  const read = async (file: string) =>
    JSON.parse(await fs.readFile(path.join(/* turbopackIgnore: true */ process.cwd(), file), 'utf8'));
  const [own, examples] = await Promise.all([read('package.json'), read('examples/package.json')]);
  return { ...own.devDependencies, ...own.dependencies, ...examples.devDependencies };
}

/** What `npx` starts: the program that the first argument names, or the list of programs. */
const starter = (programs: readonly string[]): string => `#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAMS = ${JSON.stringify(programs)};
const [name, ...args] = process.argv.slice(2);
if (!PROGRAMS.includes(name)) {
  console.error(\`Name a program: \${PROGRAMS.join(', ')}\`);
  process.exit(2);
}
const file = fileURLToPath(new URL(\`./\${name}.ts\`, import.meta.url));
const { status } = spawnSync(process.execPath, ['--import', import.meta.resolve('${RUNNER}'), file, ...args], { stdio: 'inherit' });
process.exit(status ?? 1);
`;

/** The files of the npm package with their texts. */
async function packageFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const file of await exampleFiles()) files.set(file, (await readExample(file)) ?? '');
  const programs = [...files.keys()].flatMap((file) => PROGRAM.exec(file)?.[1] ?? []);
  const names = new Set([RUNNER, ...[...files.values()].flatMap(importedPackages)]);
  const versions = await readVersions();
  const dependencies = [...names].sort().flatMap((name) => (versions[name] ? [[name, versions[name]]] : []));
  const description = {
    name: 'botplay-examples',
    version: VERSION,
    description: 'Agents, players and a typed client that use Botplay from outside.',
    license: 'MIT',
    type: 'module',
    bin: { 'botplay-examples': 'start.mjs' },
    dependencies: Object.fromEntries(dependencies),
  };
  return files.set('start.mjs', starter(programs)).set('package.json', `${JSON.stringify(description, null, 2)}\n`);
}

/** The examples as one npm package. Packed once. */
export function packedExamples(): Promise<Buffer<ArrayBuffer>> {
  return once('examples.packed', async () => packPackage(await packageFiles(), 'start.mjs'));
}

/**
 * An npm package as npm makes it: a gzipped tar file with the folder `package`.
 * @param files texts by their paths
 * @param program the file that may be executed
 */
export async function packPackage(files: ReadonlyMap<string, string>, program: string): Promise<Buffer<ArrayBuffer>> {
  const archive = pack();
  for (const [name, text] of files) {
    archive.entry({ name: `package/${name}`, mode: name === program ? 0o755 : 0o644, mtime: new Date(0) }, text);
  }
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const part of archive.pipe(createGzip())) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
