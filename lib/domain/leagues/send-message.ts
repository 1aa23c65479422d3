import { now } from '@/lib/core/clock';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { callPeer, type PeerAnswer } from '@/lib/gateway';
import { storeExchange } from './exchanges.repo';
import type { PlayerRow } from './leagues.repo';
import type { LeagueFault } from './leagues.schema';
import { MESSAGE_METHOD } from './protocol.schema';
import type { RefereeContext } from './referee-context';

/** A slow player delays only itself. */
const NOTICE_MS = 5_000;

/** A message to a push player and what came back. */
export interface Sent {
  message: JsonObject;
  answer: PeerAnswer;
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
  const answer = await callPeer(player.endpoint ?? '', request);
  return { message, answer, at, answeredAt: now() };
}

/** Stores a sent message with its answer. Call it before the answer takes effect. */
export async function storeSent(
  { fixture }: RefereeContext,
  { playerId }: PlayerRow,
  { message, answer, at, answeredAt }: Sent,
  fault: LeagueFault | null,
): Promise<void> {
  await storeExchange(fixture.id, {
    player_id: playerId,
    direction: 'sent',
    message_type: String(message.message_type),
    game_round: typeof message.game_round === 'number' ? message.game_round : null,
    at: at.toISOString(),
    answered_at: answeredAt.toISOString(),
    fault,
    message,
    answer: contentOf(answer),
  });
}

/** Sends a message that needs no answer and stores it. Returns when the player has answered, at the latest after 5 s. */
export async function sendNotice(
  context: RefereeContext,
  player: PlayerRow,
  message: JsonObject,
  stopping: AbortSignal,
): Promise<void> {
  const sent = await sendMessage(player, message, { timeoutMs: NOTICE_MS, signal: stopping });
  await storeSent(context, player, sent, sent.answer.kind === 'fault' ? sent.answer.fault : null);
}

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
