import type { AgentCaller } from '@/lib/core/caller';
import { AppError, quotaExceeded } from '@/lib/core/errors';
import type { Strength } from '@/lib/core/game';
import { leagueStream } from '@/lib/core/stream';
import { appendEvents } from '@/lib/events';
import { requireLeague, requireLockedLeague } from './league-errors';
import { publishLeague } from './league-news';
import { type Client, raiseVersion, transaction } from './leagues.repo';
import { type LeagueAgent, type LeagueRow, MAX_HOUSE_BOTS, type PlayerRow } from './leagues.schema';
import { botPlayers } from './players';
import { findPlayers, insertPlayers } from './players.repo';
import { registerPlayer } from './register-player';
import { requireCreator } from './start-league';

const MEMBER_VERSION = '1.0.0';

/**
 * Registers a person, or an agent that finds its turns by get_my_state, with a league that exists. Returns the player id.
 * @throws NOT_FOUND · INVALID_STATE with the reason why the league does not take the player
 */
export async function takePart({ caller, leagueId }: { caller: AgentCaller; leagueId: string }): Promise<string> {
  await requireLeague(leagueId);
  const answer = await registerPlayer({
    caller,
    leagueId,
    displayName: caller.displayName,
    version: MEMBER_VERSION,
    gameTypes: null,
    endpoint: '',
  });
  if (answer.status === 'REJECTED') throw new AppError('INVALID_STATE', answer.reason);
  return answer.playerId;
}

/**
 * Adds house bots to a league. Returns their player ids.
 * @throws NOT_FOUND · FORBIDDEN for others than its creator · INVALID_STATE when registration is closed or too few places are left ·
 * QUOTA_EXCEEDED above 16 bots, and above as many as other players
 */
export async function addHouseBots(request: {
  agent: LeagueAgent;
  leagueId: string;
  count: number;
  strength: Strength;
}): Promise<string[]> {
  const { agent, leagueId, count, strength } = request;
  const { bots, events } = await transaction(async (client) => {
    const league = await requireLockedLeague(client, leagueId);
    requireCreator(league, agent);
    const bots = await insertBots(client, league, count, strength);
    const events = await appendEvents(
      client,
      leagueStream(leagueId),
      bots.map(({ playerId, displayName, kind }) => ({
        type: 'player_registered',
        data: { player_id: playerId, display_name: displayName, kind },
      })),
    );
    return { bots, events };
  });
  publishLeague(events);
  return bots.map(({ playerId }) => playerId);
}

/** In a league of the platform the house bots may fill every place. */
function requireFewHouseBots(league: LeagueRow, registered: readonly PlayerRow[], added: number): void {
  const bots = registered.filter(({ kind }) => kind === 'bot').length;
  const limit = Math.max(MAX_HOUSE_BOTS, registered.length - bots);
  if (league.createdByAgentId === null || bots + added <= limit) return;
  throw quotaExceeded(`A league has at most ${limit} house bots, or as many as other players.`, {
    name: 'house_bots',
    limit,
  });
}

async function insertBots(client: Client, league: LeagueRow, count: number, strength: Strength): Promise<PlayerRow[]> {
  if (league.status !== 'registration')
    throw new AppError('INVALID_STATE', `The league is closed for registration: it is ${league.status}.`);
  const registered = await findPlayers(league.id, client);
  const free = league.maxPlayers - registered.length;
  if (count > free)
    throw new AppError('INVALID_STATE', free === 0 ? 'The league is full.' : `The league has ${free} free places.`);
  requireFewHouseBots(league, registered, count);
  const bots = botPlayers(Array<Strength>(count).fill(strength), registered);
  await insertPlayers(client, league.id, bots);
  await raiseVersion(client, league.id);
  return bots;
}
