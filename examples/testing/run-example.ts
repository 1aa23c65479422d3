import { type ChildProcess, spawn } from 'node:child_process';
import { programArguments } from '@/lib/testing/program';

/** An example that runs as its first lines say. */
export interface RunningExample {
  child: ChildProcess;
  /** What it has printed until now, errors included. */
  output(): string;
  /** Resolves with all that it printed when it ends. It is ended after 50 s, if the caller sets no other time: what it printed shows how far it came. */
  ended: Promise<string>;
}

/** Starts an example with its arguments: `startExample('agent.ts', ['--url', url])`. */
export function startExample(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
  timeoutMs = 50_000,
): RunningExample {
  const child = spawn(process.execPath, [...programArguments(`examples/${file}`), ...args], {
    env: { ...process.env, ...env },
    timeout: timeoutMs,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return {
    child,
    output: () => output,
    ended: new Promise((resolve) => child.once('close', () => resolve(output))),
  };
}
