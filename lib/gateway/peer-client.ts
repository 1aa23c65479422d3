import { allowedPrivateHosts, checkUrl, GuardError, refusedAddress } from './guard';
import { answers, BASE_HEADERS, isAnswerTo, type RpcError, readRpc, requestBody } from './mcp-messages';
import { OUTBOUND_LIMITS, Outbound, type OutboundLimits } from './outbound';
import { OutcomeUnknownError } from './outcome-unknown';
import { statusError } from './upstream-error';

/** A JSON-RPC error of a peer, with its code and data. */
export class PeerError extends Error {
  override readonly name = 'PeerError';

  constructor(readonly rpcError: RpcError) {
    super(rpcError.message);
  }
}

/** A server that answers JSON-RPC over POST at one address, without handshake or session. */
export interface PeerClient {
  /**
   * Calls a method and returns its result.
   * @throws PeerError when the peer answers with an error; EXPERIENCE_UNREACHABLE, EXPERIENCE_TIMEOUT, POOL_EXHAUSTED,
   * EXPERIENCE_ERROR (no JSON-RPC) as any outbound call
   */
  rpc(
    method: string,
    params: Record<string, unknown>,
    options?: { signal?: AbortSignal },
  ): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/**
 * A client of one peer, for example a player of a league; the caller closes it.
 * @throws EXPERIENCE_UNREACHABLE when the address may not be called
 */
export function peerClient(address: string, limits: OutboundLimits = OUTBOUND_LIMITS): PeerClient {
  const allowed = allowedPrivateHosts();
  const url = checkedUrl(address, allowed);
  const outbound = new Outbound(allowed, limits);
  let lastId = 0;
  return {
    async rpc(method, params, options = {}) {
      const id = ++lastId;
      const answer = await outbound.request({
        method: 'POST',
        url,
        headers: { ...BASE_HEADERS },
        body: requestBody(id, method, params),
        signal: options.signal,
        isWanted: isAnswerTo(id),
      });
      const rpc = readRpc(answer.text);
      if (rpc && answers(rpc, id)) {
        if (rpc.error) throw new PeerError(rpc.error);
        return rpc.result;
      }
      if (answer.status < 200 || answer.status > 299) throw statusError(answer.status, answer.text);
      throw new OutcomeUnknownError('EXPERIENCE_ERROR', 'The peer did not answer the request with JSON-RPC.');
    },
    close: () => outbound.close(),
  };
}

function checkedUrl(address: string, allowed: readonly string[]): URL {
  try {
    return checkUrl(address, { allowed });
  } catch (thrown) {
    throw thrown instanceof GuardError ? refusedAddress(thrown) : thrown;
  }
}
