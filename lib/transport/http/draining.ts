import { once } from '@/lib/core/globals';

const draining = () => once('transport.draining', () => new AbortController());

/** Aborts when this process begins to drain: waiting calls answer with what they have, streams end cleanly. */
export function drainSignal(): AbortSignal {
  return draining().signal;
}

/** Begins the drain; there is no way back. */
export function startDrain(): void {
  draining().abort();
}
