import { newId } from '@/lib/core/ids';
import type { ToolCall } from '@/lib/tools/run';

/** One call of a tool by a transport. The id and the signal are made on first use, because few calls need them. */
export class TransportCall implements ToolCall {
  readonly transport: 'mcp' | 'rest';
  readonly address: string;
  readonly idempotencyKey: string | null;
  readonly #disconnect: { readonly signal: AbortSignal };
  #requestId: string | undefined;

  constructor(
    transport: 'mcp' | 'rest',
    address: string,
    disconnect: { readonly signal: AbortSignal },
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

  get requestId(): string {
    this.#requestId ??= newId();
    return this.#requestId;
  }
}
