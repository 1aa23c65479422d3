import { once } from '@/lib/core/globals';

interface Draining {
  begun: boolean;
  listeners: Set<() => void>;
}

const draining = () => once<Draining>('transport.draining', () => ({ begun: false, listeners: new Set() }));

/** A signal for work that may wait. */
export interface LinkedSignal {
  signal: AbortSignal;
  /** Call it when the work is over: until then the sources keep the signal alive. */
  release(): void;
}

/**
 * A signal that aborts with one of the sources, or when this process begins to drain: waiting calls then answer with
 * what they have and streams end cleanly. Not `AbortSignal.any`, which leaves an entry for each call on a source that
 * lives as long as the process (60 bytes a call with Node 20).
 */
export function abortOnDrain(...sources: readonly AbortSignal[]): LinkedSignal {
  const { begun, listeners } = draining();
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (begun || sources.some(({ aborted }) => aborted)) abort();
  listeners.add(abort);
  for (const source of sources) source.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    release() {
      listeners.delete(abort);
      for (const source of sources) source.removeEventListener('abort', abort);
    },
  };
}

/** Begins the drain, which cannot be undone. */
export function startDrain(): void {
  const self = draining();
  self.begun = true;
  for (const listener of self.listeners) listener();
}

/** Signals that wait for the drain: for tests of what is released. */
export function waitingForDrain(): number {
  return draining().listeners.size;
}
