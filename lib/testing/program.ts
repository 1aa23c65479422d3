import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  type ForkOptions,
  fork,
  spawn,
} from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleOf } from '@/scripts/environment.mjs';

export interface Program {
  child: ChildProcessWithoutNullStreams;
  /** The lines of its standard output. */
  lines: string[];
  /** Its log output. */
  logged(): string;
  /** Resolves when it prints this line. @throws Error when it exits first */
  heard(line: string): Promise<void>;
  /** Sends it a line. */
  say(line: string): void;
  end(): void;
}

/** The arguments of Node that run a TypeScript file as a program: its bundle where `npm test` made one, else its source. Of a bundle itself: that one. */
export function programArguments(file: string): string[] {
  if (file.endsWith('.mjs')) return [file];
  const bundle = bundleOf(file);
  return bundle === null ? ['--import', 'tsx', file] : [bundle];
}

/** Runs a TypeScript file as a process that sends messages (`process.send`). */
export function forkProgram(file: string, options: ForkOptions): ChildProcess {
  const args = programArguments(file);
  return fork(args.at(-1) ?? file, { ...options, execArgv: args.slice(0, -1) });
}

/**
 * Runs a TypeScript file as a second process of the product and captures its output.
 * @param cwd the root of the version whose file it is; absent: of this one
 */
export function startProgram(file: string, env: Record<string, string> = {}, cwd?: string): Program {
  const child = spawn(process.execPath, programArguments(cwd === undefined ? file : path.resolve(cwd, file)), {
    env: { ...process.env, LOG_LEVEL: 'trace', ...env },
    cwd,
  });
  const output: string[] = [];
  const logged: string[] = [];
  const lines: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => logged.push(chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    output.push(chunk.toString());
    lines.splice(0, lines.length, ...output.join('').split('\n').slice(0, -1));
  });
  return {
    child,
    lines,
    logged: () => logged.join(''),
    heard: async (line) => {
      while (!lines.includes(line)) {
        if (child.exitCode !== null) throw new Error(`It ended before it said "${line}": ${logged.join('')}`);
        await sleep(5);
      }
    },
    say: (line) => {
      child.stdin.write(`${line}\n`);
    },
    end: () => {
      child.kill('SIGKILL');
    },
  };
}
