import { log } from '@/lib/core/log';
import type { StreamName } from '@/lib/core/stream';
import { busHealthy } from './bus';
import { newestEventIds } from './store';

const SWEEP_EVERY_MS = 1_000;
/** Sweeps that are left out while the bus is healthy, and only a process that died may have kept something to itself. */
const HEALTHY_EVERY = 3;

/**
 * Finds events that nobody told of: their process died between its commit and the telling, or this one could not hear.
 * One query asks about all streams that anybody here waits for; those that grew since the last look are woken.
 */
export class Sweep {
  readonly #watched: () => ReadonlySet<StreamName>;
  readonly #wake: (stream: StreamName) => void;
  #newest = new Map<StreamName, string>();
  #ticks = 0;
  #looking = false;

  constructor(watched: () => ReadonlySet<StreamName>, wake: (stream: StreamName) => void) {
    this.#watched = watched;
    this.#wake = wake;
    setInterval(() => void this.#tick(), SWEEP_EVERY_MS).unref();
  }

  async #tick(): Promise<void> {
    this.#ticks++;
    if (this.#looking || (busHealthy() && this.#ticks % HEALTHY_EVERY !== 0)) return;
    this.#looking = true;
    try {
      await this.#look();
    } catch (error) {
      log.warn({ err: error }, 'streams could not be looked through for what nobody told of');
    } finally {
      this.#looking = false;
    }
  }

  async #look(): Promise<void> {
    const watched = this.#watched();
    const before = this.#newest;
    this.#newest = watched.size === 0 ? new Map() : await newestEventIds([...watched]);
    for (const [stream, id] of this.#newest) if (before.get(stream) !== id) this.#wake(stream);
  }
}
