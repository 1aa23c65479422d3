import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Options by which piscina starts a worker program. */
export interface WorkerProgram {
  filename: string;
  workerData: { program: string } | null;
}

/**
 * Finds the program of a worker thread: the TypeScript source `<name>.ts` beside the module `importer` under tsx and
 * vitest, else `<name>.mjs`, which scripts/build.mjs writes beside the bundle and into dist/.
 * @param importer `import.meta.url` of the module that starts the worker
 * @throws Error when there is no build and no source
 */
export function findWorkerProgram(name: string, importer: string): WorkerProgram {
  const file = fileURLToPath(importer);
  const source = path.join(/* turbopackIgnore: true */ path.dirname(file), `${name}.ts`);
  if (file.endsWith('.ts') && existsSync(/* turbopackIgnore: true */ source)) {
    const loader = path.join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'core', 'typescript-worker.mjs');
    return { filename: loader, workerData: { program: pathToFileURL(source).href } };
  }
  const bundles = [path.dirname(file), path.join(process.cwd(), 'dist')].map((folder) =>
    path.join(/* turbopackIgnore: true */ folder, `${name}.mjs`),
  );
  const bundle = bundles.find((candidate) => existsSync(/* turbopackIgnore: true */ candidate));
  if (!bundle) throw new Error(`No worker program at ${bundles.join(' or ')}. Run npm run build.`);
  return { filename: bundle, workerData: null };
}
