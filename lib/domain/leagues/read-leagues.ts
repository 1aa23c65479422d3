import { LRUCache } from 'lru-cache';
import { InputFault } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import { leagueStream } from '@/lib/core/stream';
import { readMatches } from '@/lib/domain/matches';
import { lastEventId } from '@/lib/events';
import { type FixturePlace, findAgentsOfMatch, findFixtures, findPlaceOfMatch } from './fixtures.repo';
import { portOf } from './game-port';
import { findHealth } from './health.repo';
import type { HealthStatus } from './health.schema';
import { requireLeague } from './league-errors';
import { standingsOf } from './league-plan';
import { findLeague, listLeagueRows } from './leagues.repo';
import {
  type FixtureRow,
  type LeagueDetails,
  type LeagueListRow,
  type LeagueStatus,
  type LeagueSummary,
  type PlayerRow,
  type RunningMatch,
  type StandingRecord,
  toFixtureRecord,
  toLeagueSummary,
  toPlayerRecord,
  toStandingRecord,
} from './leagues.schema';
import { findPlayers } from './players.repo';

/**
 * Leagues, the newest first. `nextCursor` is null on the last page. One query.
 * @param page.agentId whose own leagues are shown too that are not listed, as those of all agents of `page.ownerId`
 * @throws VALIDATION_ERROR for a foreign cursor
 */
export async function listLeagues(page: {
  status?: LeagueStatus | undefined;
  cursor?: string | undefined;
  limit: number;
  agentId?: string | null | undefined;
  ownerId?: string | null | undefined;
}): Promise<{ leagues: LeagueSummary[]; nextCursor: string | null }> {
  const after = page.cursor ? readCursor(page.cursor) : null;
  const rows = await listLeagueRows({
    status: page.status ?? null,
    after,
    limit: page.limit + 1,
    agentId: page.agentId ?? null,
    ownerId: page.ownerId ?? null,
  });
  const visible = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? visible.at(-1) : undefined;
  return {
    leagues: visible.map(toLeagueSummary),
    nextCursor: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/**
 * A league with its players, a page of its schedule and its standings. Three queries, five after a change; one more while
 * matches run. @param of.after the match_id before the page; absent: from the beginning @param of.limit fixtures; absent: all
 * @throws NOT_FOUND · VALIDATION_ERROR for an unknown match_id
 */
export async function getLeague(of: { leagueId: string; after?: string; limit?: number }): Promise<LeagueDetails> {
  const { leagueId, after, limit = Number.POSITIVE_INFINITY } = of;
  // The cursor is read first: what happens meanwhile is in the content and comes again as an event.
  const cursor = (await lastEventId(leagueStream(leagueId), ['public'])) ?? '';
  const league = await requireLeague(leagueId);
  const { players, fixtures, standings } = await readContent(league);
  const rest = after === undefined ? fixtures : fixtures.slice(placeAfter(fixtures, after));
  const page = rest.slice(0, limit);
  const [running, health] = await Promise.all([readRunningMatches(page), readStatuses(league)]);
  return {
    ...toLeagueSummary(league),
    players: players.map((player) => toPlayerRecord(player, health.get(player.playerId) ?? null)),
    schedule: page.map((fixture) => toFixtureRecord(fixture, league.gameType, running.get(fixture.id) ?? null)),
    has_more: page.length < rest.length,
    standings,
    cursor,
  };
}

/** How the players of a league answer, once it has started. */
async function readStatuses({ id, status }: LeagueListRow): Promise<Map<string, HealthStatus>> {
  const rows = status === 'registration' ? [] : await findHealth(id);
  return new Map(rows.map((row) => [row.playerId, row.status]));
}

function placeAfter(fixtures: readonly FixtureRow[], matchId: string): number {
  const place = fixtures.findIndex((fixture) => fixture.matchId === matchId);
  if (place !== -1) return place + 1;
  throw new InputFault([{ path: ['after'], message: 'is not the match_id of a fixture of this league' }]);
}

/** Whether a league has this id. */
export async function leagueExists(leagueId: string): Promise<boolean> {
  return (await findLeague(leagueId)) !== null;
}

/** The standings of a league. One query, three after a change. @throws NOT_FOUND */
export async function readStandings({ leagueId }: { leagueId: string }): Promise<StandingRecord[]> {
  return (await readContent(await requireLeague(leagueId))).standings;
}

interface Content {
  version: number;
  players: PlayerRow[];
  fixtures: FixtureRow[];
  standings: StandingRecord[];
}

/** Fixtures of a league that are cached: a double round robin of a hundred players. */
const MAX_CACHED_FIXTURES = 40_000;

/** The content of leagues by internal id, with the version at which it was read. */
const contents = () =>
  once(
    'leagues.contents',
    () =>
      new LRUCache<string, Content>({
        maxSize: MAX_CACHED_FIXTURES,
        sizeCalculation: ({ players, fixtures }) => players.length + fixtures.length + 1,
      }),
  );

/** Players, fixtures and standings of a league, from the cache while its version is the same. */
async function readContent(league: LeagueListRow): Promise<Content> {
  const cached = contents().get(league.id);
  if (cached && cached.version >= league.version) return cached;
  const [players, fixtures] = await Promise.all([findPlayers(league.id), findFixtures(league.id)]);
  const names = new Map(players.map(({ playerId, displayName }) => [playerId, displayName]));
  const rows = players.length === 0 ? [] : standingsOf(league, players, fixtures);
  const standings = rows.map((row) => toStandingRecord(row, names.get(row.playerId) ?? row.playerId));
  const content = { version: league.version, players, fixtures, standings };
  contents().set(league.id, content);
  return content;
}

/** The fixture and the league of a match of the runtime; null for a match of no league. One query. */
export function findFixturePlace(gameSessionId: string): Promise<FixturePlace | null> {
  return findPlaceOfMatch(gameSessionId);
}

/** The agents of both players in a match of a league, those that the referee calls too. One query. */
export function readAgentsOfMatch(gameSessionId: string): Promise<string[]> {
  return findAgentsOfMatch(gameSessionId);
}

/** The running matches of fixtures by the fixtures' internal id. One query while one of them is played, else none. */
async function readRunningMatches(fixtures: readonly FixtureRow[]): Promise<Map<string, RunningMatch>> {
  const active = fixtures.flatMap(({ id, status, gameSessionId }) =>
    status === 'active' && gameSessionId !== null ? [[gameSessionId, id] as const] : [],
  );
  if (active.length === 0) return new Map();
  const fixtureOf = new Map(active);
  const matches = await readMatches([...fixtureOf.keys()]);
  return new Map(
    matches.map((match) => {
      const port = portOf(match.gameId);
      const scores = port.hasRounds ? port.scores(match) : null;
      return [fixtureOf.get(match.id) ?? '', { gameRound: port.gameRound(match), scores }];
    }),
  );
}
