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

/** MCP sessions that are opened over and over, each with its list of tools. */
export interface SessionLoad {
  url: string;
  headers: Record<string, string>;
  /** The body of the first request. */
  initialize: string;
  /** Each on its own connection. */
  openers: number;
  seconds: number;
}

/**
 * Calls per second, counted in a separate process so that the load does not run on the event loop it measures.
 * @throws Error when an answer was wrong or missing.
 */
export const callsPerSecond = (load: Load): Promise<number> => perSecond('load-worker.mjs', load);

/** MCP sessions opened per second, counted in a separate process. @throws Error when an answer was wrong or missing */
export const sessionsPerSecond = (load: SessionLoad): Promise<number> => perSecond('sessions-worker.mjs', load);

function perSecond(program: string, load: Load | SessionLoad): Promise<number> {
  const child = forkWorker(program);
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
