import { newId } from '@/lib/core/ids';
import type { ToolCall } from '@/lib/tools/run';

/**
 * `signal` aborts when the caller disconnects; `abort` where no other work shares the signal. `sendOutcomeEarly` where
 * the answer can be sent before the call ends.
 */
export type CallLife = Pick<ToolCall, 'signal' | 'abort' | 'sendOutcomeEarly'>;

/** One call of a tool by a transport. The id and the signal are made on first use, because few calls need them. */
export class TransportCall implements ToolCall {
  readonly transport: 'mcp' | 'rest';
  readonly address: string;
  readonly idempotencyKey: string | null;
  readonly #life: CallLife;
  #requestId: string | undefined;

  constructor(transport: 'mcp' | 'rest', address: string, life: CallLife, idempotencyKey: string | null = null) {
    this.transport = transport;
    this.address = address;
    this.idempotencyKey = idempotencyKey;
    this.#life = life;
  }

  get signal(): AbortSignal {
    return this.#life.signal;
  }

  get abort(): (() => void) | undefined {
    const life = this.#life;
    return life.abort && (() => life.abort?.());
  }

  get sendOutcomeEarly(): ToolCall['sendOutcomeEarly'] {
    return this.#life.sendOutcomeEarly;
  }

  get requestId(): string {
    this.#requestId ??= newId();
    return this.#requestId;
  }
}
