import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';

/** Counts attempts of this process; with several instances each keeps its own count. */
export interface AttemptLimit {
  /** Counts one attempt. @throws RATE_LIMITED with the seconds to wait. */
  take(key: string): Promise<void>;
  /** Forgets the attempts of a key, after a success. */
  forgive(key: string): Promise<void>;
  /** Takes one attempt back that was none, and leaves the others. */
  giveBack(key: string): Promise<void>;
}

/** A limit of `attempts` in `durationS` seconds for each key; one a name and process. 0 attempts: no limit. */
export function attemptLimit(limit: {
  name: string;
  attempts: number;
  durationS: number;
  refusal: string;
}): AttemptLimit {
  return once(`attempts.${limit.name}`, () => (limit.attempts === 0 ? UNLIMITED : limited(limit)));
}

const UNLIMITED: AttemptLimit = { take: async () => {}, forgive: async () => {}, giveBack: async () => {} };

function limited(limit: { name: string; attempts: number; durationS: number; refusal: string }): AttemptLimit {
  const limiter = new RateLimiterMemory({ keyPrefix: limit.name, points: limit.attempts, duration: limit.durationS });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (thrown) {
        if (!(thrown instanceof RateLimiterRes)) throw thrown;
        const retryAfterS = Math.max(1, Math.ceil(thrown.msBeforeNext / 1000));
        throw new AppError('RATE_LIMITED', `${limit.refusal} Wait ${retryAfterS} s.`, { retryAfterS });
      }
    },
    async forgive(key) {
      await limiter.delete(key);
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
  };
}
