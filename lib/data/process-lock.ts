import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Elsewhere `ps` says what runs, which is a program to start for each question. */
const HAS_PROC = process.platform === 'linux';

interface LockOwner {
  pid: number;
  /** Start time of the process: a reused process id is another process. */
  started: string;
  /** Shown to a process that finds the lock, for example a URL. */
  about: string;
}

/** States of proc(5) for a process that has ended and that its parent has not waited for. */
const ENDED = new Set(['Z', 'X']);

/**
 * Returns the start time of process `pid` in a form that can only be compared, or null when it does not run. A killed
 * process stays listed until its parent waits for it, in a container without an init process for ever.
 */
async function readStartTime(pid: number): Promise<string | null> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat !== null) {
    // Fields 3 and 22 of proc(5); the name in field 2 may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ENDED.has(fields[0] ?? '') ? null : (fields[19] ?? null);
  }
  if (HAS_PROC) return null;
  const listed = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => null);
  return listed?.stdout.trim() || null;
}

/** Returns the command line of process `pid`, or null when it does not run. */
export async function commandOf(pid: number): Promise<string | null> {
  const line = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (line !== null) return line.replaceAll('\0', ' ').trim() || null;
  if (HAS_PROC) return null;
  const listed = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => null);
  return listed?.stdout.trim() || null;
}

async function readOwner(file: string): Promise<LockOwner | null> {
  const text = await fs.readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'pid' in value && 'started' in value
      ? (value as LockOwner)
      : null;
  } catch {
    return null;
  }
}

/** Returns the `about` of the lock's owner; '' without an owner. */
export async function readLockOwner(file: string): Promise<string> {
  return (await readOwner(file))?.about ?? '';
}

/** Thrown while a running process owns the lock. */
export class LockOwnedError extends Error {
  readonly pid: number;
  readonly about: string;

  constructor(owner: LockOwner) {
    super(`The lock is owned by process ${owner.pid}.`);
    this.pid = owner.pid;
    this.about = owner.about;
  }
}

const REPLACE_POLL_MS = 10;

/** Creates `file` with the contents of `draft` in one step, so that no reader finds it empty. @returns false when it exists */
async function createFrom(draft: string, file: string): Promise<boolean> {
  return fs.link(draft, file).then(
    () => true,
    (thrown: NodeJS.ErrnoException) => {
      if (thrown.code === 'EEXIST') return false;
      throw thrown;
    },
  );
}

/** The process that the file names, when it is running. */
async function readRunningOwner(file: string): Promise<LockOwner | null> {
  const owner = await readOwner(file);
  return owner !== null && (await readStartTime(owner.pid)) === owner.started ? owner : null;
}

/** @throws LockOwnedError when the process that the file names is running */
async function requireEnded(file: string): Promise<void> {
  const owner = await readRunningOwner(file);
  if (owner) throw new LockOwnedError(owner);
}

/**
 * Replaces the lock of a process that has ended, one taker at a time: a taker that saw the old lock must not remove the one that
 * another has taken since.
 * @returns false when another taker is replacing it
 */
async function replaceEnded(draft: string, file: string): Promise<boolean> {
  const replacing = `${file}.replacing`;
  if (!(await createFrom(draft, replacing))) {
    if (!(await readRunningOwner(replacing))) await fs.rm(replacing, { force: true });
    return false;
  }
  try {
    await requireEnded(file);
    await fs.rename(draft, file);
    return true;
  } finally {
    await fs.rm(replacing, { force: true });
  }
}

/**
 * Takes the lock `file` and returns its release. A lock whose process has ended is taken over immediately, without the
 * timeout of a heartbeat (docs/decisions/0006-libraries-and-own-parts.md).
 * @throws LockOwnedError while another running process owns it
 */
export async function takeLock(file: string, about: string): Promise<() => Promise<void>> {
  const owner: LockOwner = { pid: process.pid, started: (await readStartTime(process.pid)) ?? '', about };
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await fs.writeFile(draft, JSON.stringify(owner), { mode: 0o644 });
  try {
    while (!(await createFrom(draft, file))) {
      await requireEnded(file);
      if (await replaceEnded(draft, file)) break;
      await sleep(REPLACE_POLL_MS);
    }
    return () => fs.rm(file, { force: true });
  } finally {
    await fs.rm(draft, { force: true });
  }
}
