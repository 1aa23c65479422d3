import { type RequestFailure, toFailure } from '@/components/console/request';

/** A move on its way. `isWaiting`: nothing answered yet, and it is sent again by itself. */
export interface Outgoing {
  action: unknown;
  isWaiting: boolean;
}

const FIRST_PAUSE_MS = 700;
const LONGEST_PAUSE_MS = 5_000;

/** Failures after which nobody knows whether the move arrived; with its key it may be sent again. */
function isUnknown(failure: RequestFailure): boolean {
  return failure.status === 0 || failure.status >= 503 || failure.code === 'INTERNAL_ERROR';
}

/**
 * Sends one move until something answers: always the same key, so that it is played once however often it is sent.
 * `pause` ends early when there is reason to hope. @throws RequestFailure that an answer named
 */
export async function sendOnce<T>(args: {
  attempt: () => Promise<T>;
  onWaiting: () => void;
  pause: (ms: number) => Promise<void>;
  signal: AbortSignal;
}): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
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

/** Resolves after a while, or as soon as the browser is online again. */
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
