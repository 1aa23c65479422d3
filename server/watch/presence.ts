import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { broadcast, onBroadcast } from '@/lib/events';

/** Changes are collected for this long, so that a crowd is announced once. */
const ANNOUNCE_AFTER_MS = 1_000;
/** Processes repeat their counts this often, and are dropped when they do not. */
const REPEAT_EVERY_MS = 15_000;
const DROP_AFTER_MS = 40_000;
/** Streams of one message; PostgreSQL takes 8,000 bytes. */
const MAX_STREAMS_PER_MESSAGE = 80;

const messageSchema = z.object({ from: z.string(), counts: z.record(z.string(), z.number()) });

/** Counts the spectators of a stream, over all processes. */
export class Presence {
  readonly #me = randomBytes(6).toString('base64url');
  readonly #here = new Map<string, number>();
  readonly #elsewhere = new Map<string, Map<string, { count: number; atMs: number }>>();
  readonly #announced = new Map<string, number>();
  readonly #changed = new Set<string>();
  readonly #notify: (stream: string, spectators: number) => void;
  readonly #stopListening: () => void;
  readonly #repeater: NodeJS.Timeout;
  #timer: NodeJS.Timeout | null = null;

  constructor(notify: (stream: string, spectators: number) => void) {
    this.#notify = notify;
    this.#stopListening = onBroadcast('presence', (payload) => this.#receive(payload));
    this.#repeater = setInterval(() => this.#repeat(), REPEAT_EVERY_MS);
    this.#repeater.unref();
  }

  /** Spectators of a stream, here and elsewhere. */
  count(stream: string): number {
    let sum = this.#here.get(stream) ?? 0;
    for (const { count, atMs } of this.#elsewhere.get(stream)?.values() ?? []) {
      if (Date.now() - atMs < DROP_AFTER_MS) sum += count;
    }
    return sum;
  }

  /** One more or one fewer in this process. */
  change(stream: string, by: 1 | -1): void {
    const count = (this.#here.get(stream) ?? 0) + by;
    if (count > 0) this.#here.set(stream, count);
    else this.#here.delete(stream);
    this.#changed.add(stream);
    this.#announceSoon();
  }

  stop(): void {
    this.#stopListening();
    clearInterval(this.#repeater);
    if (this.#timer) clearTimeout(this.#timer);
  }

  #announceSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const changed = [...this.#changed];
      this.#changed.clear();
      for (const stream of changed) this.#announce(stream);
      this.#send(changed);
    }, ANNOUNCE_AFTER_MS);
  }

  #announce(stream: string): void {
    const count = this.count(stream);
    if (this.#announced.get(stream) === count) return;
    if (count > 0) this.#announced.set(stream, count);
    else this.#announced.delete(stream);
    this.#notify(stream, count);
  }

  #send(streams: readonly string[]): void {
    for (let from = 0; from < streams.length; from += MAX_STREAMS_PER_MESSAGE) {
      const some = streams.slice(from, from + MAX_STREAMS_PER_MESSAGE);
      const counts = Object.fromEntries(some.map((stream) => [stream, this.#here.get(stream) ?? 0]));
      broadcast('presence', { from: this.#me, counts }).catch(() => {});
    }
  }

  #receive(payload: unknown): void {
    const message = messageSchema.safeParse(payload);
    if (!message.success || message.data.from === this.#me) return;
    for (const [stream, count] of Object.entries(message.data.counts)) {
      const counts = this.#elsewhere.get(stream) ?? new Map();
      if (count > 0) counts.set(message.data.from, { count, atMs: Date.now() });
      else counts.delete(message.data.from);
      if (counts.size > 0) this.#elsewhere.set(stream, counts);
      else this.#elsewhere.delete(stream);
      if (this.#here.has(stream)) this.#announce(stream);
    }
  }

  #repeat(): void {
    for (const [stream, counts] of this.#elsewhere) {
      for (const [from, { atMs }] of counts) if (Date.now() - atMs >= DROP_AFTER_MS) counts.delete(from);
      if (counts.size === 0) this.#elsewhere.delete(stream);
    }
    for (const stream of this.#here.keys()) this.#announce(stream);
    this.#send([...this.#here.keys()]);
  }
}
