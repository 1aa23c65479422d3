import { AppError } from '@/lib/core/errors';
import { findHouseBotByName } from '@/lib/core/house-bots';
import type { JsonObject } from '@/lib/core/json';
import { appendToMatch, type MatchRow, readMatch, type SeatRow } from '@/lib/domain/matches';
import { makeRematch } from '@/lib/domain/seating';
import { publish } from '@/lib/events';
import { findLobbySetup, findOpenRematch, isUniqueViolation, transaction } from './play.repo';
import type { RematchPlan } from './play.schema';

/**
 * How a player gets the same game again: the rematch that another player has opened, else a new one in which the seats
 * move on by one.
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

function timeOf({ moveTimeMs, timeControl }: MatchRow): JsonObject {
  if (timeControl) {
    return { clock_base_s: timeControl.baseMs / 1000, clock_increment_s: timeControl.incrementMs / 1000 };
  }
  return moveTimeMs === null ? {} : { move_time_s: moveTimeMs / 1000 };
}

function planSolo(match: MatchRow, own: SeatRow): RematchPlan {
  const bot = match.seats.find((seat) => seat.kind === 'bot');
  const initialAction = {
    type: 'options',
    seat: nextSeat(match, own),
    ...(bot?.strength ? { opponent: findHouseBotByName(bot.displayName)?.slug ?? bot.strength } : {}),
    ...timeOf(match),
    options: match.options as JsonObject,
  };
  return { kind: 'solo', experienceId: match.experienceId, initialAction };
}

/** Against house bots only, the bots join immediately. */
async function planLobby(match: MatchRow, own: SeatRow): Promise<RematchPlan> {
  const setup = await findLobbySetup(match.id);
  const isAlone = match.seats.every((seat) => seat === own || seat.kind === 'bot');
  return {
    kind: 'lobby',
    experienceId: match.experienceId,
    maxPlayers: setup?.maxPlayers ?? match.seats.length,
    config: {
      ...setup?.config,
      host_seat: nextSeat(match, own),
      unlisted: true,
      ...(isAlone ? { fill_with_bots_after_s: 0 } : {}),
    },
  };
}

/**
 * Marks a lobby as the rematch of a match and notifies the readers of the match. Of two racing offers the first counts.
 * @returns the lobby of the rematch: another player's when that one was first
 */
export async function offerRematch(offer: { matchId: string; lobbyId: string; agentId: string }): Promise<string> {
  const { matchId, lobbyId, agentId } = offer;
  try {
    const events = await transaction(async (client) => {
      // The same offer again, or one whose lobby has ended, is no news.
      if (!(await makeRematch(client, { lobbyId, matchId }))) return [];
      return appendToMatch(client, matchId, (match) => {
        const host = match.seats.find((seat) => seat.agentId === agentId);
        const data = { game_session_id: lobbyId, seat: host?.seat ?? null, display_name: host?.displayName ?? '' };
        return [{ type: 'rematch_offered', data }];
      });
    });
    publish(events);
    return lobbyId;
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown;
    return (await findOpenRematch(matchId)) ?? lobbyId;
  }
}
