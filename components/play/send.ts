import { type RequestFailure, toFailure } from '@/components/console/request';

/** A move that is being sent. `isWaiting`: without an answer so far; it is sent again automatically. */
export interface PendingMove {
  action: unknown;
  isWaiting: boolean;
}

const MIN_PAUSE_MS = 700;
const MAX_PAUSE_MS = 5_000;

/** Failures after which it is unknown whether the move arrived; with its key it can be sent again. */
function isUnknown(failure: RequestFailure): boolean {
  return failure.status === 0 || failure.status >= 503 || failure.code === 'INTERNAL_ERROR';
}

/**
 * Sends one move until the server answers, always with the same key, so that it is played once.
 * `pause` may end early, for example when the browser is online again. @throws RequestFailure of the answer
 */
export async function sendOnce<T>(args: {
  attempt: () => Promise<T>;
  onWaiting: () => void;
  pause: (ms: number) => Promise<void>;
  signal: AbortSignal;
}): Promise<T> {
  for (let pauseMs = MIN_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await args.attempt();
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (!isUnknown(failure) || args.signal.aborted) throw failure;
      args.onWaiting();
      await args.pause(pauseMs);
      if (args.signal.aborted) throw failure;
    }
  }
}

/** Resolves after a time, or earlier when the browser is online again. */
export function pauseUntilOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
  });
}
