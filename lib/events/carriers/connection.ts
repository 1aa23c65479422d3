import { log } from '@/lib/core/log';
import type { Carrier } from './carrier';

const RETRY_MS = 500;
/** While the connection stays down, it is logged at this interval. */
const LOG_INTERVAL_MS = 60_000;

interface ConnectionEvents {
  received: (text: string) => void;
  /** After each connect: texts may have been missed before. */
  connected: () => void;
}

/** Keeps this process connected to a carrier: a broken connection is opened again until `close`. */
export class Connection {
  readonly #carrier: Carrier;
  readonly #events: ConnectionEvents;
  /** Identifies the newest attempt; events of older ones are ignored. */
  #current: object | null = null;
  #disconnect: (() => Promise<void>) | null = null;
  #retry: NodeJS.Timeout | null = null;
  #closed = true;
  #loggedAtMs: number | null = null;

  constructor(carrier: Carrier, events: ConnectionEvents) {
    this.#carrier = carrier;
    this.#events = events;
  }

  /** Whether messages of other processes arrive now. */
  get isUp(): boolean {
    return this.#disconnect !== null;
  }

  /** Connects. @throws Error when the first attempt fails; retries follow nevertheless */
  async open(): Promise<void> {
    this.#closed = false;
    if (this.#current) return;
    const attempt = {};
    this.#current = attempt;
    const isCurrent = () => this.#current === attempt;
    const lost = (reason?: Error) => {
      if (isCurrent()) this.#reconnectLater(reason);
    };
    try {
      const received = (text: string) => isCurrent() && this.#events.received(text);
      const disconnect = await this.#carrier.connect({ received, lost });
      if (!isCurrent()) return await disconnect();
      this.#disconnect = disconnect;
    } catch (error) {
      lost(error as Error);
      throw error;
    }
    if (this.#loggedAtMs !== null) log.info(`bus: connected to ${this.#carrier.name} again`);
    this.#loggedAtMs = null;
    this.#events.connected();
  }

  /** Disconnects and does not reconnect. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#end();
  }

  /** Sends the texts. @throws Error when they may not have been taken */
  send(texts: readonly string[]): Promise<void> {
    return this.#carrier.send(texts);
  }

  #reconnectLater(reason?: Error): void {
    void this.#end();
    if (this.#closed) return;
    this.#logLoss(reason);
    this.#retry = setTimeout(() => this.open().catch(() => {}), RETRY_MS);
    this.#retry.unref();
  }

  async #end(): Promise<void> {
    const disconnect = this.#disconnect;
    this.#current = null;
    this.#disconnect = null;
    await disconnect?.().catch(() => {});
  }

  #logLoss(reason?: Error): void {
    const nowMs = Date.now();
    if (this.#loggedAtMs !== null && nowMs - this.#loggedAtMs < LOG_INTERVAL_MS) return;
    this.#loggedAtMs = nowMs;
    log.warn({ reason: messageOf(reason) }, `bus: not connected to ${this.#carrier.name}; retrying`);
  }
}

/** Only the message or code: other fields of an error may contain the URL with a password. */
function messageOf(error?: Error): string | undefined {
  const code = error && 'code' in error ? String(error.code) : undefined;
  return error?.message || code;
}
