import { log } from '@/lib/core/log';
import type { StreamName } from '@/lib/core/stream';
import { pool } from '@/lib/data/database';
import { busHealthy, isAlone } from './bus';
import { newestEventIds } from './store';

const SWEEP_INTERVAL_MS = 1_000;
/** While the bus is healthy only the events of a process that died can be missed, so most sweeps are skipped. */
const HEALTHY_INTERVALS = 3;
/** Without another process only a command or one that cannot be heard commits. */
const ALONE_INTERVALS = 30;

/**
 * Finds events without a notification: their process died between commit and notification, or this one was not connected.
 * One query reads the newest event of every stream that has readers here; readers of streams that grew are woken.
 */
export class Sweep {
  readonly #readStreams: () => ReadonlySet<StreamName>;
  readonly #wake: (stream: StreamName) => void;
  #newest = new Map<StreamName, string>();
  #intervals = 0;
  #running = false;

  constructor(readStreams: () => ReadonlySet<StreamName>, wake: (stream: StreamName) => void) {
    this.#readStreams = readStreams;
    this.#wake = wake;
    setInterval(() => void this.#tick(), SWEEP_INTERVAL_MS).unref();
  }

  async #tick(): Promise<void> {
    this.#intervals++;
    const intervals = isAlone() ? ALONE_INTERVALS : busHealthy() ? HEALTHY_INTERVALS : 1;
    if (this.#running || this.#intervals % intervals !== 0 || pool().ending) return;
    this.#running = true;
    try {
      await this.#sweep();
    } catch (error) {
      log.warn({ err: error }, 'sweep for missed events failed');
    } finally {
      this.#running = false;
    }
  }

  async #sweep(): Promise<void> {
    const streams = this.#readStreams();
    const before = this.#newest;
    this.#newest = streams.size === 0 ? new Map() : await newestEventIds([...streams]);
    for (const [stream, id] of this.#newest) if (before.get(stream) !== id) this.#wake(stream);
  }
}
