import { pool, type Queryable, sql } from '@/lib/data/database';
import { rowsOf } from '@/lib/data/rows';
import type { FixtureRow } from './leagues.schema';

/** The columns of a fixture, from `league_fixtures f`. */
export const FIXTURE = `f.id, f.league_uid AS "leagueUid", f.round_id AS "roundId", f.number, f.match_id AS "matchId", f.first,
  f.second, f.status, f.conversation_id AS "conversationId", f.game_session_id AS "gameSessionId", f.winner,
  f.first_score AS "firstScore", f.second_score AS "secondScore", f.reason, f.technical_loss AS "technicalLoss",
  f.taken_over_at AS "takenOverAt",
  f.annulled_at AS "annulledAt", f.replays, f.started_at AS "startedAt", f.ended_at AS "endedAt"`;

/** The fixtures of a league by round and place. */
export async function findFixtures(leagueUid: string, on: Queryable = pool()): Promise<FixtureRow[]> {
  return sql<FixtureRow>(
    'leagues.fixtures',
    `SELECT ${FIXTURE} FROM league_fixtures f WHERE f.league_uid = $1 ORDER BY f.round_id, f.number`,
    [leagueUid],
    on,
  );
}

/** The first planned round of a league after a round; null without one. One index look-up. */
export async function findNextRound(leagueUid: string, after: number, on: Queryable): Promise<number | null> {
  const rows = await sql<{ next: number | null }>(
    'leagues.next_round',
    'SELECT min(round_id) AS next FROM league_fixtures WHERE league_uid = $1 AND round_id > $2',
    [leagueUid, after],
    on,
  );
  return rows[0]?.next ?? null;
}

type NewFixture = Pick<
  FixtureRow,
  'id' | 'roundId' | 'number' | 'matchId' | 'first' | 'second' | 'status' | 'conversationId'
> & { replays?: string };

/** Adds fixtures to a locked league, in one statement. */
export async function insertFixtures(
  client: Queryable,
  leagueUid: string,
  fixtures: readonly NewFixture[],
): Promise<void> {
  const rows = rowsOf<NewFixture>('f', {
    id: ['uuid', ({ id }) => id],
    round_id: ['int', ({ roundId }) => roundId],
    number: ['int', ({ number }) => number],
    match_id: ['text', ({ matchId }) => matchId],
    first: ['text', ({ first }) => first],
    second: ['text', ({ second }) => second],
    status: ['text', ({ status }) => status],
    conversation_id: ['uuid', ({ conversationId }) => conversationId],
    replays: ['text', ({ replays }) => replays ?? null],
  });
  await sql(
    'leagues.insert_fixtures',
    `INSERT INTO league_fixtures
       (league_uid, id, round_id, number, match_id, first, second, status, conversation_id, replays)
     SELECT $1, f.* FROM ${rows.from(2)}`,
    [leagueUid, ...rows.values(fixtures)],
    client,
  );
}

/** Where a match of the runtime belongs, for its page. */
export interface FixturePlace {
  leagueId: string;
  leagueName: string;
  /** Of the fixture: R1M1. */
  matchId: string;
  roundId: number;
}

/** The fixture and the league of a match of the runtime; null for a match of no league. One query. */
export async function findPlaceOfMatch(gameSessionId: string): Promise<FixturePlace | null> {
  const rows = await sql<FixturePlace>(
    'leagues.fixture_place',
    `SELECT l.league_id AS "leagueId", l.name AS "leagueName", f.match_id AS "matchId", f.round_id AS "roundId"
     FROM league_fixtures f JOIN leagues l ON l.id = f.league_uid WHERE f.game_session_id = $1`,
    [gameSessionId],
  );
  return rows[0] ?? null;
}

/** The agents of the two players of a match of the runtime, those that the referee calls too. One query. */
export async function findAgentsOfMatch(gameSessionId: string): Promise<string[]> {
  const rows = await sql<{ agentId: string }>(
    'leagues.agents_of_match',
    `SELECT p.agent_id AS "agentId" FROM league_fixtures f
     JOIN league_players p ON p.league_uid = f.league_uid AND p.player_id IN (f.first, f.second)
     WHERE f.game_session_id = $1 AND p.agent_id IS NOT NULL`,
    [gameSessionId],
  );
  return rows.map(({ agentId }) => agentId);
}

/** The fixture of an agent's own seat. */
export interface OwnFixtureRow extends FixtureRow {
  /** The id of the league on the wire. */
  leagueId: string;
  /** The agent's player. */
  playerId: string;
  /** The latest round that each of the players was shown, first player first. */
  shown: readonly number[];
}

const OWN_FIXTURE = `${FIXTURE}, l.league_id AS "leagueId", p.player_id AS "playerId",
  ARRAY[f.first_shown, f.second_shown] AS shown`;

/** A round of a game that the player of a seat was shown. */
interface ShownRound {
  fixtureId: string;
  seat: number;
  gameRound: number;
}

const SHOWN_ROWS = rowsOf<ShownRound>('s', {
  fixture_id: ['uuid', ({ fixtureId }) => fixtureId],
  seat: ['int', ({ seat }) => seat],
  game_round: ['int', ({ gameRound }) => gameRound],
});

/** Stores the rounds that players were shown. One statement. */
export async function markRoundsShown(rounds: readonly ShownRound[]): Promise<void> {
  await sql(
    'leagues.mark_shown',
    `UPDATE league_fixtures f SET
       first_shown = CASE s.seat WHEN 0 THEN GREATEST(first_shown, s.game_round) ELSE first_shown END,
       second_shown = CASE s.seat WHEN 1 THEN GREATEST(second_shown, s.game_round) ELSE second_shown END
     FROM ${SHOWN_ROWS.from(1)} WHERE f.id = s.fixture_id`,
    SHOWN_ROWS.values(rounds),
  );
}

/** A fixture by the ids on the wire, or null. */
export async function findFixture(
  leagueUid: string,
  matchId: string,
  on: Queryable = pool(),
): Promise<FixtureRow | null> {
  const rows = await sql<FixtureRow>(
    'leagues.fixture',
    `SELECT ${FIXTURE} FROM league_fixtures f WHERE f.league_uid = $1 AND f.match_id = $2`,
    [leagueUid, matchId],
    on,
  );
  return rows[0] ?? null;
}

/** The running fixtures of an agent's own seats, in one league or in all, the oldest first. One query. */
export async function findActiveOfAgent(agentId: string, leagueId: string | null): Promise<OwnFixtureRow[]> {
  return sql<OwnFixtureRow>(
    'leagues.active_of_agent',
    `SELECT ${OWN_FIXTURE} FROM league_players p
     JOIN leagues l ON l.id = p.league_uid AND l.status IN ('ready', 'in_progress')
     JOIN league_fixtures f ON f.league_uid = p.league_uid AND f.status = 'active' AND p.player_id IN (f.first, f.second)
     WHERE p.agent_id = $1 AND p.kind IN ('pull', 'human') AND ($2::text IS NULL OR l.league_id = $2)
     ORDER BY f.started_at`,
    [agentId, leagueId],
  );
}

/** The running fixtures of a player with their matches. One index scan. */
export async function findActiveOfPlayer(
  leagueUid: string,
  playerId: string,
): Promise<{ gameSessionId: string; first: string }[]> {
  return sql<{ gameSessionId: string; first: string }>(
    'leagues.active_of_player',
    `SELECT game_session_id AS "gameSessionId", first FROM league_fixtures
     WHERE league_uid = $1 AND status = 'active' AND game_session_id IS NOT NULL AND $2 IN (first, second)`,
    [leagueUid, playerId],
  );
}

/** The fixture of an agent's own seats that ended last, after `since`; null without one. */
export async function findEndedOfAgent(of: {
  agentId: string;
  leagueId: string | null;
  matchId: string | null;
  since: Date;
}): Promise<OwnFixtureRow | null> {
  const rows = await sql<OwnFixtureRow>(
    'leagues.ended_of_agent',
    `SELECT ${OWN_FIXTURE} FROM league_players p JOIN leagues l ON l.id = p.league_uid
     JOIN league_fixtures f ON f.league_uid = p.league_uid AND f.status = 'completed' AND p.player_id IN (f.first, f.second)
     WHERE p.agent_id = $1 AND p.kind IN ('pull', 'human') AND f.ended_at > $4
       AND ($2::text IS NULL OR l.league_id = $2) AND ($3::text IS NULL OR f.match_id = $3)
     ORDER BY f.ended_at DESC LIMIT 1`,
    [of.agentId, of.leagueId, of.matchId, of.since],
  );
  return rows[0] ?? null;
}

/** The fixture of an agent's own seat by its internal id, or null. */
export async function findOwnFixture(id: string, agentId: string): Promise<OwnFixtureRow | null> {
  const rows = await sql<OwnFixtureRow>(
    'leagues.own_fixture',
    `SELECT ${OWN_FIXTURE} FROM league_fixtures f JOIN leagues l ON l.id = f.league_uid
     JOIN league_players p ON p.league_uid = f.league_uid AND p.agent_id = $2 AND p.kind IN ('pull', 'human')
       AND p.player_id IN (f.first, f.second)
     WHERE f.id = $1`,
    [id, agentId],
  );
  return rows[0] ?? null;
}

/** The seats of an agent in leagues, the newest first. */
export async function findSeatsOfAgent(agentId: string): Promise<{ leagueId: string; playerId: string }[]> {
  return sql<{ leagueId: string; playerId: string }>(
    'leagues.seats_of_agent',
    `SELECT l.league_id AS "leagueId", p.player_id AS "playerId"
     FROM league_players p JOIN leagues l ON l.id = p.league_uid
     WHERE p.agent_id = $1 AND p.kind IN ('pull', 'human') ORDER BY p.registered_at DESC LIMIT 100`,
    [agentId],
  );
}

/**
 * Stores the starts of fixtures. Returns the ids of those that were still scheduled and to be played: a player may have
 * withdrawn meanwhile. One statement.
 */
export async function markActive(
  client: Queryable,
  fixtures: readonly { id: string; gameSessionId: string }[],
  at: Date,
): Promise<Set<string>> {
  const rows = await sql<{ id: string }>(
    'leagues.mark_active',
    `UPDATE league_fixtures f SET status = 'active', game_session_id = s.match_id, started_at = $3
     FROM unnest($1::uuid[], $2::uuid[]) AS s(id, match_id) WHERE f.id = s.id AND f.status = 'scheduled' AND f.reason IS NULL RETURNING f.id`,
    [fixtures.map(({ id }) => id), fixtures.map(({ gameSessionId }) => gameSessionId), at],
    client,
  );
  return new Set(rows.map(({ id }) => id));
}
