import { iso, now } from '@/lib/core/clock';
import { AppError, type ErrorCode } from '@/lib/core/errors';
import { type ActionEvent, type BuiltinResponse, findSeatInMatch, readMatch } from '@/lib/domain/matches';
import { type StepSession, stepSession } from '@/lib/domain/sessions';
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
 * The seat of an agent in a match and the session that plays it. From the cache when the match is there: neither changes.
 * @throws MATCH_NOT_FOUND, NOT_A_PLAYER
 */
async function requireSeat(matchId: string, agentId: string): Promise<{ seat: number; sessionId: string }> {
  const found = isMatchId(matchId) ? await findSeatInMatch({ matchId: matchId.toLowerCase(), agentId }) : null;
  if (found?.gameId !== WEREWOLF_GAME_ID) throw matchNotFound();
  const { seat, sessionId } = found.seat ?? {};
  if (seat === undefined || !sessionId) throw new AppError('NOT_A_PLAYER', 'You have no seat in this match.');
  return { seat, sessionId };
}

/** What a move of a player did. */
export interface WerewolfAct {
  seat: number;
  /** The event of the wanted type that the move made. */
  event: ActionEvent | null;
  /** When the move was made, as ISO 8601: a repeated call answers the time of the first. */
  at: string;
}

/**
 * Applies a move of a player as a step of its session: the move, its event, the step and its key are one statement, so a
 * repeated key gets the first answer also after a crash. Keys of different kinds of moves are apart.
 * @throws MATCH_NOT_FOUND, RATE_LIMITED, IDEMPOTENCY_CONFLICT, and the codes of the game: NOT_A_PLAYER, WRONG_PHASE,
 * WRONG_ROLE, PLAYER_DEAD, INVALID_TARGET, ALREADY_SUBMITTED
 */
export async function actInWerewolf(args: {
  agent: StepSession['agent'];
  matchId: string;
  move: WerewolfMove;
  /** Type of the event to return. */
  eventType: WerewolfEventType;
  idempotencyKey: string | null;
  signal?: AbortSignal;
}): Promise<WerewolfAct> {
  const { agent, move, eventType, idempotencyKey: key, signal } = args;
  const { seat, sessionId } = await requireSeat(args.matchId, agent.agentId);
  const idempotencyKey = key === null ? null : `${move.type}:${key}`;
  try {
    const step = await stepSession({ agent, sessionId, action: move, report: {}, idempotencyKey, signal });
    const { events = [], clock } = step.experience_response as BuiltinResponse;
    return { seat, event: events.find(({ type }) => type === eventType) ?? null, at: clock?.server_time ?? iso(now()) };
  } catch (thrown) {
    throw await inCodesOfWerewolf(thrown, args.matchId);
  }
}

/** The refusal of a move under the game's own code. A player who leaves ends its session: one query then. */
async function inCodesOfWerewolf(thrown: unknown, matchId: string): Promise<unknown> {
  if (!(thrown instanceof AppError) || thrown.code !== 'EXPERIENCE_ERROR') return thrown;
  const { game_code: code, status } = thrown.details ?? {};
  if (typeof code === 'string' && GAME_CODES.has(code)) return new AppError(code as ErrorCode, thrown.message);
  if (status === undefined) return thrown;
  const match = await readMatch(matchId);
  if (match?.status !== 'active') return new AppError('WRONG_PHASE', 'The match is over.');
  return new AppError('PLAYER_DEAD', 'You have left the match: you may watch, but not act.');
}
