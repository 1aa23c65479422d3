import { log } from '@/lib/core/log';
import type { Carrier } from './carrier';

const RETRY_MS = 500;
/** A line that stays down is told of no more often. */
const COMPLAIN_EVERY_MS = 60_000;

interface LineEvents {
  heard: (text: string) => void;
  /** Each time that it is connected: texts may have been missed before. */
  up: () => void;
}

/** Keeps this process connected to a carrier: a connection that breaks is made again, until the line is closed. */
export class Line {
  readonly #carrier: Carrier;
  readonly #events: LineEvents;
  /** The connection that is being made or stands; what an older one still says is not heard. */
  #current: object | null = null;
  #hangUp: (() => Promise<void>) | null = null;
  #retry: NodeJS.Timeout | null = null;
  #closed = true;
  #complainedAtMs: number | null = null;

  constructor(carrier: Carrier, events: LineEvents) {
    this.#carrier = carrier;
    this.#events = events;
  }

  /** Whether what others send arrives now. */
  get isUp(): boolean {
    return this.#hangUp !== null;
  }

  /** Connects. @throws Error when the first attempt fails; others follow all the same */
  async open(): Promise<void> {
    this.#closed = false;
    if (this.#current) return;
    const connection = {};
    this.#current = connection;
    const isCurrent = () => this.#current === connection;
    const lost = (reason?: Error) => {
      if (isCurrent()) this.#lose(reason);
    };
    try {
      const hangUp = await this.#carrier.listen({ heard: (text) => isCurrent() && this.#events.heard(text), lost });
      if (!isCurrent()) return await hangUp();
      this.#hangUp = hangUp;
    } catch (error) {
      lost(error as Error);
      throw error;
    }
    if (this.#complainedAtMs !== null) log.info(`the wake-up connection to ${this.#carrier.name} stands again`);
    this.#complainedAtMs = null;
    this.#events.up();
  }

  /** Hangs up and stays so. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#end();
  }

  /** Hands the texts to the carrier. @throws Error when it is not certain that they were taken */
  send(texts: readonly string[]): Promise<void> {
    return this.#carrier.send(texts);
  }

  #lose(reason?: Error): void {
    void this.#end();
    if (this.#closed) return;
    this.#complain(reason);
    this.#retry = setTimeout(() => this.open().catch(() => {}), RETRY_MS);
    this.#retry.unref();
  }

  async #end(): Promise<void> {
    const hangUp = this.#hangUp;
    this.#current = null;
    this.#hangUp = null;
    await hangUp?.().catch(() => {});
  }

  #complain(reason?: Error): void {
    const nowMs = Date.now();
    if (this.#complainedAtMs !== null && nowMs - this.#complainedAtMs < COMPLAIN_EVERY_MS) return;
    this.#complainedAtMs = nowMs;
    log.warn({ reason: reasonOf(reason) }, `there is no wake-up connection to ${this.#carrier.name}; trying again`);
  }
}

/** The words of an error, and of nothing else in it: some carry the URL that they are about. */
function reasonOf(error?: Error): string | undefined {
  const code = error && 'code' in error ? String(error.code) : undefined;
  return error?.message || code;
}
