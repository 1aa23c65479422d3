import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryDirectory } from './server';

const run = promisify(execFile);
const MIGRATIONS = 'prisma/migrations';
/** Written beside the source of that version, so that its imports are those of that version. */
const PROGRAM = 'previous-server.ts';

/** Serves the transports of the version in whose root it stands, after its own look at the migrations. Prints its address. */
const SOURCE = `
import { migrate } from './lib/data/migrate';
import { startBus } from './lib/events';
import { seedFirstParty } from './lib/domain/catalog';
import { serveTransports } from './lib/transport/testing/serve';

const applied = await migrate(process.env.DATABASE_URL ?? '');
if (applied.length > 0) throw new Error('The version before applied ' + applied.join(', '));
await startBus();
await seedFirstParty();
process.stdout.write((await serveTransports()).url + '\\nready\\n');
`;

const git = async (...args: string[]) => (await run('git', args, { maxBuffer: 1_000_000_000 })).stdout.trim();

/** The version before, with what it starts from. */
export interface PreviousVersion {
  /** The commit, abbreviated. */
  commit: string;
  /** Migrations that it does not have. */
  newer: readonly string[];
  /** Its root: the source, with the packages of this checkout. */
  directory: string;
  /** The program that serves its transports, from its root. */
  program: string;
  remove(): Promise<void>;
}

/** The object of each migration.sql by its path: in a commit, or in the working tree. */
async function readScripts(commit: string | null): Promise<Map<string, string>> {
  if (commit !== null) {
    const lines = (await git('ls-tree', '-r', commit, '--', MIGRATIONS)).split('\n');
    const entries = lines
      .map((line) => line.split(/\s+/))
      .map(([, , object = '', file = '']) => [file, object] as const);
    return new Map(entries.filter(([file]) => file.endsWith('/migration.sql')));
  }
  const names = (await fs.readdir(MIGRATIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const files = names.map(({ name }) => `${MIGRATIONS}/${name}/migration.sql`).sort();
  const objects = (await git('hash-object', ...files)).split('\n');
  return new Map(files.map((file, index) => [file, objects[index] ?? '']));
}

/**
 * The newest commit that lacks a migration, and whose own have the same text as here: a start refuses a database in which one was
 * edited. A clone without the history does not have it.
 * @returns why there is none, as a text, where git or the history is missing
 */
export async function findPreviousCommit(): Promise<{ commit: string } | { missing: string }> {
  try {
    const here = await readScripts(null);
    const added = await git('log', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/*/migration.sql`);
    for (const commit of ['HEAD', ...added.split('\n').map((one) => `${one}^`)]) {
      const scripts = await readScripts(commit);
      const isBefore = scripts.size > 0 && scripts.size < here.size;
      if (isBefore && [...scripts].every(([file, object]) => here.get(file) === object))
        return { commit: await git('rev-parse', commit) };
    }
    return { missing: 'no commit has the same migrations but the newest' };
  } catch (error) {
    return { missing: `the history is not in this clone: ${(error as Error).message.split('\n')[0]}` };
  }
}

/** Checks a version out into a folder of its own, without the network: with the packages of this checkout. */
export async function checkOut(commit: string): Promise<PreviousVersion> {
  const { directory, remove } = await temporaryDirectory('previous');
  const archive = path.join(directory, 'source.tar');
  await git('archive', '--format=tar', `--output=${archive}`, commit);
  await run('tar', ['-xf', archive, '-C', directory]);
  await fs.rm(archive);
  await fs.symlink(path.resolve('node_modules'), path.join(directory, 'node_modules'));
  const has = new Set(await fs.readdir(path.join(directory, MIGRATIONS)));
  const now = await fs.readdir(MIGRATIONS);
  await fs.writeFile(path.join(directory, PROGRAM), SOURCE);
  await run(process.execPath, ['-e', "import('./scripts/generate.mjs').then((module) => module.generate())"], {
    cwd: directory,
  });
  return {
    commit: commit.slice(0, 8),
    newer: now.filter((name) => !has.has(name)),
    directory,
    program: PROGRAM,
    remove,
  };
}
