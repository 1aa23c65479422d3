import { setTimeout as pause } from 'node:timers/promises';
import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import type { Seat } from '@/lib/core/game';
import type { JsonObject } from '@/lib/core/json';
import { actInMatch, isAwaited, type MatchRow } from '@/lib/domain/matches';
import type { Exchange } from './exchanges.repo';
import { findMoveFault, portOf } from './game-port';
import type { PlayerRow } from './leagues.repo';
import type { LeagueFault } from './leagues.schema';
import type { MatchFollower } from './match-follower';
import { permitAnswers } from './player-permission';
import { type MoveResponse, moveRequest, ProtocolFault, readMoveResponse, typeOfMessage } from './protocol.schema';
import { envelopeOf, type RefereeContext } from './referee-context';
import { messageIn, type Sent, sendMessage, storeSent } from './send-message';

/** Requests for one move that a player answers wrongly; after that it may still send its move by itself. */
const MAX_WRONG_ANSWERS = 3;
/** Pauses before a request is sent again to a player that could not be reached. */
const PAUSES_MS = [100, 300, 1_000, 3_000, 10_000, 30_000];
/** One HTTP exchange; a player that thinks longer sends its move by itself. */
const MAX_EXCHANGE_MS = 60_000;

/** Made once: an abort without a reason makes an error with its stack each time. */
const NOT_AWAITED = new Error('The match does not wait for this move any more.');

/** What the answer to a MOVE_REQUEST contains. */
type Judged = { move: unknown } | { later: true } | { fault: LeagueFault; isRepeatable: boolean };

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
  const watching = follower.until(isOver, signal).then(() => {
    if (isAsking) stop();
  });
  try {
    await ask(context, seat, match, signal);
    isAsking = false;
    await watching;
  } finally {
    stopping.removeEventListener('abort', stop);
    if (isAsking) stop();
  }
}

async function ask(context: RefereeContext, seat: Seat, match: MatchRow, signal: AbortSignal): Promise<void> {
  const player = context.players[seat] as PlayerRow;
  const port = portOf(match.gameId);
  const gameRound = port.gameRound(match);
  const message = moveRequest(
    envelopeOf(context, player.playerId),
    {
      gameRound,
      gameState: port.gameState(match, seat, context.ids),
      timeLimitSeconds: context.league.timeLimitSeconds,
    },
    now(),
  );
  let wrong = 0;
  for (let attempt = 0; !signal.aborted; attempt++) {
    if ((await permitAnswers(player)).isStopped) return;
    const sent = await sendMessage(player, message, { timeoutMs: MAX_EXCHANGE_MS, signal });
    const judged = judge(context, player, gameRound, sent);
    await storeSent(context, player, sent, 'fault' in judged ? judged.fault : null);
    if ('later' in judged) return;
    if ('move' in judged) {
      if ((await moveFor(player, match, seat, judged.move)) !== 'refused') return;
      wrong++;
    } else if (!judged.isRepeatable) wrong++;
    if (wrong >= MAX_WRONG_ANSWERS) return;
    if ('fault' in judged && judged.isRepeatable) {
      await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)], undefined, { signal }).catch(() => {});
    }
  }
}

function judge(context: RefereeContext, player: PlayerRow, gameRound: number, { answer }: Sent): Judged {
  if (answer.kind === 'fault') {
    const isRepeatable = answer.fault === 'unreachable' || answer.fault === 'timeout';
    return { fault: answer.fault, isRepeatable };
  }
  if (answer.kind === 'error') return { fault: 'invalid_answer', isRepeatable: false };
  const message = messageIn(answer.result);
  if (message === null) return { later: true };
  return judgeMessage(context, player, gameRound, message);
}

/** Judges a MOVE_RESPONSE in an answer. A wrong sender, round or match is an invalid answer, whatever its move. */
function judgeMessage(context: RefereeContext, player: PlayerRow, gameRound: number, message: JsonObject): Judged {
  try {
    if (typeOfMessage(message).type !== 'MOVE_RESPONSE') return { fault: 'invalid_answer', isRepeatable: false };
    const response = readMoveResponse(message);
    const mismatch = findMismatch(context, player.playerId, gameRound, response);
    if (mismatch) return { fault: mismatch.fault, isRepeatable: false };
    if (findMoveFault(context.league.gameType, response.move)) return { fault: 'invalid_move', isRepeatable: false };
    return { move: response.move };
  } catch (thrown) {
    if (thrown instanceof ProtocolFault) return { fault: 'invalid_answer', isRepeatable: false };
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

/**
 * Makes the move that the endpoint of a player has answered, as far as the owner of its agent allows it.
 * @returns `refused` by the game or over; `not_allowed`: the player may still send it by itself, with its credential
 */
export async function moveFor(
  player: PlayerRow,
  match: MatchRow,
  seat: Seat,
  move: unknown,
): Promise<'made' | 'refused' | 'not_allowed'> {
  const { count } = await permitAnswers(player);
  if (!count) return 'not_allowed';
  try {
    await count(() => actInRound(match, seat, move));
    return 'made';
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'EXPERIENCE_ERROR') return 'refused';
    if (thrown instanceof AppError && thrown.code === 'RATE_LIMITED') return 'not_allowed';
    throw thrown;
  }
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
