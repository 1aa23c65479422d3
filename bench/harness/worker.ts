import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

/** Starts a program of this directory that is spoken to by messages, in a process without a loader. */
export function forkWorker(program: string, args: readonly string[] = []): ChildProcess {
  return fork(path.join('bench', 'harness', program), args, { execArgv: [] });
}
