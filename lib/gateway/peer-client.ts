import { LRUCache } from 'lru-cache';
import { AppError } from '@/lib/core/errors';
import { fairQueue } from '@/lib/core/fair-queue';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { isJsonObject, isTooDeep } from '@/lib/core/json';
import { allowedPrivateHosts, checkUrl, GuardError, isRefusedAddress } from './guard';
import { Outbound, type OutboundLimits } from './outbound';

const LIMITS: OutboundLimits = {
  // The longest time for a move of a league: a player may think while its request is open.
  timeoutMs: 3_600_000,
  maxBytes: 64 * 1024,
  // Many players may share an origin, and one process calls both players of each fixture.
  maxConcurrent: 256,
  maxPerShare: 256,
  maxWaitMs: 0,
  // The caller counts failures itself.
  failuresToOpen: null,
  openForMs: 1_000,
};
/** As many as calls at a time: one with calls in progress is not closed before them. */
const MAX_PEERS = 10_000;
const TOO_MANY = `${LIMITS.maxConcurrent} calls to this origin are already in progress.`;

/** Calls to peers; the key is their origin. */
const calls = () =>
  fairQueue({
    name: 'league_calls',
    what: 'calls to players',
    maxRunning: 10_000,
    maxRunningPerKey: LIMITS.maxConcurrent,
  });

/** Why a peer gave no JSON-RPC answer. */
export type PeerFault = 'timeout' | 'unreachable' | 'address_refused' | 'answer_too_large' | 'invalid_answer';

/**
 * What a peer answered: the `result` of its JSON-RPC answer, its `error`, or the fault. `isReached`: an earlier request to it
 * was written to an open connection.
 */
export type PeerAnswer =
  | { kind: 'result'; result: unknown }
  | { kind: 'error'; error: unknown; detail: string }
  | { kind: 'fault'; fault: PeerFault; detail: string; isReached?: boolean };

/** What calls to an endpoint need, which depends on nothing but its text and the allowed hosts. */
interface Peer {
  url: URL;
  /** Its key in `byOrigin`. */
  origin: string;
  outbound: Outbound;
}

interface Peers {
  byEndpoint: LRUCache<string, Peer>;
  /** Endpoints of one origin share connections. */
  byOrigin: LRUCache<string, Outbound>;
}

const peers = () =>
  once<Peers>('gateway.peers', () => {
    const byEndpoint = new LRUCache<string, Peer>({ max: MAX_PEERS });
    const close = (outbound: Outbound) => {
      byEndpoint.clear();
      void outbound.close(LIMITS.timeoutMs);
    };
    return { byEndpoint, byOrigin: new LRUCache<string, Outbound>({ max: MAX_PEERS, dispose: close }) };
  });

/** The fault of an address that peers may not have, or null. Host names are checked again when they are dialled. */
export function findPeerUrlFault(address: string): string | null {
  try {
    checkUrl(address, { allowed: allowedPrivateHosts() });
    return null;
  } catch (thrown) {
    if (thrown instanceof GuardError) return thrown.message;
    throw thrown;
  }
}

/**
 * Posts one JSON-RPC request to a peer's own endpoint, by the same guard as calls to experiences. Never throws.
 * @param request.paramsJson the params as JSON text, which callers may need for themselves too
 * @param request.timeoutMs until the whole answer; at most an hour
 * @param request.onSent called when the request is written to an open connection
 */
export async function callPeer(
  endpoint: string,
  request: {
    method: string;
    paramsJson: string;
    headers?: Record<string, string>;
    timeoutMs: number;
    signal?: AbortSignal;
    onSent?: () => void;
  },
): Promise<PeerAnswer> {
  const id = newId();
  try {
    const { url, origin, outbound } = peerAt(endpoint);
    const release = calls().tryEnter({ key: origin });
    if (!release) return { kind: 'fault', fault: 'unreachable', detail: TOO_MANY };
    try {
      const { status, text } = await outbound.request({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', accept: 'application/json', ...request.headers },
        body: `{"jsonrpc":"2.0","id":"${id}","method":${JSON.stringify(request.method)},"params":${request.paramsJson}}`,
        signal: request.signal,
        timeoutMs: request.timeoutMs,
        onSent: request.onSent,
      });
      return readAnswer(status, text, id);
    } finally {
      release();
    }
  } catch (thrown) {
    return toFault(thrown);
  }
}

/** @throws GuardError for an address that may not be called. Host names are checked again when they are dialled. */
function peerAt(endpoint: string): Peer {
  const allowed = allowedPrivateHosts();
  const hosts = allowed.join();
  const { byEndpoint, byOrigin } = peers();
  const existing = byEndpoint.get(`${endpoint} ${hosts}`);
  if (existing && byOrigin.get(existing.origin)) return existing;
  const url = checkUrl(endpoint, { allowed });
  const origin = `${url.origin} ${hosts}`;
  const outbound = byOrigin.get(origin) ?? new Outbound(allowed, LIMITS);
  byOrigin.set(origin, outbound);
  const peer = { url, origin, outbound };
  byEndpoint.set(`${endpoint} ${hosts}`, peer);
  return peer;
}

function readAnswer(status: number, text: string, id: string): PeerAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'fault', fault: 'invalid_answer', detail: `HTTP ${status}, and the body is not JSON.` };
  }
  if (!isJsonObject(body) || !('result' in body || 'error' in body))
    return { kind: 'fault', fault: 'invalid_answer', detail: `HTTP ${status}, and the body is no JSON-RPC answer.` };
  // JSON.stringify and PostgreSQL overflow their stacks with what JSON.parse reads.
  if (isTooDeep(body))
    return { kind: 'fault', fault: 'invalid_answer', detail: 'The answer is nested deeper than 64 levels.' };
  if ('error' in body && body.error !== null && body.error !== undefined)
    return { kind: 'error', error: body.error, detail: `HTTP ${status} with a JSON-RPC error.` };
  if (body.id !== id)
    return { kind: 'fault', fault: 'invalid_answer', detail: 'The JSON-RPC id is not that of the request.' };
  return { kind: 'result', result: body.result };
}

/** The fault that an error of a call to a peer is. @throws every other error */
export function toFault(thrown: unknown): PeerAnswer & { kind: 'fault' } {
  if (thrown instanceof GuardError) return { kind: 'fault', fault: 'address_refused', detail: thrown.message };
  if (!(thrown instanceof AppError)) throw thrown;
  const detail = thrown.message.replace('The experience', 'The player');
  if (thrown.code === 'EXPERIENCE_TIMEOUT')
    return { kind: 'fault', fault: 'timeout', detail: 'The player did not answer in time.' };
  if (thrown.code === 'EXPERIENCE_ERROR')
    return {
      kind: 'fault',
      fault: 'answer_too_large',
      detail: 'The answer is larger than 64 KB or cannot be decoded.',
    };
  return { kind: 'fault', fault: isRefusedAddress(thrown) ? 'address_refused' : 'unreachable', detail };
}
