import path from 'node:path';
import { type StartedProcess, startProcess } from '@/lib/transport/testing/start-process';
import { bundlePrograms, WORKERS } from '@/scripts/build.mjs';

/** Inside the checkout, so that the libraries are found. */
const OUT = path.join('dist', 'bench');

/**
 * Starts a program of this directory as a separate process, bundled as the product is: what is measured runs in
 * production, and a loader's rewriting is not part of it. Waits for its first line of output, which is JSON.
 */
export async function startBuilt<T>(
  file: string,
  options: { variables?: Record<string, string>; args?: string[]; flags?: string[] } = {},
): Promise<StartedProcess<T>> {
  const name = path.basename(file, '.ts');
  await bundlePrograms({ [name]: file, ...WORKERS }, OUT);
  return startProcess<T>(path.join(OUT, `${name}.mjs`), options);
}
