import { isDeepStrictEqual } from 'node:util';
import { nextUlid } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { loadTownSnapshot, TOWN_TOPIC, type TownSnapshot } from '@/lib/domain/werewolf';
import { onBroadcast, onStream } from '@/lib/events';
import type { DeliverEvents, Source } from './source';

/** Changes come in bursts (eight votes, a phase): the town is read once for all of a burst. */
const READ_AFTER_MS = 200;
/** Shortest time between the words of one match. */
const MIN_WORDS_INTERVAL_MS = 6_000;
/** After a lost message the town is correct again within this time. */
const MAX_AGE_MS = 30_000;

/**
 * The town: its queue and its buildings. Events carry what has changed: `queue_changed { queue }`,
 * `building_changed { building }` (also a new one), `building_removed { building_instance_id, match_id }`, and `words_said
 * { match_id, player_id, message }` for what players say, at most one of a match in a while. They are made
 * here and not stored: a reader that missed some takes a new snapshot.
 */
export class TownSource implements Source {
  readonly ready: Promise<void>;
  readonly #deliver: DeliverEvents;
  readonly #stops: (() => void)[] = [];
  /** By match: stops following its events. */
  readonly #followed = new Map<string, () => void>();
  /** By match: when its last words were published. */
  readonly #saidAtMs = new Map<string, number>();
  #town: TownSnapshot | null = null;
  #lastId = nextUlid(null);
  #seq = 0;
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;
  #stopped = false;

  constructor(deliver: DeliverEvents) {
    this.#deliver = deliver;
    this.#stops.push(onBroadcast(TOWN_TOPIC, () => this.#readSoon()));
    const timer = setInterval(() => this.#readSoon(), MAX_AGE_MS);
    this.#stops.push(() => clearInterval(timer));
    this.ready = this.#read();
    this.ready.catch(() => {});
  }

  async open() {
    return { snapshot: this.#town ?? (await loadTownSnapshot()), cursor: this.#lastId };
  }

  async readAfter(): Promise<null> {
    return null;
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const stop of [...this.#stops, ...this.#followed.values()]) stop();
    this.#followed.clear();
  }

  #readSoon(): void {
    if (this.#timer || this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#read().catch((error: unknown) => log.warn({ err: error }, 'could not read the town'));
    }, READ_AFTER_MS);
  }

  /** One reader at a time; a change meanwhile is read after it. */
  async #read(): Promise<void> {
    if (this.#reading) {
      this.#readSoon();
      return this.#reading;
    }
    this.#reading = this.#compare().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #compare(): Promise<void> {
    const after = await loadTownSnapshot();
    if (this.#stopped) return;
    const before = this.#town;
    this.#town = after;
    this.#follow(after);
    if (before) this.#publishChanges(before, after);
  }

  #publishChanges(before: TownSnapshot, after: TownSnapshot): void {
    if (!isDeepStrictEqual(lineOf(before), lineOf(after))) this.#publish('queue_changed', { queue: after.queue });
    const byMatch = new Map(before.buildings.map((building) => [building.match_id, building]));
    for (const building of after.buildings) {
      if (!isDeepStrictEqual(byMatch.get(building.match_id), building)) this.#publish('building_changed', { building });
      byMatch.delete(building.match_id);
    }
    for (const { building_instance_id, match_id } of byMatch.values()) {
      this.#publish('building_removed', { building_instance_id, match_id });
    }
  }

  /** Every public event of a match may change its building. */
  #follow({ buildings }: TownSnapshot): void {
    const running = new Set(buildings.flatMap(({ match_id, status }) => (status === 'active' ? [match_id] : [])));
    for (const [matchId, stop] of this.#followed) {
      if (running.has(matchId)) continue;
      stop();
      this.#followed.delete(matchId);
      this.#saidAtMs.delete(matchId);
    }
    for (const matchId of running) {
      if (this.#followed.has(matchId)) continue;
      const stop = onStream(matchStream(matchId), (events) => {
        if (events.some(({ type }) => BUILDING_EVENTS.has(type))) this.#readSoon();
        const message = events.findLast(({ type, audience }) => type === 'message_sent' && audience === 'public');
        if (message) this.#say(matchId, message);
      });
      this.#followed.set(matchId, stop);
    }
  }

  /** What was said in a match, unless something else was a moment ago: a bubble stays as long as it takes to read. */
  #say(matchId: string, { data: { playerId: player_id, message } }: StreamEvent): void {
    const at = Date.now();
    if (at - (this.#saidAtMs.get(matchId) ?? 0) < MIN_WORDS_INTERVAL_MS) return;
    this.#saidAtMs.set(matchId, at);
    this.#publish('words_said', { match_id: matchId, player_id, message });
  }

  #publish(type: string, data: Record<string, unknown>): void {
    this.#lastId = nextUlid(this.#lastId);
    this.#seq++;
    this.#deliver([{ stream: 'town', id: this.#lastId, seq: this.#seq, type, at: new Date().toISOString(), data }]);
  }
}

/** Events of a match that change what its building shows. */
const BUILDING_EVENTS = new Set(['phase_changed', 'player_eliminated', 'match_ended', 'match_cancelled']);

/** The queue without the estimate, which changes by itself. */
const lineOf = ({ queue: { line, fill_at } }: TownSnapshot) => ({ line, fill_at });
