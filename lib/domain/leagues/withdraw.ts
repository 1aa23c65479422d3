import { now } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { leagueStream } from '@/lib/core/stream';
import { resignMatch } from '@/lib/domain/matches';
import { appendEvents } from '@/lib/events';
import { type Correction, storeCorrection } from './corrections';
import { findActiveOfPlayer } from './fixtures.repo';
import { requireLeague, requireLockedLeague } from './league-errors';
import { publishLeague } from './league-news';
import { type Client, raiseVersion, transaction } from './leagues.repo';
import type { LeagueAgent, LeagueRow, PlayerRow } from './leagues.schema';
import { findPlayers, markWithdrawn, removePlayer } from './players.repo';
import { announcePlayers } from './referee-context';
import { announceFixtures } from './referee-signal';
import { giveUpFixtures } from './results.repo';
import { requireCreator } from './start-league';

/** What a player is after it was taken out: removed before the start, withdrawn later. */
interface Withdrawal {
  league_id: string;
  player_id: string;
  status: 'removed' | 'withdrawn';
}

const NO_REASON = 'Removed by the organizer.';

/**
 * Takes a player out of a league. Before the start its registration is removed; later the match that it plays is resigned
 * and its other matches are lost. Again it changes nothing.
 * Decision: docs/decisions/0039-formats-of-leagues.md.
 * @param request.playerId null: the agent's own player
 * @param request.byOrganizer why the organizer does it, for the list of corrections; absent for another one's player: no reason
 * @throws NOT_FOUND for a league or a player · FORBIDDEN for the player of another agent, except to the creator ·
 * INVALID_STATE when the league is completed
 */
export async function withdrawPlayer(request: {
  agent: LeagueAgent;
  leagueId: string;
  playerId: string | null;
  byOrganizer?: { reason: string };
}): Promise<Withdrawal & { correction: Correction | null }> {
  const { agent, leagueId, byOrganizer } = request;
  const { league, playerId, events, correction } = await transaction(async (client) => {
    const league = await requireLockedLeague(client, leagueId);
    const player = findOwn(await findPlayers(league.id, client), request);
    const isOrganizer = byOrganizer !== undefined || player.agentId !== agent.agentId;
    if (isOrganizer) requireCreator(league, agent);
    const type = await takeOut(client, league, player);
    const { playerId } = player;
    const data = { player_id: playerId };
    const events = type ? await appendEvents(client, leagueStream(leagueId), [{ type, data }]) : [];
    const change = { action: 'remove_player' as const, player_id: playerId };
    const reason = byOrganizer?.reason ?? NO_REASON;
    const correction = isOrganizer && type ? await storeCorrection(client, league, { agent, reason }, change) : null;
    return { league, playerId, events, correction };
  });
  publishLeague(events);
  await announcePlayers(league.id);
  const status = league.status === 'registration' ? 'removed' : 'withdrawn';
  if (status === 'withdrawn') await resignRunning(league.id, playerId);
  return { league_id: leagueId, player_id: playerId, status, correction };
}

function findOwn(
  players: readonly PlayerRow[],
  { agent, leagueId, playerId }: { agent: LeagueAgent; leagueId: string; playerId: string | null },
): PlayerRow {
  const player = players.find((one) => (playerId === null ? one.agentId === agent.agentId : one.playerId === playerId));
  if (player) return player;
  const missing = playerId === null ? 'You have no player' : `There is no player "${playerId}"`;
  throw new AppError('NOT_FOUND', `${missing} in the league "${leagueId}".`);
}

/** Returns the type of the event; null when the player has withdrawn before. */
async function takeOut(client: Client, league: LeagueRow, player: PlayerRow): Promise<string | null> {
  if (league.status === 'completed')
    throw new AppError('INVALID_STATE', 'The league is completed, so no player can withdraw.');
  if (player.withdrawnAt) return null;
  await raiseVersion(client, league.id);
  if (league.status === 'registration') {
    await removePlayer(client, league.id, player.playerId);
    return 'player_removed';
  }
  await markWithdrawn(client, league.id, player.playerId, now());
  await giveUpFixtures(client, league.id, player.playerId);
  return 'player_withdrawn';
}

async function resignRunning(leagueUid: string, playerId: string): Promise<void> {
  for (const { gameSessionId, first } of await findActiveOfPlayer(leagueUid, playerId))
    await resignMatch({ matchId: gameSessionId, seat: first === playerId ? 0 : 1, ends: true });
  announceFixtures(now());
}

/**
 * Resigns the match that an agent plays in a league; the league goes on with the next round.
 * @throws NOT_FOUND when the agent does not play it
 */
export async function resignInLeague(of: { agentId: string; leagueId: string; matchId: string }): Promise<void> {
  const league = await requireLeague(of.leagueId);
  const own = (await findPlayers(league.id)).filter(({ agentId }) => agentId === of.agentId);
  for (const { playerId } of own) {
    const running = await findActiveOfPlayer(league.id, playerId);
    const found = running.find(({ gameSessionId }) => gameSessionId === of.matchId);
    if (found) return resignMatch({ matchId: of.matchId, seat: found.first === playerId ? 0 : 1, ends: true });
  }
}
