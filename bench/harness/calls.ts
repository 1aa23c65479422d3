import { once } from 'node:events';
import { sized } from './size';
import { forkWorker } from './worker';

const SECONDS = sized(3, 0.2);
/** In every answer of the reference experience. */
const EXPECT = 'warmer';

/** A client that repeats one call. */
export interface CallingClient {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface MeasuredCalls {
  perSecond: number;
  medianMs: number;
}

/** Lets the clients call the reference experience in a process of their own, each on its own connection. */
export async function measureCalls(clients: readonly CallingClient[], seconds = SECONDS): Promise<MeasuredCalls> {
  const child = forkWorker('calls-worker.mjs');
  child.send({ clients, seconds, expect: EXPECT });
  const [answer] = (await once(child, 'message')) as [Partial<MeasuredCalls> & { error?: string }];
  child.disconnect();
  if (answer.error !== undefined) throw new Error(answer.error);
  return { perSecond: answer.perSecond ?? 0, medianMs: answer.medianMs ?? 0 };
}
