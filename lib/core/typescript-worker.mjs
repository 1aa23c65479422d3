import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// Loads a worker program that is written in TypeScript: `--import tsx` registers tsx on the main thread only.
register();
const program = await import(workerData.program);

export default program.default;
