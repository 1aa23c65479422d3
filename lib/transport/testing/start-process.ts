import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { programArguments } from '@/lib/testing/program';

/** A process of the product or of a reference; its first line of output says where it listens. */
export interface StartedProcess<T> {
  ready: T;
  child: ChildProcess;
  stop(): Promise<void>;
}

const READY_MS = 120_000;

/**
 * Starts `file` (TypeScript, or JavaScript that was built) as another process and waits for its first line of
 * output, which is JSON. `flags` go to node: `--cpu-prof` for a profile.
 */
export async function startProcess<T>(
  file: string,
  options: { variables?: Record<string, string>; args?: string[]; flags?: string[] } = {},
): Promise<StartedProcess<T>> {
  const program = file.endsWith('.ts') ? programArguments(file) : [file];
  const child = spawn(process.execPath, [...(options.flags ?? []), ...program, ...(options.args ?? [])], {
    env: { ...process.env, ...options.variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A caller that fails leaves no process running.
  const orphaned = () => child.kill('SIGKILL');
  process.once('exit', orphaned);
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', orphaned);
      resolve();
    }),
  );
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    return { ready: await firstLine<T>(child, file), child, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function firstLine<T>(child: ChildProcess, file: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${file} was not ready in time.`)), READY_MS);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready.`)));
    if (!child.stdout) throw new Error('No output to read.');
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return;
      clearTimeout(timer);
      resolve(JSON.parse(line) as T);
    });
  });
}
