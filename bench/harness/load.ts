import { forkWorker } from './worker';

/** One kind of request, sent over and over on connections that stay open. */
export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  connections: number;
  seconds: number;
  /** What every answer must contain: a fast wrong answer counts for nothing. */
  expect: string;
}

/**
 * Calls per second, counted in a separate process so that the load does not run on the event loop it measures.
 * @throws Error when an answer was wrong or missing.
 */
export function callsPerSecond(load: Load): Promise<number> {
  const child = forkWorker('load-worker.mjs');
  return new Promise((resolve, reject) => {
    child.once('message', (answer: { perSecond?: number; error?: string }) => {
      if (answer.perSecond === undefined) reject(new Error(answer.error));
      else resolve(answer.perSecond);
      child.disconnect();
    });
    child.once('error', reject);
    child.send(load);
  });
}
