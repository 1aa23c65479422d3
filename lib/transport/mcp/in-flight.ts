import { once } from '@/lib/core/globals';
import type { SessionMessage } from '@/lib/domain/mcp-sessions';
import { onBroadcast } from '@/lib/events';
import { abortOnDrain, type Leaving } from '@/lib/transport/http/draining';
import type { RpcId } from '@/lib/transport/json-rpc';

/** Running calls of this process that `notifications/cancelled` may end, by session and request id. */
function inFlight(): Map<string, AbortController> {
  return once('mcp.in_flight', () => {
    const calls = new Map<string, AbortController>();
    onBroadcast('mcp_sessions', (payload) => {
      const message = payload as SessionMessage;
      if (message.kind === 'cancelled') calls.get(nameOf(message.id, message.requestId))?.abort();
    });
    return calls;
  });
}

// A string id and a number id are different requests.
const nameOf = (sessionId: string, requestId: RpcId): string => `${sessionId} ${JSON.stringify(requestId)}`;

export interface TrackedCall {
  /** Aborts when the client disconnects or cancels, and when the process drains. */
  signal: AbortSignal;
  abort(): void;
  /** Aborts when the client cancels. */
  cancelled: AbortSignal;
  done(): void;
}

/** Lets `notifications/cancelled` of the session end a call until `done`; a call without a session ends by disconnecting. */
export function trackCall(sessionId: string | null, requestId: RpcId, client: Leaving): TrackedCall {
  const controller = new AbortController();
  const { signal, abort, release } = abortOnDrain(client, controller.signal);
  if (sessionId === null) return { signal, abort, cancelled: controller.signal, done: release };
  const calls = inFlight();
  const name = nameOf(sessionId, requestId);
  calls.set(name, controller);
  return {
    signal,
    abort,
    cancelled: controller.signal,
    done: () => {
      release();
      if (calls.get(name) === controller) calls.delete(name);
    },
  };
}

/** Cancels a call. Returns false when it does not run in this process. */
export function cancelCall(sessionId: string, requestId: RpcId): boolean {
  inFlight().get(nameOf(sessionId, requestId))?.abort();
  return isCallInFlight(sessionId, requestId);
}

/** Whether a call runs in this process. */
export function isCallInFlight(sessionId: string, requestId: RpcId): boolean {
  return inFlight().has(nameOf(sessionId, requestId));
}
