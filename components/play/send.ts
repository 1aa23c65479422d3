import { type RequestFailure, toFailure } from '@/components/console/request';

/** A move that is being sent. `isWaiting`: without an answer so far; it is sent again automatically. */
export interface PendingMove {
  action: unknown;
  isWaiting: boolean;
}

const MIN_PAUSE_MS = 700;
const MAX_PAUSE_MS = 5_000;

/** The pause after so many failures in a row and one more, ms. */
const pauseAfter = (failures: number): number => Math.min(MIN_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);

/** Failures after which it is unknown whether the move arrived; with its key it can be sent again. */
function isUnknown(failure: RequestFailure): boolean {
  return failure.status === 0 || failure.status >= 503 || failure.code === 'INTERNAL_ERROR';
}

/** For `useQuery`: reads again until the server answers, because no later event may make the page read again. */
export const READ_UNTIL_ANSWERED = {
  retry: (_failures: number, thrown: Error): boolean => {
    const failure = toFailure(thrown);
    return isUnknown(failure) || failure.status === 429;
  },
  retryDelay: pauseAfter,
};

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
  for (let failures = 0; ; failures++) {
    try {
      return await args.attempt();
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (!isUnknown(failure) || args.signal.aborted) throw failure;
      args.onWaiting();
      await args.pause(pauseAfter(failures));
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
