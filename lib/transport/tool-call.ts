import { newId } from '@/lib/core/ids';
import type { ToolCall } from '@/lib/tools/run';

/** One call of a tool as a transport makes it. What few calls need, the id and the signal, is made on first use. */
export class TransportCall implements ToolCall {
  readonly transport: 'mcp' | 'rest';
  readonly address: string;
  readonly idempotencyKey: string | null;
  readonly #going: { readonly signal: AbortSignal };
  #requestId: string | undefined;

  constructor(
    transport: 'mcp' | 'rest',
    address: string,
    going: { readonly signal: AbortSignal },
    idempotencyKey: string | null = null,
  ) {
    this.transport = transport;
    this.address = address;
    this.idempotencyKey = idempotencyKey;
    this.#going = going;
  }

  get signal(): AbortSignal {
    return this.#going.signal;
  }

  get requestId(): string {
    this.#requestId ??= newId();
    return this.#requestId;
  }
}
