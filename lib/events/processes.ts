import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import {
  broadcast,
  busConnected,
  busHealthy,
  connectBus,
  onBroadcast,
  onReconnect,
  processId,
  reportMissed,
  setOthers,
} from './bus';
import { announceReads, forgetReads, isReadBy } from './read-groups';

const BEAT_MS = 2_000;
/** A process that has been silent for this long is gone, and its connections with it. */
const GONE_MS = 5_000;
const TOPIC = 'processes';

/** The processes on the bus. Each sends a sign of life; nothing is stored. */
class Processes {
  readonly #heardAtMs = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  /** Since when this process has heard the others without a break. */
  #listeningSinceMs = Date.now();
  #isSettled = false;
  #beatAtMs = Date.now();
  /** Resolves when the other processes have been sent the first sign of life. */
  readonly announced: Promise<void>;

  constructor() {
    onBroadcast(TOPIC, (id) => typeof id === 'string' && id !== processId() && this.#hear(id));
    onReconnect(() => {
      this.#forgetSilence();
      void this.#send();
    });
    setOthers({
      isAlone: () => this.#isAlone(),
      read: (stream) => !this.#hasListened() || isReadBy(stream, this.#heardAtMs.keys()),
    });
    setInterval(() => this.#beat(), BEAT_MS).unref();
    this.announced = this.#send();
  }

  isAlive(id: string): boolean {
    return id === processId() || this.#heardAtMs.has(id);
  }

  #isAlone(): boolean {
    return this.#hasListened() && this.#heardAtMs.size === 0;
  }

  /** Whether this process has listened without a break for long enough to have heard every other one. */
  #hasListened(): boolean {
    const nowMs = Date.now();
    return busHealthy() && this.#listeningSinceMs < nowMs - GONE_MS && nowMs - this.#beatAtMs < 2 * BEAT_MS;
  }

  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #send(): Promise<void> {
    if (!busConnected()) return;
    await Promise.all([broadcast(TOPIC, processId()), announceReads()]).catch((error) =>
      log.debug({ err: error }, 'could not send a sign of life'),
    );
  }

  /** Answers a process that is new, so that it knows this one before it decides who is gone. */
  #hear(id: string): void {
    const isNew = !this.#heardAtMs.has(id);
    this.#heardAtMs.set(id, Date.now());
    if (isNew) void this.#send();
  }

  /** While this process could not hear them, the others were not silent. */
  #forgetSilence(): void {
    const nowMs = Date.now();
    this.#listeningSinceMs = nowMs;
    for (const id of this.#heardAtMs.keys()) this.#heardAtMs.set(id, nowMs);
  }

  #beat(): void {
    void this.#send();
    const nowMs = Date.now();
    const wasBusy = nowMs - this.#beatAtMs > 2 * BEAT_MS;
    this.#beatAtMs = nowMs;
    // The others may have taken this process for gone.
    if (wasBusy) reportMissed();
    if (!busHealthy()) return;
    const silentSinceMs = nowMs - GONE_MS;
    const gone = [...this.#heardAtMs].filter(([, heardAtMs]) => heardAtMs < silentSinceMs);
    for (const [id] of gone) {
      this.#heardAtMs.delete(id);
      forgetReads(id);
    }
    const settles = !this.#isSettled && this.#listeningSinceMs < silentSinceMs;
    if (settles) this.#isSettled = true;
    if (!this.#isSettled || (gone.length === 0 && !settles)) return;
    for (const listener of this.#listeners) listener();
  }
}

const processes = (): Processes => once('processes', () => new Processes());

/**
 * Connects this process to the others, and makes it known to them: from then on they wake it.
 * @throws Error when it cannot listen to the database
 */
export async function startBus(): Promise<void> {
  await connectBus();
  await processes().announced;
}

/** Whether a process is there: this one, and every other one that was heard in the last seconds. */
export const isProcessAlive = (id: string): boolean => processes().isAlive(id);

/**
 * Calls the listener when it is known which processes are there, some seconds after the start, and each time one has gone.
 * Returns the unsubscribe.
 */
export const watchProcesses = (listener: () => void): (() => void) => processes().watch(listener);
