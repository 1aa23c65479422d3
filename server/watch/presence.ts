import { z } from 'zod';
import { broadcastHint, isProcessAlive, onBroadcast, processId, watchProcesses } from '@/lib/events';

/** Changes are collected for this long, so that a crowd is announced once. */
const ANNOUNCE_AFTER_MS = 1_000;
/** Processes repeat their counts this often, for those that are new or missed a message. */
const REPEAT_EVERY_MS = 15_000;
/** Streams of one message; PostgreSQL takes 8,000 bytes. */
const MAX_STREAMS_PER_MESSAGE = 80;

const messageSchema = z.object({ from: z.string(), counts: z.record(z.string(), z.number()) });

/** Counts the spectators of a stream, over all processes. */
export class Presence {
  readonly #here = new Map<string, number>();
  readonly #elsewhere = new Map<string, Map<string, number>>();
  readonly #announced = new Map<string, number>();
  readonly #changed = new Set<string>();
  readonly #notify: (stream: string, spectators: number) => void;
  readonly #stops: (() => void)[];
  readonly #repeater: NodeJS.Timeout;
  #timer: NodeJS.Timeout | null = null;

  constructor(notify: (stream: string, spectators: number) => void) {
    this.#notify = notify;
    this.#stops = [
      onBroadcast('presence', (payload) => this.#receive(payload)),
      watchProcesses(() => this.#removeLost()),
    ];
    this.#repeater = setInterval(() => this.#repeat(), REPEAT_EVERY_MS);
    this.#repeater.unref();
  }

  /** Spectators of a stream, here and elsewhere. */
  count(stream: string): number {
    let sum = this.#here.get(stream) ?? 0;
    for (const count of this.#elsewhere.get(stream)?.values() ?? []) sum += count;
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
    for (const stop of this.#stops) stop();
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
      void broadcastHint('presence', { from: processId(), counts });
    }
  }

  #receive(payload: unknown): void {
    const message = messageSchema.safeParse(payload);
    if (!message.success || message.data.from === processId()) return;
    for (const [stream, count] of Object.entries(message.data.counts)) {
      const counts = this.#elsewhere.get(stream) ?? new Map();
      if (count > 0) counts.set(message.data.from, count);
      else counts.delete(message.data.from);
      if (counts.size > 0) this.#elsewhere.set(stream, counts);
      else this.#elsewhere.delete(stream);
      if (this.#here.has(stream)) this.#announce(stream);
    }
  }

  #repeat(): void {
    for (const stream of this.#here.keys()) this.#announce(stream);
    this.#send([...this.#here.keys()]);
  }

  #removeLost(): void {
    for (const [stream, counts] of this.#elsewhere) {
      for (const from of counts.keys()) if (!isProcessAlive(from)) counts.delete(from);
      if (counts.size === 0) this.#elsewhere.delete(stream);
      if (this.#here.has(stream)) this.#announce(stream);
    }
  }
}
