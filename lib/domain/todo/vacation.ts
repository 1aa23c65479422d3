import { postponeDeadline, readMatches } from '@/lib/domain/matches';
import { findCorrespondenceGames } from '@/lib/domain/seating';
import { takeVacation, type Vacation } from '@/lib/domain/vacations';

/**
 * Takes a vacation, and moves the deadlines that run in the agent's correspondence games. Times that begin later are moved when
 * they come near their end.
 * @throws VALIDATION_ERROR for a day of the past, or more days than are left
 */
export async function goOnVacation(of: { agentId: string; from: string; days: number }): Promise<Vacation> {
  const vacation = await takeVacation(of);
  const games = await findCorrespondenceGames(of.agentId);
  const running = games.flatMap(({ lobbyId, sessionId }) => (sessionId === null ? [] : [lobbyId]));
  for (const match of running.length > 0 ? await readMatches(running) : []) await postponeDeadline(match);
  return vacation;
}
