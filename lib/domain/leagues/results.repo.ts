import { toJsonb } from '@/lib/core/json';
import { type Queryable, sql } from '@/lib/data/database';
import { rowsOf } from '@/lib/data/rows';
import { FIXTURE } from './fixtures.repo';
import { ANNULLED, type FixtureRow, type TechnicalLoss } from './leagues.schema';

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

/**
 * Locks the leagues of fixtures, by id. A statement that changes fixtures that are played does this first, as starts and
 * corrections do, so that none of them waits for another in a circle. @param which of `league_fixtures f`
 */
export const lockedLeagues = (which: string): string =>
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
      result.technicalLoss && toJsonb(result.technicalLoss),
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
    [fixtureId, toJsonb(loss)],
  );
}
