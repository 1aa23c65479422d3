import { once } from '@/lib/core/globals';
import type { SessionMessage } from '@/lib/domain/mcp-sessions';
import { onBroadcast } from '@/lib/events';
import { type Leaving, WaitingLife } from '@/lib/transport/http/draining';
import type { RpcId } from '@/lib/transport/json-rpc';

/** Running calls of this process that `notifications/cancelled` may end, by session and request id. */
function inFlight(): Map<string, TrackedCall> {
  return once('mcp.in_flight', () => {
    const calls = new Map<string, TrackedCall>();
    onBroadcast('mcp_sessions', (payload) => {
      const message = payload as SessionMessage;
      if (message.kind === 'cancelled') calls.get(nameOf(message.id, message.requestId))?.cancel();
    });
    return calls;
  });
}

// A string id and a number id are different requests.
const nameOf = (sessionId: string, requestId: RpcId): string => `${sessionId} ${JSON.stringify(requestId)}`;

/** The life of a call that its client may also cancel, by `notifications/cancelled` of its session. */
export class TrackedCall extends WaitingLife {
  readonly #name: string | null;
  #isCancelled = false;

  /** @param sessionId null for a call without a session, which ends by disconnecting */
  constructor(sessionId: string | null, requestId: RpcId, client: Leaving) {
    super(client);
    this.#name = sessionId === null ? null : nameOf(sessionId, requestId);
    if (this.#name !== null) inFlight().set(this.#name, this);
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.end();
  }

  protected override release(): void {
    super.release();
    if (this.#name !== null && inFlight().get(this.#name) === this) inFlight().delete(this.#name);
  }
}

/** Cancels a call. Returns false when it does not run in this process. */
export function cancelCall(sessionId: string, requestId: RpcId): boolean {
  inFlight().get(nameOf(sessionId, requestId))?.cancel();
  return isCallInFlight(sessionId, requestId);
}

/** Whether a call runs in this process. */
export function isCallInFlight(sessionId: string, requestId: RpcId): boolean {
  return inFlight().has(nameOf(sessionId, requestId));
}
