import { newId } from '@/lib/core/ids';
import type { ToolCall } from '@/lib/tools/run';

/** `signal` aborts when the caller disconnects. */
export type CallLife = Pick<ToolCall, 'signal'>;

function traceparentOf(meta: unknown): string | undefined {
  const value = (meta as { traceparent?: unknown } | null | undefined)?.traceparent;
  return typeof value === 'string' ? value : undefined;
}

/** One call of a tool by a transport. The id and the signal are made on first use, because few calls need them. */
export class TransportCall implements ToolCall {
  readonly transport: 'mcp' | 'rest';
  readonly address: string;
  readonly idempotencyKey: string | null;
  /** The W3C trace context of an MCP call, from its `_meta`; the header counts for the whole exchange. */
  readonly traceparent: string | undefined;
  readonly #life: CallLife;
  #requestId: string | undefined;

  constructor(
    transport: 'mcp' | 'rest',
    address: string,
    life: CallLife,
    {
      idempotencyKey = null,
      params,
    }: { idempotencyKey?: string | null; params?: { _meta?: unknown } | undefined } = {},
  ) {
    this.transport = transport;
    this.address = address;
    this.idempotencyKey = idempotencyKey;
    this.traceparent = traceparentOf(params?._meta);
    this.#life = life;
  }

  get signal(): AbortSignal {
    return this.#life.signal;
  }

  get requestId(): string {
    this.#requestId ??= newId();
    return this.#requestId;
  }
}
