import { now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { callAgent, callPeer, isAgentCardUrl, type PeerAnswer } from '@/lib/gateway';
import { type Exchange, storeExchange } from './exchanges.repo';
import { noteHealth } from './health';
import type { LeagueFault, PlayerRow } from './leagues.schema';
import { MESSAGE_METHOD } from './protocol.schema';
import type { RefereeContext } from './referee-context';

/** How a message is sent. */
export interface SendCall {
  /** Until the whole answer. */
  timeoutMs: number;
  signal: AbortSignal;
  /** When the answer must be in, for the transcript. */
  dueAt?: Date | null;
  /** Why the answer before did not count; it travels beside the message. */
  previousError?: string | null;
  /** Called when the message is written to an open connection. */
  onSent?: () => void;
}

/** A message to a push player and what came back. */
export interface Sent {
  /** Of the exchange, in the order of sending. */
  id: string;
  message: JsonObject;
  /** Null when the referee stopped waiting. */
  answer: PeerAnswer | null;
  /** Whether the message was written to an open connection. */
  isSent: boolean;
  at: Date;
  answeredAt: Date;
  dueAt: Date | null;
  previousError: string | null;
}

/** Sends a message of league.v1 to a push player. Never throws. */
export async function sendMessage(player: PlayerRow, message: JsonObject, call: SendCall): Promise<Sent> {
  const { timeoutMs, signal, dueAt = null, previousError = null } = call;
  const id = newId();
  let at = now();
  let isSent = false;
  const onSent = () => {
    if (!isSent) at = now();
    isSent = true;
    call.onSent?.();
  };
  const answer = await deliver(player.endpoint ?? '', { message, previousError, timeoutMs, signal, onSent });
  const sent = { id, message, isSent, at, answeredAt: now(), dueAt, previousError };
  if (answer.kind !== 'fault' || answer.fault !== 'timeout') return { ...sent, answer };
  if (signal.aborted) return { ...sent, answer: null };
  // An agent of A2A that is slow to answer its card has been connected.
  if (isSent || answer.isReached) return { ...sent, answer };
  return { ...sent, answer: { ...answer, fault: 'unreachable', detail: 'The player could not be connected in time.' } };
}

/** Sends a message by JSON-RPC, or by A2A to an agent that is registered by its card. */
function deliver(
  endpoint: string,
  sent: { message: JsonObject; previousError: string | null } & Pick<SendCall, 'timeoutMs' | 'signal' | 'onSent'>,
): Promise<PeerAnswer> {
  const { message, previousError, ...call } = sent;
  const params = { message, ...(previousError === null ? {} : { previous_error: previousError }) };
  return isAgentCardUrl(endpoint)
    ? callAgent(endpoint, { data: params, ...call })
    : callPeer(endpoint, { method: MESSAGE_METHOD, paramsJson: JSON.stringify(params), ...call });
}

/**
 * Stores a sent message with its answer. Call it before the answer takes effect. What never left is stored as an attempt
 * when its connection failed, and not at all when it was cancelled.
 */
export async function storeSent(
  { fixture, league }: RefereeContext,
  { playerId }: PlayerRow,
  sent: Sent,
  fault: LeagueFault | null,
): Promise<void> {
  const { id, message, answer, isSent, at, answeredAt, dueAt, previousError } = sent;
  if (!isSent && answer === null) return;
  const isAnswered = hasAnswered(answer);
  noteHealth(
    { leagueUid: league.id, playerId },
    {
      isSent,
      answeredAt: isAnswered ? answeredAt : null,
      latencyMs: isAnswered ? answeredAt.getTime() - at.getTime() : null,
      fault,
      limitMs: league.timeLimitSeconds * 1_000,
    },
  );
  const exchange: Exchange = {
    player_id: playerId,
    direction: isSent ? 'sent' : 'not_sent',
    message_type: String(message.message_type),
    game_round: typeof message.game_round === 'number' ? message.game_round : null,
    at: at.toISOString(),
    answered_at: isAnswered ? answeredAt.toISOString() : null,
    fault,
    message,
    answer: answer && contentOf(answer),
    ...(dueAt && { due_at: dueAt.toISOString() }),
    ...(previousError !== null && { previous_error: previousError }),
  };
  await storeExchange(fixture.id, exchange, id);
}

/** Faults without an answer. */
const WITHOUT_ANSWER: ReadonlySet<LeagueFault> = new Set(['timeout', 'unreachable', 'address_refused']);

const hasAnswered = (answer: PeerAnswer | null): boolean =>
  answer !== null && !(answer.kind === 'fault' && WITHOUT_ANSWER.has(answer.fault));

function contentOf(answer: PeerAnswer): JsonObject {
  if (answer.kind === 'result') return { result: answer.result ?? null };
  return answer.kind === 'error' ? { error: answer.error } : { detail: answer.detail };
}

/** The league.v1 message in the result of a player: the result itself, or its `message`; null when it has none. */
export function messageIn(result: unknown): JsonObject | null {
  if (!isJsonObject(result)) return null;
  if (result.message_type !== undefined) return result;
  return isJsonObject(result.message) && result.message.message_type !== undefined ? result.message : null;
}
