import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import { bundleOf } from '../../scripts/environment.mjs';

// Loads a worker program that is written in TypeScript: `--import tsx` registers tsx on the main thread only.
const bundle = bundleOf(fileURLToPath(workerData.program));
if (!bundle) (await import('tsx/esm/api')).register();
const program = await import(bundle ?? workerData.program);

export default program.default;
