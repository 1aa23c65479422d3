import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

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
  const listed = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => null);
  return listed?.stdout.trim() || null;
}

/** Returns the command line of process `pid`, or null when it does not run. */
export async function commandOf(pid: number): Promise<string | null> {
  const line = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (line !== null) return line.replaceAll('\0', ' ').trim() || null;
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

/**
 * Takes the lock `file` and returns its release. A lock whose process has ended is taken over immediately, without the
 * timeout of a heartbeat (docs/decisions/0006-libraries-and-own-parts.md).
 * @throws LockOwnedError while another running process owns it
 */
export async function takeLock(file: string, about: string): Promise<() => Promise<void>> {
  const content = JSON.stringify({
    pid: process.pid,
    started: (await readStartTime(process.pid)) ?? '',
    about,
  } satisfies LockOwner);
  for (;;) {
    try {
      await fs.writeFile(file, content, { flag: 'wx', mode: 0o644 });
      return () => fs.rm(file, { force: true });
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    }
    const owner = await readOwner(file);
    if (owner !== null && (await readStartTime(owner.pid)) === owner.started) throw new LockOwnedError(owner);
    await fs.rm(file, { force: true });
  }
}
