import { abortOnDrain } from '@/lib/transport/http/draining';

/** Runs work that waits for news: its signal aborts when the caller disconnects or this process begins to drain. */
export async function waitUntilDrain<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const linked = abortOnDrain(signal);
  try {
    return await work(linked.signal);
  } finally {
    linked.release();
  }
}
