import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { builtFile } from './built';

/** What a process has in memory after a garbage collection, in bytes. */
export interface Memory {
  residentBytes: number;
  heapBytes: number;
}

/** Flags of a process whose memory is measured: the heap grows as in the product. */
const FLAGS = ['--expose-gc', '--heap-growing-percent=50'];
/** More connections than any benchmark opens. Needs the right to raise the limit; else the limit stays. */
const FILES = 65_536;

/** Starts a bundled program that is spoken to by messages and may open many connections; waits for its first message. */
export async function startHolder<T>(
  file: string,
  variables: Record<string, string>,
): Promise<{ program: ChildProcess; ready: T }> {
  const command = `ulimit -n ${FILES} 2>/dev/null; exec "$0" "$@"`;
  const program = spawn('sh', ['-c', command, process.execPath, ...FLAGS, builtFile(file)], {
    env: { ...process.env, ...variables, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // A benchmark that fails leaves no process running.
  const orphaned = () => program.kill('SIGKILL');
  process.once('exit', orphaned);
  program.once('exit', () => process.off('exit', orphaned));
  const [ready] = (await once(program, 'message')) as [T];
  return { program, ready };
}

/** The memory of this process, which runs with `--expose-gc`. */
export function readMemory(): Memory {
  // Finalizers of the first collection free what the second one finds.
  for (let times = 0; times < 3; times++) globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed };
}

/** How many files this process may open at the same time. */
export function maxFiles(): number {
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return Number(limit ?? 1_024);
}

/** Sends a command to a program and waits for its answer. @throws Error with what the program answers as `error` */
export async function ask<T>(of: ChildProcess, command: object): Promise<T> {
  const answer = once(of, 'message');
  of.send(command);
  const [result] = (await answer) as [(T & { error?: string }) | null];
  if (result?.error) throw new Error(result.error);
  return result as T;
}
