import path from 'node:path';
import { type StartedProcess, startProcess } from '@/lib/transport/testing/start-process';

/** Where scripts/bench.mjs has put the bundle of a program below `bench`. */
export const builtFile = (file: string): string => path.join('dist', 'bench', `${path.basename(file, '.ts')}.mjs`);

/**
 * Starts a program below `bench` as a separate process, bundled as the product is: what is measured runs in production,
 * and a loader's rewriting is not part of it. Waits for its first line of output, which is JSON.
 */
export function startBuilt<T>(
  file: string,
  options: { variables?: Record<string, string>; args?: string[]; flags?: string[] } = {},
): Promise<StartedProcess<T>> {
  return startProcess<T>(builtFile(file), options);
}
