import { newId } from '@/lib/core/ids';
import type { ToolCall } from '@/lib/tools/run';

/** Aborts when the caller disconnects; `abort` where no other work shares the signal. */
type Disconnect = Pick<ToolCall, 'signal' | 'abort'>;

/** One call of a tool by a transport. The id and the signal are made on first use, because few calls need them. */
export class TransportCall implements ToolCall {
  readonly transport: 'mcp' | 'rest';
  readonly address: string;
  readonly idempotencyKey: string | null;
  readonly #disconnect: Disconnect;
  #requestId: string | undefined;

  constructor(
    transport: 'mcp' | 'rest',
    address: string,
    disconnect: Disconnect,
    idempotencyKey: string | null = null,
  ) {
    this.transport = transport;
    this.address = address;
    this.idempotencyKey = idempotencyKey;
    this.#disconnect = disconnect;
  }

  get signal(): AbortSignal {
    return this.#disconnect.signal;
  }

  get abort(): (() => void) | undefined {
    const disconnect = this.#disconnect;
    return disconnect.abort && (() => disconnect.abort?.());
  }

  get requestId(): string {
    this.#requestId ??= newId();
    return this.#requestId;
  }
}
