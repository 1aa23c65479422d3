import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface LockOwner {
  pid: number;
  /** When the process started: a number that was given out again is another process. */
  started: string;
  /** Where it serves, for whoever finds the lock. */
  about: string;
}

/** What proc(5) shows of a process that has ended and that its parent has not asked about yet. */
const ENDED = new Set(['Z', 'X']);

/**
 * When process `pid` started, in a form that is only good for comparing; null when there is none. One that was killed
 * stays listed until its parent asks about it, in a container whose first process never asks for good.
 */
async function startOf(pid: number): Promise<string | null> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat !== null) {
    // Fields 3 and 22 of proc(5); the name in field 2 may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ENDED.has(fields[0] ?? '') ? null : (fields[19] ?? null);
  }
  const listed = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => null);
  return listed?.stdout.trim() || null;
}

/** The command line of process `pid`, or null when there is none: one that has ended is listed without. */
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

/** What whoever holds the lock says of themselves; '' when nobody does. */
export async function aboutLock(file: string): Promise<string> {
  return (await readOwner(file))?.about ?? '';
}

/** Someone else holds the lock and lives. */
export class LockHeld extends Error {
  readonly pid: number;
  readonly about: string;

  constructor(owner: LockOwner) {
    super(`held by process ${owner.pid}`);
    this.pid = owner.pid;
    this.about = owner.about;
  }
}

/**
 * Takes the lock that `file` stands for; one left by a process that is gone is taken over.
 * Returns what gives it back.
 * @throws LockHeld while another living process has it.
 */
export async function takeLock(file: string, about: string): Promise<() => Promise<void>> {
  const mine = JSON.stringify({
    pid: process.pid,
    started: (await startOf(process.pid)) ?? '',
    about,
  } satisfies LockOwner);
  for (;;) {
    try {
      await fs.writeFile(file, mine, { flag: 'wx', mode: 0o644 });
      return () => fs.rm(file, { force: true });
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    }
    const owner = await readOwner(file);
    if (owner !== null && (await startOf(owner.pid)) === owner.started) throw new LockHeld(owner);
    await fs.rm(file, { force: true });
  }
}
