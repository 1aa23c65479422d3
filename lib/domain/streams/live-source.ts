import { nextUlid } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { isDecidedView, type LiveMatch, listLiveMatches, loadMatchSnapshot, publicLine } from '@/lib/domain/matches';
import { onBroadcast, onStream } from '@/lib/events';
import type { DeliverEvents, Source } from './source';

/** Matches that the stream `live` shows: as many as a page does. */
const MAX_LIVE_MATCHES = 24;
/** Shortest time between two updates of a match. */
const MIN_UPDATE_INTERVAL_MS = 400;
/** Matches begin and end in bursts; the list is read once for all of a burst. */
const LIST_AFTER_MS = 250;
/** After a lost message the list is correct again within this time. */
const MAX_LIST_AGE_MS = 30_000;

interface Followed {
  match: LiveMatch;
  stop: () => void;
  /** Waits to publish the newest change. */
  timer: NodeJS.Timeout | null;
  publishedAtMs: number;
  publishedView: LiveMatch['view'];
}

/**
 * The matches that are being played: which ones join and leave the list, and every change of a position, at most a few
 * times a second each. Its events are made here and not stored: a reader that missed some takes a new snapshot.
 */
export class LiveSource implements Source {
  readonly ready: Promise<void>;
  readonly #deliver: DeliverEvents;
  readonly #followed = new Map<string, Followed>();
  readonly #stops: (() => void)[] = [];
  #order: string[] = [];
  #lastId = '';
  #seq = 0;
  #listing: Promise<void> | null = null;
  #listAgain = false;
  #listTimer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(deliver: DeliverEvents) {
    this.#deliver = deliver;
    this.#lastId = nextUlid(null);
    this.#stops.push(onBroadcast('live', () => this.#listSoon()));
    const timer = setInterval(() => this.#listSoon(), MAX_LIST_AGE_MS);
    this.#stops.push(() => clearInterval(timer));
    this.ready = this.#list();
    this.ready.catch(() => {});
  }

  async open() {
    return { snapshot: { matches: this.#matches(), server_time: new Date().toISOString() }, cursor: this.#lastId };
  }

  async readAfter(): Promise<null> {
    return null;
  }

  stop(): void {
    this.#stopped = true;
    if (this.#listTimer) clearTimeout(this.#listTimer);
    for (const stop of this.#stops) stop();
    for (const id of [...this.#followed.keys()]) this.#unfollow(id);
  }

  #matches(): LiveMatch[] {
    return this.#order.flatMap((id) => this.#followed.get(id)?.match ?? []);
  }

  #publish(type: string, data: Record<string, unknown>): void {
    if (this.#stopped) return;
    this.#lastId = nextUlid(this.#lastId);
    this.#seq++;
    this.#deliver([{ stream: 'live', id: this.#lastId, seq: this.#seq, type, at: new Date().toISOString(), data }]);
  }

  #listSoon(): void {
    if (this.#listTimer || this.#stopped) return;
    this.#listTimer = setTimeout(() => {
      this.#listTimer = null;
      this.#list().catch((error: unknown) => log.warn({ err: error }, 'could not read the list of live matches'));
    }, LIST_AFTER_MS);
  }

  /** Reads the list and publishes the differences; one reader at a time. */
  #list(): Promise<void> {
    if (this.#listing) {
      this.#listAgain = true;
      return this.#listing;
    }
    this.#listing = this.#readList().finally(() => {
      this.#listing = null;
      if (!this.#listAgain || this.#stopped) return;
      this.#listAgain = false;
      this.#listSoon();
    });
    return this.#listing;
  }

  async #readList(): Promise<void> {
    const listed = await listLiveMatches({ limit: MAX_LIVE_MATCHES });
    if (this.#stopped) return;
    const ids = new Set(listed.map((match) => match.match_id));
    for (const id of [...this.#followed.keys()]) if (!ids.has(id)) await this.#removeMatch(id);
    this.#order = listed.map((match) => match.match_id);
    for (const match of listed) {
      const followed = this.#followed.get(match.match_id);
      if (!followed) this.#follow(match);
      else if ((followed.match.moved_at === null) !== (match.moved_at === null)) {
        followed.match = { ...followed.match, moved_at: match.moved_at };
        this.#publishMatch(match.match_id);
      }
    }
  }

  /** Publishes the final state of a match that left the list, then that it left. */
  async #removeMatch(id: string): Promise<void> {
    const followed = this.#followed.get(id);
    if (!followed) return;
    if (followed.match.status === 'active') {
      const final = await loadMatchSnapshot({ matchId: id, viewer: 'spectator' });
      if (final) followed.match = { ...followed.match, ...final };
    }
    if (this.#stopped) return;
    this.#publishMatch(id);
    this.#unfollow(id);
    this.#publish('match_left', { match_id: id, status: followed.match.status });
  }

  #follow(match: LiveMatch): void {
    const stop = onStream(matchStream(match.match_id), (events) => this.#apply(match.match_id, events));
    this.#followed.set(match.match_id, {
      match,
      stop,
      timer: null,
      publishedAtMs: Date.now(),
      publishedView: match.view,
    });
    this.#publish('match_listed', { match });
  }

  #unfollow(id: string): void {
    const followed = this.#followed.get(id);
    if (!followed) return;
    followed.stop();
    if (followed.timer) clearTimeout(followed.timer);
    this.#followed.delete(id);
  }

  #apply(id: string, events: StreamEvent[]): void {
    const followed = this.#followed.get(id);
    if (!followed) return;
    const before = followed.match;
    for (const event of events) if (event.audience === 'public') followed.match = after(followed.match, event);
    if (followed.match === before || followed.timer) return;
    const waitMs = Math.max(0, followed.publishedAtMs + MIN_UPDATE_INTERVAL_MS - Date.now());
    followed.timer = setTimeout(() => this.#publishMatch(id), waitMs);
  }

  #publishMatch(id: string): void {
    const followed = this.#followed.get(id);
    if (!followed) return;
    if (followed.timer) clearTimeout(followed.timer);
    followed.timer = null;
    followed.publishedAtMs = Date.now();
    const { match_id, status, view, text, clock, ply, outcome, end_reason, moved_at, is_decided, commentary } =
      followed.match;
    const position = view === followed.publishedView ? {} : { view, text };
    followed.publishedView = view;
    const place = { clock, ply, moved_at, is_decided, commentary };
    this.#publish('match_moved', { match_id, status, ...position, ...place, outcome, end_reason });
  }
}

/** The match after a public event. Each transition shows what the game looks like on its last event. */
function after(match: LiveMatch, { type, data, at }: StreamEvent): LiveMatch {
  const line = publicLine({ type, data });
  if (!('view' in data))
    return { ...match, moved_at: new Date(at).toISOString(), commentary: line ?? match.commentary };
  const position = data as Pick<LiveMatch, 'view' | 'text' | 'clock' | 'ply'>;
  const next = {
    ...match,
    view: position.view,
    text: position.text,
    clock: position.clock,
    ply: position.ply,
    moved_at: new Date(at).toISOString(),
    is_decided: isDecidedView(match.game_type, position.view),
    commentary: line,
  };
  if (type !== 'match_ended' && type !== 'match_cancelled') return next;
  const ended = data as { outcome: LiveMatch['outcome']; reason: string };
  const status = type === 'match_ended' ? 'completed' : 'cancelled';
  return { ...next, status, outcome: ended.outcome, end_reason: ended.reason };
}
