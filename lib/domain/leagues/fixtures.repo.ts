import { type Client, plannedPool, pool, type Queryable, sql } from '@/lib/data/database';
import { rowsOf } from '@/lib/data/rows';
import { FIXTURE } from './leagues.repo';
import { ANNULLED, type FixtureRow, type TechnicalLoss } from './leagues.schema';

/** A fixture that a process has taken. `isRenewed`: the process had it before, and no other one since. */
type ClaimedRow = FixtureRow & { isRenewed: boolean };

/**
 * Takes due fixtures of running leagues for a process, until `until`. Rows that another process takes at the same moment are
 * skipped. A fixture that the process before has not given back notes when it was taken over. One statement.
 */
export async function claimFixtures(claim: {
  holder: string;
  at: Date;
  until: Date;
  limit: number;
  /** Leagues of which none is taken now. */
  exceptLeagues: readonly string[];
}): Promise<ClaimedRow[]> {
  return sql<ClaimedRow>(
    'leagues.claim',
    `WITH due AS MATERIALIZED (
       SELECT id, lease_holder FROM league_fixtures WHERE lease_until <= $2 AND league_uid <> ALL ($5::uuid[])
       ORDER BY lease_until LIMIT $4 FOR UPDATE SKIP LOCKED)
     UPDATE league_fixtures f SET lease_holder = $1, lease_until = $3,
       taken_over_at = CASE WHEN due.lease_holder <> $1 THEN array_append(taken_over_at, $2) ELSE taken_over_at END
     FROM due WHERE f.id = due.id
     RETURNING ${FIXTURE}, COALESCE(due.lease_holder = $1, false) AS "isRenewed"`,
    [claim.holder, claim.at, claim.until, claim.limit, claim.exceptLeagues],
  );
}

/** When the next fixture of other leagues is due, or null. */
export async function findNextFixtureDue(exceptLeagues: readonly string[]): Promise<Date | null> {
  const rows = await sql<{ due: Date | null }>(
    'leagues.next_due',
    `SELECT lease_until AS due FROM league_fixtures WHERE lease_until IS NOT NULL AND league_uid <> ALL ($1::uuid[])
     ORDER BY lease_until LIMIT 1`,
    [exceptLeagues],
  );
  return rows[0]?.due ?? null;
}

/** Keeps the fixtures of a process for longer. Returns the ids of those that no other process has taken. */
export async function renewLeases(holder: string, ids: readonly string[], until: Date): Promise<Set<string>> {
  const rows = await sql<{ id: string }>(
    'leagues.renew',
    'UPDATE league_fixtures SET lease_until = $3 WHERE id = ANY ($2::uuid[]) AND lease_holder = $1 RETURNING id',
    [holder, ids, until],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Makes a fixture due again that a process has taken and does not referee. */
export async function releaseUnplayed(holder: string, id: string, at: Date): Promise<void> {
  await sql(
    'leagues.release_unplayed',
    'UPDATE league_fixtures SET lease_holder = NULL, lease_until = $3 WHERE id = $2 AND lease_holder = $1',
    [holder, id, at],
  );
}

/**
 * Gives a fixture back, unless another process has taken it. One whose match has ended meanwhile is due. Does not wait for
 * the disk: a release that a crash of the database loses leaves the lease, after which the fixture is refereed again.
 * @param release.dueAt when the referee is to have it again; null when nothing is to be done
 * @param release.transcriptDueAt when its transcript can be written; null before the referee is done with it
 */
export async function releaseFixture(
  holder: string,
  release: { id: string; at: Date; dueAt: Date | null; transcriptDueAt: Date | null },
): Promise<void> {
  await sql(
    'leagues.release',
    `WITH relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
     UPDATE league_fixtures f SET lease_holder = NULL, transcript_due_at = $5, lease_until =
       CASE WHEN f.status = 'completed' AND $5::timestamptz IS NULL THEN COALESCE($4::timestamptz, $3) ELSE $4 END
     FROM relaxed WHERE f.id = $2 AND f.lease_holder = $1`,
    [holder, release.id, release.at, release.dueAt, release.transcriptDueAt],
    plannedPool(),
  );
}

/** Makes the fixtures of a round, or one of them, due for the referee; none of a paused league. */
export async function makeFixturesDue(
  client: Queryable,
  which: { leagueUid: string; roundId: number; matchId?: string },
  at: Date,
): Promise<void> {
  await sql(
    'leagues.make_due',
    `UPDATE league_fixtures SET lease_until = $4
     WHERE league_uid = $1 AND round_id = $2 AND ($3::text IS NULL OR match_id = $3) AND status = 'scheduled'
       AND lease_until IS NULL AND ($3::text IS NOT NULL OR replays IS NULL)
       AND EXISTS (SELECT 1 FROM leagues l WHERE l.id = $1 AND l.paused_at IS NULL)`,
    [which.leagueUid, which.roundId, which.matchId ?? null, at],
    client,
  );
}

/**
 * Makes matches due that are to be played again, of leagues that are not paused, when neither player has another match that is
 * played or due, or waits for an earlier one. Returns whether there were any. One index look-up while there are none.
 */
export async function makeReplaysDue(leagueUids: readonly string[], at: Date, on?: Queryable): Promise<boolean> {
  const rows = await sql(
    'leagues.make_replays_due',
    `UPDATE league_fixtures f SET lease_until = $2 FROM leagues l
     WHERE f.league_uid = ANY ($1::uuid[]) AND f.replays IS NOT NULL AND f.status = 'scheduled' AND f.lease_until IS NULL
       AND l.id = f.league_uid AND l.paused_at IS NULL AND f.round_id <= l.current_round
       AND NOT EXISTS (
         SELECT 1 FROM league_fixtures o
         WHERE o.league_uid = f.league_uid AND o.id <> f.id AND ARRAY[o.first, o.second] && ARRAY[f.first, f.second]
           AND (o.status = 'active' OR o.status = 'scheduled'
             AND (o.lease_until IS NOT NULL OR o.replays IS NOT NULL AND o.id < f.id)))
     RETURNING 1`,
    [leagueUids, at],
    on,
  );
  return rows.length > 0;
}

/** Takes the matches of a paused league that have not begun from the referee, except those that a process has now. */
export async function makeFixturesWait(client: Queryable, leagueUid: string, at: Date): Promise<void> {
  await sql(
    'leagues.make_wait',
    `UPDATE league_fixtures SET lease_until = NULL, lease_holder = NULL
     WHERE league_uid = $1 AND status = 'scheduled' AND (lease_holder IS NULL OR lease_until <= $2)`,
    [leagueUid, at],
    client,
  );
}

/**
 * Gives back a fixture that could not begin: it waits while its league is paused, else it is due. The lock on the league orders
 * it with the end of the pause.
 */
export async function releaseNotBegun(holder: string, id: string, at: Date): Promise<void> {
  await sql(
    'leagues.release_not_begun',
    `WITH l AS MATERIALIZED (
       SELECT l.id, l.paused_at FROM leagues l JOIN league_fixtures f ON f.league_uid = l.id WHERE f.id = $2 FOR SHARE OF l)
     UPDATE league_fixtures f SET lease_holder = NULL,
       lease_until = CASE WHEN f.status = 'scheduled' AND l.paused_at IS NOT NULL THEN NULL ELSE $3::timestamptz END
     FROM l WHERE f.id = $2 AND f.league_uid = l.id AND f.lease_holder = $1`,
    [holder, id, at],
  );
}

/** Stores what the organizer decided about the result of a fixture, whatever it was; or that it does not count. */
export async function correctFixture(
  client: Queryable,
  id: string,
  to: 'annulled' | { winner: string | null; scores: [number, number]; reason: string },
  at: Date,
): Promise<void> {
  if (to === 'annulled') {
    await sql(
      'leagues.annul',
      `UPDATE league_fixtures SET annulled_at = COALESCE(annulled_at, $2),
         reason = CASE WHEN status = 'completed' THEN reason ELSE '${ANNULLED}' END,
         winner = CASE WHEN status = 'completed' THEN winner END,
         ended_at = COALESCE(ended_at, $2),
         lease_until = CASE WHEN status = 'active' THEN COALESCE(lease_until, $2)
           WHEN status = 'scheduled' AND lease_holder IS NULL THEN NULL ELSE lease_until END,
         status = 'completed'
       WHERE id = $1`,
      [id, at],
      client,
    );
    return;
  }
  await sql(
    'leagues.adjudicate',
    `UPDATE league_fixtures SET winner = $3, first_score = $4, second_score = $5, reason = $6, annulled_at = NULL,
       started_at = COALESCE(started_at, $2), ended_at = COALESCE(ended_at, $2),
       lease_until = CASE WHEN status = 'completed' THEN lease_until ELSE COALESCE(lease_until, $2) END,
       status = 'completed'
     WHERE id = $1`,
    [id, at, to.winner, ...to.scores, to.reason],
    client,
  );
}

/** The reason of a fixture that a player lost by withdrawing. It is stored when the player withdraws, the result in its round. */
export const WITHDRAWN = 'withdrawn';

/** Decides the fixtures that a withdrawn player has not begun: the opponent wins, or neither when both have withdrawn. */
export async function giveUpFixtures(client: Queryable, leagueUid: string, playerId: string): Promise<void> {
  await sql(
    'leagues.give_up',
    `UPDATE league_fixtures SET reason = $3,
       winner = CASE WHEN reason IS NOT NULL THEN NULL WHEN first = $2 THEN second ELSE first END
     WHERE league_uid = $1 AND status = 'scheduled' AND $2 IN (first, second)
       AND (reason IS NULL OR winner = $2)`,
    [leagueUid, playerId, WITHDRAWN],
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

/** Stores the starts of fixtures. Returns the ids of those that were still scheduled. One statement. */
export async function markActive(
  client: Queryable,
  fixtures: readonly { id: string; gameSessionId: string }[],
  at: Date,
): Promise<Set<string>> {
  const rows = await sql<{ id: string }>(
    'leagues.mark_active',
    `UPDATE league_fixtures f SET status = 'active', game_session_id = s.match_id, started_at = $3
     FROM unnest($1::uuid[], $2::uuid[]) AS s(id, match_id) WHERE f.id = s.id AND f.status = 'scheduled' RETURNING f.id`,
    [fixtures.map(({ id }) => id), fixtures.map(({ gameSessionId }) => gameSessionId), at],
    client,
  );
  return new Set(rows.map(({ id }) => id));
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

/**
 * Locks the leagues of fixtures, by id. A statement that changes fixtures that are played does this first, as starts and
 * corrections do, so that none of them waits for another in a circle. @param which of `league_fixtures f`
 */
const lockedLeagues = (which: string) =>
  `SELECT l.id FROM leagues l WHERE l.id IN (SELECT f.league_uid FROM league_fixtures f WHERE ${which})
   ORDER BY l.id FOR NO KEY UPDATE`;

/** The result of a fixture. */
export interface FixtureResultRow {
  id: string;
  winner: string | null;
  firstScore: number;
  secondScore: number;
  reason: string;
  technicalLoss: TechnicalLoss | null;
  at: Date;
}

/**
 * Stores the result of a fixture once, raises the version of its league, and makes it due for the referee when no process
 * has it: the end is announced to the players and the transcript signed. False when it has a result. One statement.
 */
export async function markCompleted(client: Queryable, result: FixtureResultRow): Promise<boolean> {
  const rows = await sql(
    'leagues.mark_completed',
    `WITH locked AS MATERIALIZED (${lockedLeagues('f.id = $1')}),
     done AS (
       UPDATE league_fixtures f SET status = 'completed', winner = $2, first_score = $3, second_score = $4, reason = $5,
         technical_loss = $6::jsonb, ended_at = $7, started_at = COALESCE(f.started_at, $7),
         lease_until = COALESCE(f.lease_until, $7)
       FROM locked WHERE f.id = $1 AND f.league_uid = locked.id AND f.status IN ('scheduled', 'active')
       RETURNING f.league_uid)
     UPDATE leagues SET version = version + 1 WHERE id = (SELECT league_uid FROM done) RETURNING 1`,
    [
      result.id,
      result.winner,
      result.firstScore,
      result.secondScore,
      result.reason,
      result.technicalLoss && JSON.stringify(result.technicalLoss),
      result.at,
    ],
    client,
  );
  return rows.length === 1;
}

/** A match of the runtime that is over. */
export interface EndedMatchRow {
  matchId: string;
  /** Null when nobody won. */
  winnerSeat: number | null;
  /** First seat first. */
  scores: [number, number];
  reason: string;
  at: Date;
}

const ENDED_ROWS = rowsOf<EndedMatchRow>('r', {
  match_id: ['uuid', ({ matchId }) => matchId],
  winner_seat: ['int', ({ winnerSeat }) => winnerSeat],
  first_score: ['int', ({ scores }) => scores[0]],
  second_score: ['int', ({ scores }) => scores[1]],
  reason: ['text', ({ reason }) => reason],
  at: ['timestamptz', ({ at }) => at],
});

/** A fixture whose result was stored, with the id of its league on the wire and whether a process has it now. */
type CompletedRow = FixtureRow & { leagueId: string; isHeld: boolean };

/** `markCompleted` for the fixtures of matches. Returns those that had no result. One statement. */
export async function markMatchesCompleted(
  client: Queryable,
  matches: readonly EndedMatchRow[],
): Promise<CompletedRow[]> {
  return sql<CompletedRow>(
    'leagues.mark_matches_completed',
    `WITH locked AS MATERIALIZED (
       ${lockedLeagues(`f.game_session_id = ANY (${ENDED_ROWS.parameter(1, 'match_id')}::uuid[])`)}),
     done AS (
       UPDATE league_fixtures f SET status = 'completed',
         winner = CASE r.winner_seat WHEN 0 THEN f.first WHEN 1 THEN f.second END,
         first_score = r.first_score, second_score = r.second_score, reason = r.reason, ended_at = r.at,
         started_at = COALESCE(f.started_at, r.at), lease_until = COALESCE(f.lease_until, r.at)
       FROM ${ENDED_ROWS.from(1)}, locked
       WHERE f.game_session_id = ANY (${ENDED_ROWS.parameter(1, 'match_id')}::uuid[]) AND f.game_session_id = r.match_id
         AND f.league_uid = locked.id AND f.status IN ('scheduled', 'active')
       RETURNING ${FIXTURE}, f.lease_holder IS NOT NULL AS "isHeld"),
     raised AS (
       UPDATE leagues SET version = version + 1 WHERE id IN (SELECT "leagueUid" FROM done)
       RETURNING id, league_id AS "leagueId")
     SELECT done.*, raised."leagueId" FROM done JOIN raised ON raised.id = done."leagueUid"`,
    ENDED_ROWS.values(matches),
    client,
  );
}

/** Stores a technical loss once and raises the version of its league. One statement. */
export async function saveTechnicalLoss(fixtureId: string, loss: TechnicalLoss): Promise<void> {
  await sql(
    'leagues.technical_loss',
    `WITH locked AS MATERIALIZED (${lockedLeagues('f.id = $1')}),
     stored AS (
       UPDATE league_fixtures f SET technical_loss = $2::jsonb
       FROM locked WHERE f.id = $1 AND f.league_uid = locked.id AND f.technical_loss IS NULL RETURNING f.league_uid)
     UPDATE leagues SET version = version + 1 WHERE id IN (SELECT league_uid FROM stored)`,
    [fixtureId, JSON.stringify(loss)],
  );
}
