import { AppError } from '@/lib/core/errors';
import type { JsonObject } from '@/lib/core/json';
import { appendToMatch, type MatchRow, readMatch, type SeatRow } from '@/lib/domain/matches';
import { markRematch } from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import { findLobbySetup, findOpenRematch, sqlState, transaction } from './play.repo';

/** What playing the same once more takes. */
export type RematchPlan =
  | { kind: 'join'; lobbyId: string }
  | { kind: 'solo'; experienceId: string; initialAction: JsonObject }
  | { kind: 'lobby'; experienceId: string; maxPlayers: number; config: JsonObject };

/**
 * How a player gets the same game again: the rematch that somebody has already asked for, else a new one with the
 * seats turned by one.
 * @throws NOT_FOUND without a seat in the match · INVALID_STATE while it runs
 */
export async function planRematch(of: { matchId: string; agentId: string }): Promise<RematchPlan> {
  const match = await readMatch(of.matchId);
  const own = match?.seats.find((seat) => seat.agentId === of.agentId);
  if (!match || !own) throw new AppError('NOT_FOUND', 'You have no seat in this match.');
  if (match.status === 'active') throw new AppError('INVALID_STATE', 'This match is not over yet.');
  if (match.kind === 'solo') return planSolo(match, own);
  const lobbyId = await findOpenRematch(match.id);
  return lobbyId ? { kind: 'join', lobbyId } : planLobby(match, own);
}

const nextSeat = (match: MatchRow, own: SeatRow): number => (own.seat + 1) % match.seats.length;

const moveTime = (match: MatchRow): JsonObject =>
  match.moveTimeMs === null ? {} : { move_time_s: match.moveTimeMs / 1000 };

function planSolo(match: MatchRow, own: SeatRow): RematchPlan {
  const house = match.seats.find((seat) => seat.kind === 'bot');
  const initialAction = {
    type: 'options',
    seat: nextSeat(match, own),
    ...(house?.strength ? { opponent: house.strength } : {}),
    ...moveTime(match),
    options: match.options as JsonObject,
  };
  return { kind: 'solo', experienceId: match.experienceId, initialAction };
}

/** Where only the house sat opposite, it sits down again at once. */
async function planLobby(match: MatchRow, own: SeatRow): Promise<RematchPlan> {
  const setUp = await findLobbySetup(match.id);
  const isAlone = match.seats.every((seat) => seat === own || seat.kind === 'bot');
  return {
    kind: 'lobby',
    experienceId: match.experienceId,
    maxPlayers: setUp?.maxPlayers ?? match.seats.length,
    config: {
      ...setUp?.config,
      host_seat: nextSeat(match, own),
      ...(isAlone ? { fill_with_bots_after_s: 0 } : {}),
    },
  };
}

/**
 * Tells everybody who was in a match of the lobby that waits for them. Of two who ask at once the first is told of.
 * @returns the lobby to be in: another one than was offered when somebody else was first.
 */
export async function offerRematch(offer: { matchId: string; lobbyId: string; agentId: string }): Promise<string> {
  const { matchId, lobbyId, agentId } = offer;
  try {
    const events = await transaction(async (client) => {
      await markRematch(client, { lobbyId, matchId });
      return appendToMatch(client, matchId, (match) => {
        const host = match.seats.find((seat) => seat.agentId === agentId);
        const data = { game_session_id: lobbyId, seat: host?.seat ?? null, display_name: host?.displayName ?? '' };
        return [{ type: 'rematch_offered', data }];
      });
    });
    publish(events);
    return lobbyId;
  } catch (thrown) {
    if (sqlState(thrown) !== '23505') throw thrown;
    return (await findOpenRematch(matchId)) ?? lobbyId;
  }
}
