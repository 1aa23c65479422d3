import type { AgentCaller } from '@/lib/core/caller';
import { AppError, toAppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import type { StreamEvent } from '@/lib/core/stream';
import { BOARD_URI } from '@/lib/core/tool';
import type { Subscription } from '@/lib/domain/mcp-sessions';
import { followStream, mayRead, waitToRetry } from '@/lib/events';
import { findResource, streamOfUri } from '@/lib/tools/resources';
import { newestId, viewStream } from '@/lib/transport/streams';
import type { Cursors } from './session-events';

/**
 * A subscription to a resource from its newest event on; one that never changes has no events.
 * @throws NOT_FOUND when the resource does not exist for this agent
 */
export async function subscriptionAt(agent: AgentCaller, uri: string): Promise<Subscription> {
  if (findResource(uri) || uri === BOARD_URI) return { uri, since: '' };
  const stream = await streamOfUri(uri);
  if (stream === null) throw new AppError('NOT_FOUND', `Unknown resource: ${uri.slice(0, 200)}`);
  return { uri, since: await newestId(await viewStream(agent, stream)) };
}

/** Follows the event streams behind a set of subscriptions and reports which resource has new events. */
export class UpdateFeed {
  readonly #agent: AgentCaller;
  readonly #updated: (uri: string) => Promise<void>;
  readonly #stops = new Map<string, () => void>();
  #cursors: Cursors = {};
  #run = 0;
  #running = false;

  constructor(agent: AgentCaller, updated: (uri: string) => Promise<void>) {
    this.#agent = agent;
    this.#updated = updated;
  }

  get running(): boolean {
    return this.#running;
  }

  cursors(): Cursors {
    return this.#cursors;
  }

  /** Follows exactly these subscriptions, each from its cursor, or else from its beginning. */
  start(subscriptions: readonly Subscription[], cursors: Cursors | null): void {
    this.stop();
    const run = this.#run;
    this.#cursors = Object.fromEntries(subscriptions.map(({ uri, since }) => [uri, cursors?.[uri] ?? since]));
    this.#running = true;
    for (const { uri } of subscriptions) void this.#followAgain(uri, run);
  }

  stop(): void {
    this.#run++;
    this.#running = false;
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }

  async #follow(uri: string, run: number): Promise<void> {
    const stream = await streamOfUri(uri);
    if (stream === null) return;
    const view = await viewStream(this.#agent, stream);
    if (run !== this.#run) return;
    this.#unfollow(uri);
    const stop = followStream({
      ...view,
      after: this.#cursors[uri] ?? '',
      onEvents: (events) => {
        this.#report(uri, stream, run, events).catch((error) =>
          log.debug({ err: error, uri }, 'could not notify a client of new events'),
        );
      },
    });
    this.#stops.set(uri, stop);
  }

  #unfollow(uri: string): void {
    this.#stops.get(uri)?.();
    this.#stops.delete(uri);
  }

  /** Notifies the client of events. Who reads the secret ones can have changed since the stream was followed. */
  async #report(uri: string, stream: string, run: number, events: readonly StreamEvent[]): Promise<void> {
    if (events.every(({ audience }) => audience !== 'public')) {
      const { audiences } = await viewStream(this.#agent, stream);
      if (run !== this.#run || !events.some((event) => mayRead(audiences, event))) return;
    }
    const newest = events.at(-1)?.id ?? '';
    if (newest > (this.#cursors[uri] ?? '')) this.#cursors = { ...this.#cursors, [uri]: newest };
    // A match lets its players read more than its lobby did.
    if (events.some(({ type }) => type === 'match_started')) void this.#followAgain(uri, run);
    await this.#updated(uri);
  }

  /** Follows a resource from its cursor on, and tries again, later and later, while that fails for a moment. */
  async #followAgain(uri: string, run: number): Promise<void> {
    this.#unfollow(uri);
    for (let attempt = 1; run === this.#run; attempt++) {
      try {
        return await this.#follow(uri, run);
      } catch (error) {
        if (!toAppError(error).retryable) {
          log.debug({ err: error, uri }, 'a subscribed resource cannot be read any more');
          return;
        }
        log.warn({ err: error, uri }, 'following a subscribed resource failed');
        await waitToRetry(attempt);
      }
    }
  }
}
