import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { AppError } from '@/lib/core/errors';
import { FairQueue } from '@/lib/core/fair-queue';
import { removeHiddenCharacters } from '@/lib/core/plain-text';
import { inSpan, tracing } from '@/lib/core/tracing';
import { type CallContext, type ExperienceClient, isExperienceTool } from './experience-client';
import { isRefusedAddress } from './guard';
import { CallCancelled, type OutboundLimits } from './outbound';

/** Callers of one experience whose failures are counted. */
const MAX_SHARES = 1_000;
/** The share of the platform's own calls. */
const PLATFORM = 'platform';

function countsAgainst(error: Error): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'EXPERIENCE_TIMEOUT' || error.code === 'EXPERIENCE_UNREACHABLE') &&
    !(error instanceof CallCancelled) &&
    !isRefusedAddress(error)
  );
}

/**
 * The bounds of calls to one experience: in all, for the share of one owner, and with places for the calls that a match needs.
 * A caller whose calls fail several times in a row is paused; the failures of one caller pause nobody else, and no call that a
 * match needs, which could otherwise be made to fail.
 */
class Bounds {
  readonly #limits: OutboundLimits;
  readonly #queue: FairQueue;
  readonly #breakers = new LRUCache<string, CircuitBreakerPolicy>({ max: MAX_SHARES });

  constructor(limits: OutboundLimits) {
    this.#limits = limits;
    this.#queue = new FairQueue({
      name: 'experience_calls',
      what: 'calls to this experience',
      maxRunning: limits.maxConcurrent,
      maxRunningPerKey: limits.maxPerShare,
      reserved: Math.floor(limits.maxConcurrent / 4),
      maxWaitingPerKey: limits.maxWaitMs === 0 ? 0 : limits.maxConcurrent,
      maxWaitMs: limits.maxWaitMs,
    });
  }

  async run<T>({ share = PLATFORM, isNeeded, signal }: CallContext, call: () => Promise<T>): Promise<T> {
    const breaker = isNeeded ? null : this.#breakerOf(share);
    if (!breaker) return this.#inPlace({ share, isNeeded, signal }, call);
    try {
      return await breaker.execute(() => this.#inPlace({ share, isNeeded, signal }, call));
    } catch (thrown) {
      throw thrown instanceof BrokenCircuitError ? this.#paused() : thrown;
    }
  }

  close(): void {
    this.#queue.forget();
  }

  async #inPlace<T>(
    { share = PLATFORM, isNeeded, signal }: Pick<CallContext, 'share' | 'isNeeded' | 'signal'>,
    call: () => Promise<T>,
  ): Promise<T> {
    const release = await this.#queue.enter({ key: share, isReserved: isNeeded, signal }).catch((thrown: unknown) => {
      if (signal?.aborted) throw new CallCancelled();
      throw thrown instanceof AppError && thrown.code === 'SERVICE_UNAVAILABLE' ? this.#exhausted() : thrown;
    });
    try {
      return await call();
    } finally {
      release();
    }
  }

  #breakerOf(share: string): CircuitBreakerPolicy | null {
    const { failuresToOpen, openForMs } = this.#limits;
    if (failuresToOpen === null) return null;
    const existing = this.#breakers.get(share);
    if (existing) return existing;
    const breaker = circuitBreaker(handleWhen(countsAgainst), {
      halfOpenAfter: openForMs,
      breaker: new ConsecutiveBreaker(failuresToOpen),
    });
    this.#breakers.set(share, breaker);
    return breaker;
  }

  #exhausted(): AppError {
    const text = `${this.#limits.maxConcurrent} calls to this experience are already in progress.`;
    return new AppError('POOL_EXHAUSTED', text, { retryAfterS: 1 });
  }

  #paused(): AppError {
    const text = 'The experience failed several times in a row. Calls to it are paused for a moment.';
    return new AppError('EXPERIENCE_UNREACHABLE', text, { retryAfterS: Math.ceil(this.#limits.openForMs / 1000) });
  }
}

/** The tools of a server without the contract are named by who calls them, and no span holds what a caller wrote. */
const nameOfTool = (tool: string): string => (isExperienceTool(tool) ? tool : 'tools/call');

/** Runs a call of a remote server in a span of its own, whose context the server gets. */
function inCallSpan<T>(name: string, call: () => Promise<T>): Promise<T> {
  const traced = tracing();
  const details = { kind: 'client', attributes: { 'botplay.peer': 'experience' } } as const;
  return traced?.current() ? inSpan(traced, `experience ${name}`, details, call) : call();
}

/**
 * A client whose calls keep to the bounds of its experience, and whose answers have no hidden characters. A call waits a moment for
 * a place.
 * @throws besides what the client throws: RATE_LIMITED when the caller's own calls are in the way, POOL_EXHAUSTED when all
 * places are taken, EXPERIENCE_UNREACHABLE while the caller is paused
 */
export function boundedClient(client: ExperienceClient, limits: OutboundLimits): ExperienceClient {
  const bounds = new Bounds(limits);
  return {
    callTool: (tool, args, context = {}) =>
      bounds.run(context, () =>
        inCallSpan(nameOfTool(tool), async () => removeHiddenCharacters(await client.callTool(tool, args, context))),
      ),
    listTools: (context = {}) =>
      bounds.run(context, () =>
        inCallSpan('tools/list', async () => removeHiddenCharacters(await client.listTools(context))),
      ),
    describeServer: (context = {}) =>
      bounds.run(context, async () => removeHiddenCharacters(await client.describeServer(context))),
    openSession: (context = {}) =>
      bounds.run(context, () => inCallSpan('initialize', () => client.openSession(context))),
    closeSession: (id, context) => client.closeSession(id, context),
    async close(withinMs) {
      bounds.close();
      await client.close(withinMs);
    },
  };
}
