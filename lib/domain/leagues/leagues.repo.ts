import type { PageCursor } from '@/lib/core/page-cursor';
import { leagueStream } from '@/lib/core/stream';
import { type Client, pool, type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import { replaceTexts } from '@/lib/events';
import type { LeagueListRow, LeagueRow, LeagueStatus } from './leagues.schema';

export { type Client, plannedPool, type Queryable, transaction } from '@/lib/data/database';

const LEAGUE = `l.id, l.league_id AS "leagueId", l.season, l.name, l.game_type AS "gameType", l.format,
  l.rounds_to_win AS "roundsToWin", l.max_rounds AS "maxRounds", l.time_limit_seconds AS "timeLimitSeconds",
  l.max_players AS "maxPlayers", l.status, l.current_round AS "currentRound", l.round_count AS "roundCount", l.version,
  l.created_by_agent_id AS "createdByAgentId", l.created_at AS "createdAt", l.started_at AS "startedAt",
  l.completed_at AS "completedAt", l.paused_at AS "pausedAt", l.description, l.starts_at AS "startsAt", l.listed`;

const LISTED = `${LEAGUE}, (SELECT count(*)::int FROM league_players p WHERE p.league_uid = l.id) AS "playerCount",
  (SELECT a.display_name FROM agents a WHERE a.id = l.created_by_agent_id) AS "creatorName"`;

/** What a new league does not have yet. */
type Unset = 'status' | 'currentRound' | 'version' | 'startedAt' | 'completedAt' | 'pausedAt';

/** Inserts a league. False when one has its id. */
export async function insertLeague(
  on: Queryable,
  league: Omit<LeagueRow, Unset | 'description' | 'startsAt' | 'listed'> &
    Partial<Pick<LeagueRow, 'description' | 'startsAt' | 'listed'>>,
): Promise<boolean> {
  const rows = await sql(
    'leagues.insert',
    `INSERT INTO leagues (id, league_id, season, name, game_type, format, rounds_to_win, max_rounds, time_limit_seconds,
       max_players, round_count, created_by_agent_id, created_at, description, starts_at, listed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT (league_id) DO NOTHING RETURNING 1`,
    [
      league.id,
      league.leagueId,
      league.season,
      league.name,
      league.gameType,
      league.format,
      league.roundsToWin,
      league.maxRounds,
      league.timeLimitSeconds,
      league.maxPlayers,
      league.roundCount,
      league.createdByAgentId,
      league.createdAt,
      league.description ?? null,
      league.startsAt ?? null,
      league.listed ?? true,
    ],
    on,
  );
  return rows.length === 1;
}

/** A league by the id on the wire, or null. */
export async function findLeague(leagueId: string, on: Queryable = pool()): Promise<LeagueListRow | null> {
  const rows = await sql<LeagueListRow>(
    'leagues.find',
    `SELECT ${LISTED} FROM leagues l WHERE l.league_id = $1`,
    [leagueId],
    on,
  );
  return rows[0] ?? null;
}

/** Leagues by their internal ids. */
export async function findLeaguesByUid(ids: readonly string[]): Promise<LeagueRow[]> {
  return sql<LeagueRow>('leagues.find_uids', `SELECT ${LEAGUE} FROM leagues l WHERE l.id = ANY ($1::uuid[])`, [ids]);
}

/** Those of some leagues that run, are not paused, and in which no match up to the current round is still to be played. One index scan for each. */
export async function findLeaguesWithoutOpenMatch(
  ids: readonly string[],
  on: Queryable = pool(),
): Promise<LeagueRow[]> {
  return sql<LeagueRow>(
    'leagues.without_open_match',
    `SELECT ${LEAGUE} FROM leagues l WHERE l.id = ANY ($1::uuid[]) AND l.status IN ('ready', 'in_progress') AND l.paused_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM league_fixtures f
         WHERE f.league_uid = l.id AND f.round_id <= l.current_round AND f.status IN ('scheduled', 'active'))`,
    [ids],
    on,
  );
}

/** Running leagues without an open match whose round has not ended, because a process died in between. One scan of the running ones. */
export async function findLeftoverLeagues(limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'leagues.leftover',
    `SELECT l.id FROM leagues l WHERE l.status IN ('ready', 'in_progress') AND l.paused_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM league_fixtures f
         WHERE f.league_uid = l.id AND f.round_id <= l.current_round AND f.status IN ('scheduled', 'active'))
     LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** A league, locked until the transaction ends: the lock orders registration, start and the ends of rounds. */
export async function lockLeague(client: Queryable, leagueId: string): Promise<LeagueRow | null> {
  const rows = await sql<LeagueRow>(
    'leagues.lock',
    `SELECT ${LEAGUE} FROM leagues l WHERE l.league_id = $1 FOR UPDATE`,
    [leagueId],
    client,
  );
  return rows[0] ?? null;
}

/** Listed leagues, and those that an agent created, the newest first, after a cursor. One index scan. */
export async function listLeagueRows(page: {
  status: LeagueStatus | null;
  after: PageCursor | null;
  limit: number;
  /** Whose leagues are shown that are not listed: those of an agent, and of the agents of an owner. */
  agentId: string | null;
  ownerId: string | null;
}): Promise<LeagueListRow[]> {
  return sql<LeagueListRow>(
    'leagues.list',
    `SELECT ${LISTED} FROM leagues l
     WHERE (l.listed OR l.created_by_agent_id = $5
            OR EXISTS (SELECT 1 FROM agents a WHERE a.id = l.created_by_agent_id AND a.owner_id = $6))
       AND ($1::text IS NULL OR l.status = $1) AND ($2::timestamptz IS NULL OR (l.created_at, l.id) < ($2, $3::uuid))
     ORDER BY l.created_at DESC, l.id DESC LIMIT $4`,
    [page.status, page.after?.at ?? null, page.after?.id ?? null, page.limit, page.agentId, page.ownerId],
  );
}

/** The ids of the leagues that take players, at most `limit`. Bracket nights, of which one is always open, are left out. */
export async function listOpenLeagueIds(limit: number): Promise<string[]> {
  const rows = await sql<{ leagueId: string }>(
    'leagues.open',
    `SELECT league_id AS "leagueId" FROM leagues
     WHERE status = 'registration' AND listed AND league_id NOT LIKE 'league\\_night\\_%' LIMIT $1`,
    [limit],
  );
  return rows.map(({ leagueId }) => leagueId);
}

/** When the next league that takes players starts by itself, without those that are postponed. */
export async function findNextStart(postponed: readonly string[]): Promise<Date | null> {
  const rows = await sql<{ at: Date | null }>(
    'leagues.next_start',
    `SELECT min(starts_at) AS at FROM leagues
      WHERE status = 'registration' AND starts_at IS NOT NULL AND NOT league_id = ANY ($1::text[])`,
    [postponed],
  );
  return rows[0]?.at ?? null;
}

/** The ids of leagues that are due to start by themselves, without those that are postponed. */
export async function findDueStarts(at: Date, postponed: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql<{ leagueId: string }>(
    'leagues.due_starts',
    `SELECT league_id AS "leagueId" FROM leagues
      WHERE status = 'registration' AND starts_at <= $1 AND NOT league_id = ANY ($2::text[]) ORDER BY starts_at LIMIT $3`,
    [at, postponed, limit],
  );
  return rows.map(({ leagueId }) => leagueId);
}

/** Leaves the start of a league to its organizer. */
export async function clearStart(client: Client, leagueUid: string): Promise<void> {
  await sql('leagues.clear_start', 'UPDATE leagues SET starts_at = NULL WHERE id = $1', [leagueUid], client);
}

/** The bracket nights that take players. */
export async function listOpenNights(): Promise<string[]> {
  const rows = await sql<{ leagueId: string }>(
    'leagues.open_nights',
    `SELECT league_id AS "leagueId" FROM leagues WHERE status = 'registration' AND league_id LIKE 'league\\_night\\_%'`,
    [],
  );
  return rows.map(({ leagueId }) => leagueId);
}

/** The newest bracket nights of any status. */
export async function listLastNights(limit: number): Promise<LeagueListRow[]> {
  return sql<LeagueListRow>(
    'leagues.last_nights',
    `SELECT ${LISTED} FROM leagues l WHERE league_id LIKE 'league\\_night\\_%' ORDER BY created_at DESC LIMIT $1`,
    [limit],
  );
}

/** Changes the status of a locked league and raises its version. */
export async function updateLeague(
  client: Queryable,
  league: Pick<LeagueRow, 'id' | 'leagueId' | 'status' | 'currentRound' | 'roundCount' | 'startedAt' | 'completedAt'>,
): Promise<void> {
  await sql(
    'leagues.update',
    `UPDATE leagues SET league_id = $2, status = $3, current_round = $4, round_count = $5, started_at = $6,
       completed_at = $7, version = version + 1 WHERE id = $1`,
    [
      league.id,
      league.leagueId,
      league.status,
      league.currentRound,
      league.roundCount,
      league.startedAt,
      league.completedAt,
    ],
    client,
  );
}

/** What the organizer of a league calls it and says about it, locked until the transaction ends; null without a league of this id. */
export async function lockLeagueWords(
  client: Queryable,
  leagueId: string,
): Promise<Pick<LeagueRow, 'name' | 'description'> | null> {
  const rows = await sql<Pick<LeagueRow, 'name' | 'description'>>(
    'leagues.lock_words',
    'SELECT name, description FROM leagues WHERE league_id = $1 FOR UPDATE',
    [leagueId],
    client,
  );
  return rows[0] ?? null;
}

/** Puts other words in place of the name and the description of a league, and raises its version. */
export async function setLeagueWords(
  client: Queryable,
  leagueId: string,
  words: Pick<LeagueRow, 'name' | 'description'>,
): Promise<void> {
  await sql(
    'leagues.set_words',
    'UPDATE leagues SET name = $2, description = $3, version = version + 1 WHERE league_id = $1',
    [leagueId, words.name, words.description],
    client,
  );
}

/** Stores since when a locked league is paused; null: it goes on. */
export async function setPaused(client: Queryable, leagueUid: string, at: Date | null): Promise<void> {
  await sql('leagues.set_paused', 'UPDATE leagues SET paused_at = $2 WHERE id = $1', [leagueUid, at], client);
}

/** Matches of a league begin: it is in progress, and its version is raised. False when it is paused. */
export async function markLeagueInProgress(client: Client, leagueUid: string): Promise<boolean> {
  const rows = await sql(
    'leagues.in_progress',
    `UPDATE leagues SET status = 'in_progress', version = version + 1
     WHERE id = $1 AND status IN ('ready', 'in_progress') AND paused_at IS NULL RETURNING 1`,
    [leagueUid],
    client,
  );
  return rows.length === 1;
}

/** Raises the version of a league, so that cached standings are read again. */
export async function raiseVersion(client: Queryable, leagueUid: string): Promise<void> {
  await sql('leagues.raise', 'UPDATE leagues SET version = version + 1 WHERE id = $1', [leagueUid], client);
}

registerDeletion('leagues', {
  /** In the leagues that it plays or has played, whose versions it raises, and in their events. */
  async replaceName(client, { agentId, name }) {
    const renamed = await sql<{ league_id: string; old: string }>(
      'leagues.remove_name',
      `WITH own AS (SELECT league_uid, number, display_name FROM league_players WHERE agent_id = $1 AND display_name <> $2),
            done AS (UPDATE league_players p SET display_name = $2 FROM own
                     WHERE p.league_uid = own.league_uid AND p.number = own.number),
            raised AS (UPDATE leagues SET version = version + 1 WHERE id IN (SELECT league_uid FROM own))
       SELECT l.league_id, own.display_name AS old FROM own JOIN leagues l ON l.id = own.league_uid`,
      [agentId, name],
      client,
    );
    await replaceTexts(
      client,
      renamed.map(({ league_id, old }) => ({ stream: leagueStream(league_id), old, text: name })),
    );
  },
});

registerExport('leagues', {
  'leagues/leagues': {
    about: 'Leagues that agents opened.',
    rows: `SELECT league_id, season, name, game_type, format, status, created_by_agent_id, created_at, started_at,
      completed_at
      FROM leagues
      WHERE created_by_agent_id = ANY ($2)`,
  },
  'leagues/players': {
    about: 'Leagues where agents are registered.',
    rows: `SELECT league_uid, player_id, kind, display_name, version, split_part(split_part(endpoint, '?', 1), '#', 1) AS
      endpoint, agent_id, registered_at, withdrawn_at
      FROM league_players
      WHERE agent_id = ANY ($2)`,
  },
  'leagues/fixtures': {
    about: 'Fixtures of those players, with the results.',
    rows: `SELECT f.league_uid, f.round_id, f.match_id, f.first, f.second, f.status, f.winner, f.first_score,
      f.second_score, f.reason, f.started_at, f.ended_at, p.agent_id
      FROM league_fixtures f JOIN league_players p ON p.league_uid = f.league_uid AND p.player_id IN (f.first, f.second)
      WHERE p.agent_id = ANY ($2)`,
  },
});
