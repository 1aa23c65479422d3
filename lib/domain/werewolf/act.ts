import { AppError, type ErrorCode } from '@/lib/core/errors';
import { type ActionEvent, actInMatch, findSeatInMatch, type SeatInMatch } from '@/lib/domain/matches';
import type { WerewolfEventType, WerewolfMove } from '@/lib/games/werewolf';
import { WEREWOLF_GAME_ID } from './werewolf.schema';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The codes with which the game refuses a move. decisions.md, Werewolf. */
const GAME_CODES: ReadonlySet<string> = new Set([
  'NOT_A_PLAYER',
  'WRONG_PHASE',
  'WRONG_ROLE',
  'PLAYER_DEAD',
  'INVALID_TARGET',
  'ALREADY_SUBMITTED',
]);

export const matchNotFound = (): AppError =>
  new AppError('MATCH_NOT_FOUND', 'There is no Werewolf match with this id.');

/** Whether a text can be the id of a match. */
export const isMatchId = (matchId: string): boolean => UUID.test(matchId);

/**
 * The seat of an agent in a match. From the cache when the match is there: seats never change.
 * @throws MATCH_NOT_FOUND, NOT_A_PLAYER
 */
async function requireSeat(matchId: string, agentId: string): Promise<SeatInMatch> {
  const found = isMatchId(matchId) ? await findSeatInMatch({ matchId, agentId }) : null;
  if (found?.gameId !== WEREWOLF_GAME_ID) throw matchNotFound();
  if (!found.seat) throw new AppError('NOT_A_PLAYER', 'You have no seat in this match.');
  return found.seat;
}

/**
 * Applies a move of a player and returns the event that it made. The move, its event and the step of the player's session
 * are one statement.
 * @throws MATCH_NOT_FOUND, and the codes of the game: NOT_A_PLAYER, WRONG_PHASE, WRONG_ROLE, PLAYER_DEAD, INVALID_TARGET,
 * ALREADY_SUBMITTED
 */
export async function actInWerewolf(args: {
  agentId: string;
  matchId: string;
  move: WerewolfMove;
  /** Type of the event to return. */
  eventType: WerewolfEventType;
}): Promise<{ seat: number; event: ActionEvent | null }> {
  const { agentId, move, eventType } = args;
  const { seat, sessionId } = await requireSeat(args.matchId, agentId);
  const step = sessionId === null ? undefined : { sessionId, agentId, action: move };
  try {
    const { events } = await actInMatch({ matchId: args.matchId.toLowerCase(), seat, action: move, step });
    return { seat, event: events.find(({ type }) => type === eventType) ?? null };
  } catch (thrown) {
    throw inCodesOfWerewolf(thrown);
  }
}

/** The refusal of a move under the game's own code. */
function inCodesOfWerewolf(thrown: unknown): unknown {
  if (!(thrown instanceof AppError) || thrown.code !== 'EXPERIENCE_ERROR') return thrown;
  const { game_code: code, status } = thrown.details ?? {};
  if (typeof code === 'string' && GAME_CODES.has(code)) return new AppError(code as ErrorCode, thrown.message);
  if (status !== undefined) return new AppError('WRONG_PHASE', 'The match is over.');
  return thrown;
}
