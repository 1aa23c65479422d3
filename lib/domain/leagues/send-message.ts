import { now } from '@/lib/core/clock';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { callPeer, type PeerAnswer } from '@/lib/gateway';
import { storeExchange, storeExchangeSoon, toExchangeRow } from './exchange-log';
import type { ExchangeRow } from './exchanges.repo';
import type { PlayerRow } from './leagues.repo';
import type { LeagueFault } from './leagues.schema';
import { MESSAGE_METHOD } from './protocol.schema';
import type { RefereeContext } from './referee-context';
import { countCall } from './running-calls';

/** A slow player delays only itself. */
const NOTICE_MS = 5_000;

/** A message to a push player and what came back. */
export interface Sent {
  message: JsonObject;
  answer: PeerAnswer;
  /** Of the exchange, for recording. */
  at: Date;
  answeredAt: Date;
}

/** Sends a message of league.v1 to a push player. Never throws. */
export async function sendMessage(
  player: PlayerRow,
  message: JsonObject,
  call: { timeoutMs: number; signal: AbortSignal },
): Promise<Sent> {
  const at = now();
  const request = { method: MESSAGE_METHOD, paramsJson: `{"message":${JSON.stringify(message)}}`, ...call };
  const answer = await countCall(() => callPeer(player.endpoint ?? '', request));
  return { message, answer, at, answeredAt: now() };
}

/** Records a sent message with an answer that may contain a move; resolves when it is stored. */
export async function recordSent(
  context: RefereeContext,
  player: PlayerRow,
  sent: Sent,
  fault: LeagueFault | null,
): Promise<void> {
  await storeExchange(keepExchange(context, player, sent, fault));
}

/** Records a sent message whose answer has no effect. Its storing goes on in `context.recordings`. */
export function recordNotice(context: RefereeContext, player: PlayerRow, sent: Sent, fault: LeagueFault | null): void {
  const recording = storeExchangeSoon(keepExchange(context, player, sent, fault));
  context.recordings.push(recording);
  recording.catch(() => {});
}

function keepExchange(
  context: RefereeContext,
  player: PlayerRow,
  { message, answer, at, answeredAt }: Sent,
  fault: LeagueFault | null,
): ExchangeRow {
  const row = toExchangeRow({
    fixtureId: context.fixture.id,
    playerId: player.playerId,
    direction: 'sent',
    messageType: String(message.message_type),
    gameRound: typeof message.game_round === 'number' ? message.game_round : null,
    at,
    message,
    answer: shownAnswer(answer),
    answeredAt,
    fault,
  });
  context.exchanges.push(row);
  return row;
}

/** Sends a message that needs no answer and records it. Returns when the player has answered. */
export async function sendNotice(
  context: RefereeContext,
  player: PlayerRow,
  message: JsonObject,
  stopping: AbortSignal,
): Promise<void> {
  const sent = await sendMessage(player, message, { timeoutMs: NOTICE_MS, signal: stopping });
  const fault = sent.answer.kind === 'fault' ? sent.answer.fault : null;
  recordNotice(context, player, sent, fault);
}

function shownAnswer(answer: PeerAnswer): JsonObject {
  if (answer.kind === 'result') return { result: answer.result ?? null };
  return answer.kind === 'error' ? { error: answer.error } : { detail: answer.detail };
}

/** The league.v1 message in the result of a player: the result itself, or its `message`; null when it has none. */
export function messageIn(result: unknown): JsonObject | null {
  if (!isJsonObject(result)) return null;
  if (result.message_type !== undefined) return result;
  return isJsonObject(result.message) && result.message.message_type !== undefined ? result.message : null;
}
