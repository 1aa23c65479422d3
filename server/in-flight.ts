import { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Incomplete answers and open sockets, so that a shutdown can wait for them. */
export class InFlight {
  readonly #open = new Set<ServerResponse | Duplex>();
  #whenEmpty: (() => void) | null = null;
  #draining = false;

  /** Counts an answer or an upgraded socket until it is closed. */
  track(exchange: ServerResponse | Duplex): void {
    this.#open.add(exchange);
    if (this.#draining) closeAfterAnswer(exchange);
    exchange.once('close', () => {
      this.#open.delete(exchange);
      if (this.#open.size === 0) this.#whenEmpty?.();
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** Makes every answer that has not started close its connection afterwards. */
  startDraining(): void {
    this.#draining = true;
    for (const exchange of this.#open) closeAfterAnswer(exchange);
  }

  /** Resolves when nothing is open, or after `ms`. @returns how many are still open */
  async whenIdle(ms: number): Promise<number> {
    if (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#whenEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.#open.size;
  }
}

function closeAfterAnswer(exchange: ServerResponse | Duplex): void {
  if (exchange instanceof ServerResponse && !exchange.headersSent) exchange.setHeader('connection', 'close');
}
