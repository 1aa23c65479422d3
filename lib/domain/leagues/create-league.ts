import { now } from '@/lib/core/clock';
import { InputFault } from '@/lib/core/errors';
import type { Strength } from '@/lib/core/game';
import { newId } from '@/lib/core/ids';
import { randomHex } from '@/lib/core/random';
import { gameById } from '@/lib/games';
import type { LeagueFormat } from './formats';
import { announceLeagues } from './league-news';
import { insertLeague, transaction } from './leagues.repo';
import { DEFAULT_GAME, DEFAULT_LEAGUE_ID, type LeagueAgent, MAX_PLAYERS } from './leagues.schema';
import { leagueStartDue } from './planned-starts';
import { botPlayers } from './players';
import { insertPlayers } from './players.repo';
import { requireLeagueQuota } from './quotas';

/** Rounds of the game, where a league does not say otherwise. league.md, GAME_START. */
const GAME_DEFAULTS = { roundsToWin: 3, maxRounds: 5, timeLimitSeconds: 30 } as const;

/**
 * Opens a league for registration. House bots are its first players.
 * Specification: interface.md, leagues.
 * @throws VALIDATION_ERROR for a game that two cannot play, limits that contradict each other, or a start that is past · QUOTA_EXCEEDED above 10
 * leagues that are not completed
 */
export async function createLeague(request: {
  agent: LeagueAgent;
  name: string;
  gameType?: string | undefined;
  format?: LeagueFormat | undefined;
  roundsToWin?: number | undefined;
  maxRounds?: number | undefined;
  timeLimitSeconds?: number | undefined;
  /** Of a Swiss league; by default enough for one undefeated player to be left. */
  rounds?: number | undefined;
  maxPlayers?: number | undefined;
  houseBots?: readonly Strength[] | undefined;
  /** What it is about. */
  description?: string | undefined;
  /** When it starts by itself; without it its organizer starts it. */
  startsAt?: Date | undefined;
  /** Whether lists and the search show it. */
  listed?: boolean | undefined;
}): Promise<{ league_id: string }> {
  const { gameType = DEFAULT_GAME, format = 'round_robin', houseBots = [] } = request;
  const maxPlayers = request.maxPlayers ?? MAX_PLAYERS;
  const limits = readLimits(gameType, request);
  if (houseBots.length > maxPlayers)
    throw new InputFault([{ path: ['house_bots'], message: `are more than max_players, ${maxPlayers}` }]);
  if (request.rounds !== undefined && format !== 'swiss')
    throw new InputFault([{ path: ['rounds'], message: `is for a Swiss league; the format is ${format}` }]);
  requireStart(request.startsAt);
  const league = {
    id: newId(),
    // One that is not listed is found by its id alone.
    leagueId: `league_${randomHex(request.listed === false ? 16 : 6)}`,
    season: 1,
    name: request.name,
    gameType,
    format,
    ...limits,
    maxPlayers,
    roundCount: format === 'swiss' ? (request.rounds ?? null) : null,
    createdByAgentId: request.agent.agentId,
    createdAt: now(),
    description: request.description ?? null,
    startsAt: request.startsAt ?? null,
    listed: request.listed ?? true,
  };
  await transaction(async (client) => {
    if (!request.agent.isAdmin) await requireLeagueQuota(client, request.agent.agentId);
    await insertLeague(client, league);
    const bots = botPlayers(houseBots, []);
    if (bots.length > 0) await insertPlayers(client, league.id, bots);
  });
  announceLeagues();
  if (request.startsAt) leagueStartDue.announce(request.startsAt);
  return { league_id: league.leagueId };
}

/** The furthest time for which a start may be planned. */
const MAX_AHEAD_MS = 90 * 24 * 3_600_000;

function requireStart(startsAt: Date | undefined): void {
  if (!startsAt) return;
  const aheadMs = startsAt.getTime() - now().getTime();
  if (aheadMs > 0 && aheadMs <= MAX_AHEAD_MS) return;
  throw new InputFault([{ path: ['starts_at'], message: 'must be later than now, and within 90 days' }]);
}

/** Makes sure that the league of the platform exists. Any process may call it at any time. */
export async function ensureDefaultLeague(): Promise<void> {
  await transaction((client) => insertLeague(client, newDefaultLeague(1)));
}

/** A season of the league of the platform. */
export function newDefaultLeague(season: number) {
  return {
    id: newId(),
    leagueId: DEFAULT_LEAGUE_ID,
    season,
    name: 'Default league',
    gameType: DEFAULT_GAME,
    format: 'round_robin' as const,
    ...GAME_DEFAULTS,
    maxPlayers: MAX_PLAYERS,
    roundCount: null,
    createdByAgentId: null,
    createdAt: now(),
  };
}

/** Limits of a fixture. Games with turns are one game; even and odd is played in rounds. */
export function readLimits(
  gameType: string,
  given: { roundsToWin?: number | undefined; maxRounds?: number | undefined; timeLimitSeconds?: number | undefined },
): { roundsToWin: number; maxRounds: number; timeLimitSeconds: number } {
  const game = gameById(gameType);
  if (!game || game.seats.min > 2 || game.seats.max < 2 || !game.hosting.lobby)
    throw new InputFault([{ path: ['game_type'], message: 'is not a built-in game for two players' }]);
  const hasRounds = gameType === DEFAULT_GAME;
  const roundsToWin = given.roundsToWin ?? (hasRounds ? GAME_DEFAULTS.roundsToWin : 1);
  const maxRounds = given.maxRounds ?? (hasRounds ? Math.max(GAME_DEFAULTS.maxRounds, 2 * roundsToWin - 1) : 1);
  if (!hasRounds && (roundsToWin > 1 || maxRounds > 1)) {
    const message = `is 1 for ${game.title}: a fixture is one game. format double_round_robin plays two`;
    throw new InputFault([{ path: [roundsToWin > 1 ? 'rounds_to_win' : 'max_rounds'], message }]);
  }
  if (maxRounds < roundsToWin) throw new InputFault([{ path: ['max_rounds'], message: 'is below rounds_to_win' }]);
  return { roundsToWin, maxRounds, timeLimitSeconds: given.timeLimitSeconds ?? defaultTimeLimit(gameType) };
}

const defaultTimeLimit = (gameType: string): number =>
  gameById(gameType)?.moveTimeS?.fallback ?? GAME_DEFAULTS.timeLimitSeconds;
