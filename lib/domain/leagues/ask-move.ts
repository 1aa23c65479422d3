import { setTimeout as pause } from 'node:timers/promises';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { Seat } from '@/lib/core/game';
import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { actInMatch, isAwaited, type MatchRow } from '@/lib/domain/matches';
import type { PeerAnswer } from '@/lib/gateway';
import { type Exchange, storeExchange } from './exchanges.repo';
import { findMoveFault, portOf } from './game-port';
import type { LeagueFault, PlayerRow } from './leagues.schema';
import { mayReferee } from './leases';
import type { MatchFollower } from './match-follower';
import { permitAnswers } from './player-permission';
import { type MoveResponse, moveRequest, ProtocolFault, readMoveResponse, typeOfMessage } from './protocol.schema';
import { envelopeOf, type RefereeContext } from './referee-context';
import { messageIn, sendMessage, storeSent } from './send-message';

/** Pauses before a request is sent again, to a player that answered wrongly or could not be reached. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** One exchange of a move without a deadline. */
const MAX_EXCHANGE_MS = 3_600_000;

/** Made once: an abort without a reason makes an error with its stack each time. */
const NOT_AWAITED = new Error('The match does not wait for this move any more.');

/** What the answer to a MOVE_REQUEST contains. */
type Judged =
  | { move: unknown; response: JsonObject }
  | { later: true }
  /** `reason` is sent to the player; null when no answer came. */
  | { fault: LeagueFault; reason: string | null };

/**
 * Asks a push player for its move until the match no longer waits for it: the move was made, came by itself, or the time ran
 * out. An exchange is stored before its move takes effect, so a restart never loses one that did.
 */
export async function askMove(
  context: RefereeContext,
  seat: Seat,
  match: MatchRow,
  follower: MatchFollower,
  stopping: AbortSignal,
): Promise<void> {
  const gameRound = portOf(match.gameId).gameRound(match);
  const over = new AbortController();
  const { signal } = over;
  let isAsking = true;
  const stop = () => over.abort(NOT_AWAITED);
  const isOver = (current: MatchRow) =>
    !isAwaited(current, seat) || portOf(current.gameId).gameRound(current) !== gameRound;
  stopping.addEventListener('abort', stop, { once: true });
  if (stopping.aborted) stop();
  const watching = follower.until(isOver, signal).finally(() => {
    if (isAsking) stop();
  });
  // Awaited below, when the request has ended.
  watching.catch(() => {});
  try {
    await ask(context, seat, { match, follower }, signal);
    isAsking = false;
    await watching;
  } finally {
    stopping.removeEventListener('abort', stop);
    if (isAsking) stop();
  }
}

/**
 * Sends the request until an answer counts, the player is to answer by itself, or its time is over. A wrong answer is refused:
 * the next request has the reason beside it, and may be answered until the deadline.
 */
async function ask(
  context: RefereeContext,
  seat: Seat,
  { match, follower }: { match: MatchRow; follower: MatchFollower },
  signal: AbortSignal,
): Promise<void> {
  const player = context.players[seat] as PlayerRow;
  const gameRound = portOf(match.gameId).gameRound(match);
  let previousError: string | null = null;
  for (let attempt = 0; !signal.aborted; attempt++) {
    if ((await permitAnswers(player)).isStopped) return;
    // The organizer may have made the move due later.
    const { deadlineAt: dueAt } = attempt === 0 ? match : await follower.read();
    const leftMs = dueAt ? dueAt.getTime() - now().getTime() : MAX_EXCHANGE_MS;
    if (leftMs <= 0 || !(await mayReferee(context.fixture.id)) || signal.aborted) return;
    const message = requestOf(context, seat, match, leftMs);
    const sent = await sendMessage(player, message, { timeoutMs: leftMs, signal, dueAt, previousError });
    if (sent.answer === null) return storeSent(context, player, sent, isPast(dueAt) ? 'timeout' : null);
    const judged = judgeAnswer(context, player, gameRound, sent.answer);
    await storeSent(context, player, sent, 'fault' in judged ? judged.fault : null);
    if ('later' in judged) return;
    if ('move' in judged) {
      const outcome = await moveFor(player, match, seat, judged.move);
      if (outcome === 'made') return;
      await storeRefusal(context, { playerId: player.playerId, gameRound }, { message: judged.response, ...outcome });
      if (outcome.fault !== 'refused' || !outcome.isRepeatable) return;
      previousError = outcome.reason;
    } else previousError = judged.reason;
    await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)], undefined, { signal }).catch(() => {});
  }
}

const isPast = (dueAt: Date | null): boolean => dueAt !== null && now() >= dueAt;

/** MOVE_REQUEST with the time that is left; the first one, sent when the clock starts, has the whole limit. */
function requestOf(context: RefereeContext, seat: Seat, match: MatchRow, leftMs: number): JsonObject {
  const port = portOf(match.gameId);
  const { timeLimitSeconds } = context.league;
  const isWhole = Math.abs(leftMs - timeLimitSeconds * 1000) < MAX_START_DELAY_MS;
  const move = {
    gameRound: port.gameRound(match),
    gameState: port.gameState(match, seat, context.ids),
    timeLimitSeconds: isWhole ? timeLimitSeconds : restOf(leftMs),
  };
  return moveRequest(envelopeOf(context, context.ids[seat] ?? ''), move, now());
}

/** A request that is sent this much after the clock started still names the whole limit. */
const MAX_START_DELAY_MS = 200;

/** Whole seconds, as league.md writes them; tenths in the last one. */
const restOf = (leftMs: number): number =>
  leftMs >= 1000 ? Math.floor(leftMs / 1000) : Math.max(0.1, Math.floor(leftMs / 100) / 10);

/** Stores why a move of the right form was not taken. */
export async function storeRefusal(
  { fixture }: RefereeContext,
  { playerId, gameRound }: { playerId: string; gameRound: number },
  { message, fault, reason }: { message: unknown; fault: LeagueFault; reason: string },
): Promise<void> {
  await storeExchange(fixture.id, {
    player_id: playerId,
    direction: 'received',
    message_type: 'MOVE_RESPONSE',
    game_round: gameRound,
    at: now().toISOString(),
    answered_at: null,
    fault,
    message,
    answer: null,
    refusal: reason,
  });
}

/** What the referee makes of the answer to a MOVE_REQUEST. */
export function judgeAnswer(context: RefereeContext, player: PlayerRow, gameRound: number, answer: PeerAnswer): Judged {
  if (answer.kind === 'fault') {
    const isUnanswered = answer.fault === 'unreachable' || answer.fault === 'timeout';
    return { fault: answer.fault, reason: isUnanswered ? null : answer.detail };
  }
  if (answer.kind === 'error') return { fault: 'invalid_answer', reason: 'The answer is a JSON-RPC error.' };
  const message = messageIn(answer.result);
  if (message !== null) return judgeMessage(context, player, gameRound, message);
  // A player that answers by itself later says at most that it has the request.
  const isMove = isJsonObject(answer.result) && ('move' in answer.result || 'number' in answer.result);
  return isMove ? { fault: 'invalid_answer', reason: NO_MESSAGE } : { later: true };
}

const NO_MESSAGE = 'The answer contains no message of league.v1: message_type is missing.';

/** Judges a MOVE_RESPONSE in an answer. A wrong sender, round or match is an invalid answer, whatever its move. */
function judgeMessage(context: RefereeContext, player: PlayerRow, gameRound: number, message: JsonObject): Judged {
  try {
    if (typeOfMessage(message).type !== 'MOVE_RESPONSE')
      return { fault: 'invalid_answer', reason: 'message_type is not "MOVE_RESPONSE".' };
    const response = readMoveResponse(message);
    const mismatch = findMismatch(context, player.playerId, gameRound, response);
    if (mismatch) return mismatch;
    const fault = findMoveFault(context.league.gameType, response.move);
    if (fault) return { fault: 'invalid_move', reason: fault };
    return { move: response.move, response: message };
  } catch (thrown) {
    if (thrown instanceof ProtocolFault) return { fault: 'invalid_answer', reason: thrown.message };
    throw thrown;
  }
}

/** What a MOVE_RESPONSE names wrongly, or null. decisions.md, League: matched by match, round, sender and conversation. */
export function findMismatch(
  context: RefereeContext,
  playerId: string,
  gameRound: number,
  response: MoveResponse,
): { fault: LeagueFault; reason: string } | null {
  const { matchId, conversationId } = envelopeOf(context, playerId);
  if (response.sender !== `player:${playerId}`)
    return { fault: 'wrong_sender', reason: `sender is not "player:${playerId}"` };
  if (response.match_id !== matchId) return { fault: 'invalid_answer', reason: `match_id is not "${matchId}"` };
  if (response.conversation_id !== conversationId)
    return { fault: 'wrong_sender', reason: 'conversation_id is not that of the MOVE_REQUEST' };
  if (response.game_round !== gameRound)
    return { fault: 'invalid_answer', reason: `game_round is ${response.game_round}, and ${gameRound} is played` };
  return null;
}

/** Why a move of the right form was not taken; `isRepeatable`: another one may be. */
export interface Refusal {
  fault: 'refused' | 'rate_limited' | 'timeout';
  reason: string;
  isRepeatable: boolean;
}

/**
 * Makes the move that the endpoint of a player has answered, as far as the owner of its agent allows it: a player that may
 * not may still send it by itself, with its credential.
 */
export async function moveFor(
  player: PlayerRow,
  match: MatchRow,
  seat: Seat,
  move: unknown,
): Promise<'made' | Refusal> {
  const { count } = await permitAnswers(player);
  if (!count) return { fault: 'refused', reason: 'The owner of its agent must be asked.', isRepeatable: false };
  try {
    await count(() => actInRound(match, seat, move));
    return 'made';
  } catch (thrown) {
    const refusal = refusalOf(thrown, match.deadlineAt);
    if (!refusal) throw thrown;
    return refusal;
  }
}

/** The refusal that an error of a move is; null for every other error. After the deadline the move was late. */
export function refusalOf(thrown: unknown, dueAt: Date | null): Refusal | null {
  if (!(thrown instanceof AppError)) return null;
  const reason = thrown.message;
  if (thrown.code === 'EXPERIENCE_ERROR' && dueAt && isPast(dueAt))
    return {
      fault: 'timeout',
      reason: `The move came late: it was due at ${dueAt.toISOString()}.`,
      isRepeatable: false,
    };
  if (thrown.code === 'EXPERIENCE_ERROR') return { fault: 'refused', reason, isRepeatable: true };
  if (thrown.code === 'RATE_LIMITED') return { fault: 'rate_limited', reason, isRepeatable: false };
  return null;
}

/**
 * Makes the move of the round that a match is in. A deadline or another process may begin the next round meanwhile; the move
 * does not count for that one. @throws AppError EXPERIENCE_ERROR
 */
export async function actInRound(match: MatchRow, seat: Seat, move: unknown): Promise<void> {
  const { gameRound } = portOf(match.gameId);
  const round = gameRound(match);
  const isMeantFor = (current: MatchRow) => gameRound(current) === round;
  await actInMatch({ matchId: match.id, seat, action: move, isMeantFor });
}

/** A stored answer with a valid move that may not have taken effect, because the process died after storing it. */
export function storedMove(
  context: RefereeContext,
  playerId: string,
  gameRound: number,
  exchanges: readonly Exchange[],
): unknown {
  const last = exchanges.findLast(
    (exchange) =>
      exchange.player_id === playerId &&
      exchange.game_round === gameRound &&
      exchange.message_type === 'MOVE_REQUEST' &&
      exchange.fault === null,
  );
  const answer = last?.answer as { result?: unknown } | null | undefined;
  const message = messageIn(answer?.result);
  const player = context.players.find((one) => one.playerId === playerId);
  if (!message || !player) return undefined;
  const judged = judgeMessage(context, player, gameRound, message);
  return 'move' in judged ? judged.move : undefined;
}
