import { LRUCache } from 'lru-cache';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { fetchDocument } from './document';
import { callPeer, type PeerAnswer, type PeerFault, toFault } from './peer-client';
import { parseJson } from './text';

// Agents that speak A2A (https://a2a-protocol.org), by the address of their card.

const CARD_KEPT_MS = 5 * 60_000;
/** While a card cannot be read again, the last good one is used this long until the next try. */
const CARD_RETRY_MS = 30_000;
/** How long an earlier card is read again at most; a quarter of the time of the call at most. */
const CARD_REFRESH_MS = 1_000;
const MAX_CARDS = 1_000;
/** Between two looks at a task that an agent works on. */
const POLL_MS = 500;
const JSONRPC = 'JSONRPC';

/** How an agent is called: versions of the protocol differ in names. */
interface Dialect {
  version: string;
  sendMethod: string;
  getMethod: string;
  role: string;
  dataPart(data: JsonObject): JsonObject;
}

const CURRENT: Dialect = {
  version: '1.0',
  sendMethod: 'SendMessage',
  getMethod: 'GetTask',
  role: 'ROLE_USER',
  dataPart: (data) => ({ data, mediaType: 'application/json' }),
};
const EARLIER: Dialect = {
  version: '0.3',
  sendMethod: 'message/send',
  getMethod: 'tasks/get',
  role: 'user',
  dataPart: (data) => ({ kind: 'data', data }),
};

/** What a card says that a call needs. */
export interface AgentCard {
  url: string;
  dialect: Dialect;
  /** Parameters of the extensions of the agent, by their URI. */
  extensions: ReadonlyMap<string, JsonObject>;
}

/** The card, or why it could not be read. */
type CardAnswer = { card: AgentCard } | { fault: string; kind: PeerFault; isReached?: boolean };

interface CachedCard {
  card: AgentCard;
  freshUntilMs: number;
  /** When a call tries to read it again. */
  refreshAtMs: number;
}

const cards = () => once('gateway.agent_cards', () => new LRUCache<string, CachedCard>({ max: MAX_CARDS }));

/** Whether an address is that of an agent's card, not of an endpoint. */
export function isAgentCardUrl(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname.endsWith('/agent-card.json');
}

/**
 * Reads the card of an agent: the JSON-RPC interface that it supports, at the origin of the card, so that a card cannot name
 * the server of another. Cached for five minutes.
 */
export async function readAgentCard(
  address: string,
  call: { timeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<CardAnswer> {
  const cached = cards().get(address);
  if (cached && now().getTime() < cached.freshUntilMs) return { card: cached.card };
  let isReached = false;
  const onSent = () => {
    isReached = true;
  };
  const answer = await fetchDocument(address, { ...call, onSent });
  if ('fault' in answer) return { fault: answer.fault, kind: toFault(answer.cause).fault, isReached };
  if (answer.status !== 200) return noCard(`The card was answered with HTTP ${answer.status}.`);
  const found = findInterface(parseJson(answer.text), new URL(address).origin);
  const freshUntilMs = now().getTime() + CARD_KEPT_MS;
  if ('card' in found) cards().set(address, { card: found.card, freshUntilMs, refreshAtMs: freshUntilMs });
  return found;
}

const noCard = (fault: string): CardAnswer => ({ fault, kind: 'invalid_answer' });

/** The card for a call: where it cannot be read again in a part of the time of the call, the last good one. */
async function cardForCall(address: string, call: { timeoutMs: number; signal?: AbortSignal }): Promise<CardAnswer> {
  const { timeoutMs, signal } = call;
  const cached = cards().get(address);
  if (!cached) return readAgentCard(address, { timeoutMs, signal });
  if (now().getTime() < cached.refreshAtMs) return { card: cached.card };
  const read = await readAgentCard(address, { timeoutMs: Math.min(CARD_REFRESH_MS, timeoutMs / 4), signal });
  if ('card' in read) return read;
  cached.refreshAtMs = now().getTime() + CARD_RETRY_MS;
  return { card: cached.card };
}

function findInterface(card: unknown, origin: string): CardAnswer {
  if (!isJsonObject(card)) return noCard('The card is no JSON object.');
  const listed = Array.isArray(card.supportedInterfaces) ? card.supportedInterfaces.filter(isJsonObject) : [];
  const earlier = {
    url: card.url,
    protocolBinding: card.preferredTransport ?? JSONRPC,
    protocolVersion: card.protocolVersion ?? EARLIER.version,
  };
  const found = [...listed, earlier].find(
    ({ url, protocolBinding }) => typeof url === 'string' && URL.canParse(url) && protocolBinding === JSONRPC,
  );
  if (!found) return noCard(`The card names no interface with the binding ${JSONRPC}.`);
  const url = String(found.url);
  if (new URL(url).origin !== origin) return noCard('The card names an interface at another origin than its own.');
  const dialect = String(found.protocolVersion ?? '').startsWith('0.') ? EARLIER : CURRENT;
  return { card: { url, dialect, extensions: extensionsOf(card) } };
}

function extensionsOf({ capabilities }: JsonObject): Map<string, JsonObject> {
  const listed = isJsonObject(capabilities) && Array.isArray(capabilities.extensions) ? capabilities.extensions : [];
  return new Map(
    listed
      .filter(isJsonObject)
      .flatMap(({ uri, params }) => (typeof uri === 'string' && isJsonObject(params) ? [[uri, params] as const] : [])),
  );
}

/**
 * Sends an agent a message with one part of data, and waits for what it answers: a message, or the task that it completes.
 * Never throws. @returns as `result` the data of its answer, or the JSON of its text
 */
export async function callAgent(
  cardUrl: string,
  request: { data: JsonObject; timeoutMs: number; signal?: AbortSignal; onSent?: () => void },
): Promise<PeerAnswer> {
  const untilMs = performance.now() + request.timeoutMs;
  const read = await cardForCall(cardUrl, request);
  if ('fault' in read) {
    const { fault: detail, kind: fault, isReached = false } = read;
    return { kind: 'fault', fault, detail, isReached };
  }
  const { url, dialect } = read.card;
  const call = (method: string, params: JsonObject, onSent?: () => void) =>
    callPeer(url, {
      method,
      paramsJson: JSON.stringify(params),
      headers: { 'a2a-version': dialect.version },
      timeoutMs: Math.max(1, untilMs - performance.now()),
      ...(request.signal ? { signal: request.signal } : {}),
      ...(onSent ? { onSent } : {}),
    });
  const message = { messageId: newId(), role: dialect.role, parts: [dialect.dataPart(request.data)] };
  const sent = dialect === EARLIER ? { ...message, kind: 'message' } : message;
  let answer = await call(dialect.sendMethod, { message: sent }, request.onSent);
  for (let task = runningTask(answer); task !== null; task = runningTask(answer)) {
    if (request.signal?.aborted || performance.now() + POLL_MS > untilMs)
      return { kind: 'fault', fault: 'timeout', detail: 'The player did not answer in time.' };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    answer = await call(dialect.getMethod, { id: task });
  }
  return answer.kind === 'result' ? { kind: 'result', result: dataOf(answer.result) } : answer;
}

const RUNNING = /^(TASK_STATE_)?(SUBMITTED|WORKING)$/i;

const taskOf = (result: unknown): JsonObject | null => {
  if (!isJsonObject(result)) return null;
  const task = isJsonObject(result.task) ? result.task : result;
  return isJsonObject(task.status) ? task : null;
};

/** The id of a task that is not over; null for every other answer. */
function runningTask(answer: PeerAnswer): string | null {
  const task = answer.kind === 'result' ? taskOf(answer.result) : null;
  const { state } = (task?.status ?? {}) as { state?: unknown };
  return typeof task?.id === 'string' && RUNNING.test(String(state)) ? task.id : null;
}

/** The data of an answer: of its newest artifact, or of its message. */
function dataOf(result: unknown): unknown {
  const task = taskOf(result);
  if (!task) return dataOfParts(isJsonObject(result) && isJsonObject(result.message) ? result.message : result);
  const artifacts = Array.isArray(task.artifacts) ? task.artifacts : [];
  const { message } = task.status as { message?: unknown };
  return dataOfParts(artifacts.at(-1)) ?? dataOfParts(message) ?? null;
}

function dataOfParts(holder: unknown): unknown {
  const parts = isJsonObject(holder) && Array.isArray(holder.parts) ? holder.parts.filter(isJsonObject) : [];
  const data = parts.find((part) => isJsonObject(part.data))?.data;
  if (data !== undefined) return data;
  const text = parts.find((part) => typeof part.text === 'string')?.text;
  return typeof text === 'string' ? (parseJson(text) ?? null) : null;
}
