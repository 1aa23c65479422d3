import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers that are not complete yet, so that a stop can wait for them. */
export class InFlight {
  readonly #open = new Set<ServerResponse>();
  #whenEmpty: (() => void) | null = null;
  #draining = false;

  /** Counts an exchange until its connection lets go of it. */
  track(_request: IncomingMessage, response: ServerResponse): void {
    this.#open.add(response);
    if (this.#draining) response.setHeader('connection', 'close');
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size === 0) this.#whenEmpty?.();
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /** Tells every answer that has not begun that its connection ends with it. */
  startDraining(): void {
    this.#draining = true;
    for (const response of this.#open) {
      if (!response.headersSent) response.setHeader('connection', 'close');
    }
  }

  /** Resolves when all are answered, or after `ms` with those that are not. */
  async settled(ms: number): Promise<number> {
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
