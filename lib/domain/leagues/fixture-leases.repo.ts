import { plannedPool, type Queryable, sql } from '@/lib/data/database';
import { FIXTURE } from './fixtures.repo';
import type { FixtureRow } from './leagues.schema';

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
