import type { IncomingHttpHeaders } from 'node:http';
import type { AgentCaller } from '@/lib/core/caller';
import { toAppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { onCredentialChange, readOwner } from '@/lib/domain/accounts';
import { authenticate, watchCredential } from '@/lib/domain/keys';
import { addressBlock, clientAddress, takeLimit } from '@/lib/domain/limits';
import { isOriginAllowed } from '@/lib/domain/relay';
import { isForRequest } from '@/lib/transport/http/challenge';
import { isOwnOrigin } from '@/lib/transport/http/hosts';
import { type RelayCaller, relayPlaces } from '@/lib/transport/relay';

/** When an address with too many connections may try again. */
const RETRY_AFTER_S = 10;

/** Why a connection is refused: a status line, and when to try again. */
interface Refusal {
  refusal: string;
  retryAfterS?: number;
}

/**
 * Who opens a connection to the relay: an agent by its credential, a page by its cookie, or anybody without either. Pages
 * of other sites are refused, because a browser would let them speak to a server on this machine; but those that a room
 * allows may join this room, which they name in the address, and no cookie counts for them. An agent that its owner has
 * stopped is refused as well.
 */
export async function findCaller({
  headers,
  peer,
  roomName = null,
}: {
  headers: IncomingHttpHeaders;
  /** The address of the socket. */
  peer: string | undefined;
  /** The room that the address names. */
  roomName?: string | null;
}): Promise<RelayCaller | Refusal> {
  const { origin, host = '', authorization } = headers;
  const isForeign = origin !== undefined && !isOwnOrigin(origin, host);
  if (isForeign && roomName === null) return { refusal: '403 Forbidden' };
  const apiKey = headers['x-api-key']?.toString() ?? null;
  const from = clientAddress({ peer, forwardedFor: headers['x-forwarded-for']?.toString() });
  const address = addressBlock(from);
  if (relayPlaces().isShareFull(address)) return { refusal: '429 Too Many Requests', retryAfterS: RETRY_AFTER_S };
  try {
    if (isForeign && roomName !== null) {
      await takeLimit('relay_foreign', address);
      const isAllowed = await isOriginAllowed(roomName, origin);
      return isAllowed ? { ownerId: null, address, onlyRoom: roomName } : { refusal: '403 Forbidden' };
    }
    if (authorization !== undefined || apiKey !== null) {
      const reachedBy = `${headers['x-forwarded-proto'] ?? 'http'}://${host}`;
      // A socket is a part of the whole site, not of an MCP endpoint.
      const isFor = isForRequest({ origin: reachedBy, url: '' });
      const credential = { authorization: authorization ?? null, apiKey, isFor };
      const caller = await authenticate({ ...credential, address: from });
      if (!caller) return { refusal: '401 Unauthorized' };
      if (caller.controls.isStopped) return { refusal: '403 Forbidden' };
      return { ownerId: caller.ownerId, address, watch: (onEnd) => watchAgent(caller, credential, onEnd) };
    }
    const owner = await readOwner(headers.cookie ?? null);
    if (owner?.restrictions.suspension) return { refusal: '403 Forbidden' };
    return { ownerId: owner?.ownerId ?? null, address };
  } catch (thrown) {
    const { code, http, retryAfterS } = toAppError(thrown);
    if (code === 'RATE_LIMITED') return { refusal: '429 Too Many Requests', retryAfterS };
    log.warn({ code, err: thrown }, 'could not find out who opens a relay connection');
    return { refusal: http === 503 ? '503 Service Unavailable' : '401 Unauthorized' };
  }
}

/** Calls `onEnd` when the agent's credential stops working, or its owner stops the agent. Returns the unsubscribe. */
function watchAgent(
  caller: AgentCaller,
  credential: Parameters<typeof authenticate>[0],
  onEnd: () => void,
): () => void {
  const stopWatching = watchCredential(caller, onEnd);
  const isStopped = async () => (await authenticate(credential))?.controls.isStopped === true;
  const stopListening = onCredentialChange(({ agentId, ended }) => {
    if (ended || agentId !== caller.agentId) return;
    isStopped().then(
      (stopped) => stopped && onEnd(),
      (thrown) => (toAppError(thrown).http === 503 ? undefined : onEnd()),
    );
  });
  return () => {
    stopWatching();
    stopListening();
  };
}
