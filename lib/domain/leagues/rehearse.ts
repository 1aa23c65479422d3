import type { AgentCaller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { InputFault } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { findPeerUrlFault } from '@/lib/gateway';
import { judgeAnswer } from './ask-move';
import { challengeEndpoint } from './endpoint-challenge';
import type { PlayerRow } from './leagues.schema';
import { DEFAULT_GAME } from './leagues.schema';
import { gameStart, moveRequest } from './protocol.schema';
import { envelopeOf, type RefereeContext } from './referee-context';
import { messageIn, type Sent, sendMessage } from './send-message';

/** The league_id of a rehearsal; there is no such league. */
const REHEARSAL = 'rehearsal';
const PLAYER_ID = 'P01';
/** The time for the answer to each message. */
const TIME_LIMIT_SECONDS = 5;

/** One message of a rehearsal. */
export interface RehearsedMessage {
  message_type: string;
  message: JsonObject;
  /** The result or error of the JSON-RPC answer; null when none came. */
  answer: JsonObject | null;
  answered_after_ms: number | null;
  ok: boolean;
  /** What the referee understood, or why it would not count. */
  detail: string;
}

/** Whether a rehearsal shows the messages of this game. */
export const canRehearse = (gameType: string): boolean => gameType === DEFAULT_GAME;

/**
 * Sends a GAME_START and a MOVE_REQUEST of even and odd to an endpoint, as the referee would, and says what it understood.
 * Nothing is stored. An endpoint must pass the check of a registration first.
 * @throws VALIDATION_ERROR for an address that may not be called, or that is no player in production
 */
export async function rehearse(request: {
  agent: AgentCaller;
  endpoint: string;
  signal: AbortSignal;
}): Promise<{ understood: boolean; messages: RehearsedMessage[] }> {
  const { agent, endpoint, signal } = request;
  const fault = findPeerUrlFault(endpoint) ?? (env().production ? await findClaimFault(endpoint, agent) : null);
  if (fault !== null) throw new InputFault([{ path: ['endpoint'], message: fault }]);
  const context = contextAt(endpoint);
  const [player] = context.players;
  const send = (message: JsonObject) => sendMessage(player, message, { timeoutMs: TIME_LIMIT_SECONDS * 1000, signal });
  const started = toRehearsed(await send(startOf(context)), judgeStart);
  if (!started.ok) return { understood: false, messages: [started] };
  const moved = toRehearsed(await send(requestOf(context)), (sent) => judgeMove(context, sent));
  return { understood: moved.ok, messages: [started, moved] };
}

async function findClaimFault(endpoint: string, { agentId }: AgentCaller): Promise<string | null> {
  return (await challengeEndpoint(endpoint, agentId)).fault;
}

/** A fixture that exists nowhere, with one player at the endpoint. */
function contextAt(endpoint: string): RefereeContext {
  const player = (playerId: string) => ({ playerId, endpoint, displayName: playerId, kind: 'push' }) as PlayerRow;
  return {
    fixture: { matchId: 'R1M1', roundId: 1, conversationId: newId() } as RefereeContext['fixture'],
    league: { leagueId: REHEARSAL, gameType: DEFAULT_GAME } as RefereeContext['league'],
    players: [player(PLAYER_ID), player('P02')],
    ids: [PLAYER_ID, 'P02'],
    envelopes: new Map(),
  };
}

function startOf(context: RefereeContext): JsonObject {
  const config = {
    game_type: DEFAULT_GAME,
    rounds_to_win: 1,
    max_rounds: 1,
    time_limit_seconds: TIME_LIMIT_SECONDS,
  };
  const players = [
    { player_id: PLAYER_ID, role: 'ODD' },
    { player_id: 'P02', role: 'EVEN' },
  ];
  return gameStart(envelopeOf(context, PLAYER_ID), { config, players }, now());
}

function requestOf(context: RefereeContext): JsonObject {
  const gameState = { your_role: 'ODD', scores: { [PLAYER_ID]: 0, P02: 0 }, previous_rounds: [] };
  const move = { gameRound: 1, gameState, timeLimitSeconds: TIME_LIMIT_SECONDS };
  return moveRequest(envelopeOf(context, PLAYER_ID), move, now());
}

function toRehearsed(sent: Sent, judge: (sent: Sent) => Pick<RehearsedMessage, 'ok' | 'detail'>): RehearsedMessage {
  const { message, answer, at, answeredAt } = sent;
  const hasCome = answer?.kind === 'result' || answer?.kind === 'error';
  return {
    message_type: String(message.message_type),
    message,
    answer: answer?.kind === 'result' ? { result: answer.result } : hasCome ? { error: answer.error } : null,
    answered_after_ms: hasCome ? answeredAt.getTime() - at.getTime() : null,
    ...judge(sent),
  };
}

/** GAME_START asks for no answer: every player that can be reached plays. */
function judgeStart({ answer, isSent }: Sent): Pick<RehearsedMessage, 'ok' | 'detail'> {
  if (answer?.kind === 'result') return { ok: true, detail: 'It was taken.' };
  if (answer?.kind === 'error') return { ok: true, detail: `It was answered with an error: ${answer.detail}` };
  const detail = answer?.detail ?? 'The call was cancelled.';
  return { ok: isSent && answer?.fault !== 'unreachable' && answer?.fault !== 'address_refused', detail };
}

function judgeMove(context: RefereeContext, { answer }: Sent): Pick<RehearsedMessage, 'ok' | 'detail'> {
  if (answer === null) return { ok: false, detail: 'The call was cancelled.' };
  const [player] = context.players;
  const sender = answer.kind === 'result' ? messageIn(answer.result)?.sender : undefined;
  const isUnregistered = typeof sender === 'string' && /^player:\S*$/.test(sender);
  const judged = judgeAnswer(context, player, 1, isUnregistered ? withSender(answer) : answer);
  if ('fault' in judged)
    return { ok: false, detail: judged.reason ?? (answer.kind === 'fault' ? answer.detail : judged.fault) };
  if ('later' in judged)
    return {
      ok: true,
      detail: 'The answer contains no MOVE_RESPONSE: the referee would wait for your own message until the deadline.',
    };
  const note =
    sender === `player:${PLAYER_ID}` ? '' : ' After the registration, sender must have the id that it answers.';
  return { ok: true, detail: `The move ${JSON.stringify(judged.move)} would count.${note}` };
}

/** The same answer by the player of the rehearsal: an endpoint gets its id when it is registered. */
function withSender<T extends { kind: string; result?: unknown }>(answer: T): T {
  const message = messageIn(answer.result);
  return isJsonObject(message) ? { ...answer, result: { ...message, sender: `player:${PLAYER_ID}` } } : answer;
}
