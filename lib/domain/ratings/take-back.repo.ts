import { type Queryable, sql } from '@/lib/data/database';
import { resultOfChangeSql } from './ratings.sql';

/** Results that are taken back by one action. */
export interface Results {
  /** Of this match. */
  matchId?: string | undefined;
  /** Of this player. */
  agentId?: string | undefined;
  /** Only those of matches with this other player. */
  againstAgentId?: string | undefined;
  /** Only later ones. */
  since?: Date | undefined;
}

/** The matches with these results that still count, the newest first. */
export async function findCounting(client: Queryable, of: Results, limit: number): Promise<string[]> {
  const rows = await sql<{ match_id: string }>(
    'ratings.counting',
    `SELECT c.match_id FROM rating_changes c
     WHERE c.taken_back_by IS NULL AND ($1::uuid IS NULL OR c.match_id = $1) AND ($2::uuid IS NULL OR c.agent_id = $2)
       AND ($3::uuid IS NULL OR EXISTS (SELECT 1 FROM rating_changes o WHERE o.match_id = c.match_id AND o.agent_id = $3))
       AND ($4::timestamptz IS NULL OR c.at >= $4)
     GROUP BY c.match_id ORDER BY max(c.at) DESC, c.match_id LIMIT $5`,
    [of.matchId ?? null, of.agentId ?? null, of.againstAgentId ?? null, of.since ?? null, limit],
    client,
  );
  return rows.map(({ match_id }) => match_id);
}

/** Locks the ratings that matches changed, in the order in which the end of a match locks them. */
export async function lockRatingsOf(client: Queryable, matchIds: readonly string[]): Promise<void> {
  await sql(
    'ratings.lock_of_matches',
    `SELECT 1 FROM ratings r
     WHERE (r.experience_id, r.pool, r.agent_id) IN (
       SELECT c.experience_id, c.pool, c.agent_id FROM rating_changes c WHERE c.match_id = ANY ($1::uuid[]))
     ORDER BY r.experience_id, r.pool, r.agent_id FOR UPDATE`,
    [matchIds],
    client,
  );
}

/** Marks the results of matches as taken back. An action on the same results at the same time finds none left. */
export async function markTakenBack(client: Queryable, matchIds: readonly string[], actionId: string): Promise<void> {
  await sql(
    'ratings.mark_taken_back',
    'UPDATE rating_changes SET taken_back_by = $2 WHERE match_id = ANY ($1::uuid[]) AND taken_back_by IS NULL',
    [matchIds, actionId],
    client,
  );
}

/** The matches of which an action took the results back. */
export async function findTakenBack(client: Queryable, actionId: string): Promise<string[]> {
  const rows = await sql<{ match_id: string }>(
    'ratings.taken_back',
    'SELECT DISTINCT match_id FROM rating_changes WHERE taken_back_by = $1',
    [actionId],
    client,
  );
  return rows.map(({ match_id }) => match_id);
}

/** The results of an action as the sums that they brought to each rating. */
const SUMS = `
  SELECT agent_id, experience_id, pool, count(*)::int AS matches, sum(elo_after - elo_before)::int AS elo,
         sum(coalesce(ranking_change, 0))::int AS ranking,
         (count(*) FILTER (WHERE won = 'win'))::int AS wins, (count(*) FILTER (WHERE won = 'loss'))::int AS losses,
         (count(*) FILTER (WHERE won = 'draw'))::int AS draws
  FROM (SELECT c.*, ${resultOfChangeSql} AS won FROM rating_changes c WHERE c.taken_back_by = $1) taken
  GROUP BY agent_id, experience_id, pool`;

/** Subtracts the results of an action from the ratings and from the lines of history after them; with +1 adds them again. */
export async function applyResults(client: Queryable, actionId: string, sign: -1 | 1): Promise<void> {
  await sql(
    'ratings.apply_taken_back',
    `WITH sums AS (${SUMS}),
          shifted AS (
            UPDATE rating_changes c SET elo_before = c.elo_before + $2::int * s.elo, elo_after = c.elo_after + $2::int * s.elo
            FROM (SELECT later.match_id, later.agent_id, sum(t.elo_after - t.elo_before)::int AS elo
                  FROM rating_changes t JOIN rating_changes later
                    ON later.agent_id = t.agent_id AND later.experience_id = t.experience_id AND later.pool = t.pool
                   AND (later.at, later.match_id) > (t.at, t.match_id)
                  WHERE t.taken_back_by = $1 AND later.taken_back_by IS DISTINCT FROM $1::uuid
                  GROUP BY later.match_id, later.agent_id) s
            WHERE c.match_id = s.match_id AND c.agent_id = s.agent_id)
     UPDATE ratings r SET elo = greatest(100, r.elo + $2::int * s.elo), ranking = greatest(100, r.ranking + $2::int * s.ranking),
       matches_played = greatest(0, r.matches_played + $2::int * s.matches), wins = greatest(0, r.wins + $2::int * s.wins),
       losses = greatest(0, r.losses + $2::int * s.losses), draws = greatest(0, r.draws + $2::int * s.draws)
     FROM sums s WHERE r.experience_id = s.experience_id AND r.pool = s.pool AND r.agent_id = s.agent_id`,
    [actionId, sign],
    client,
  );
}

/** Leaves out the owners against whom no result counts any more. */
export async function takeOpponentsBack(
  client: Queryable,
  matchIds: readonly string[],
  actionId: string,
): Promise<void> {
  await sql(
    'ratings.take_opponents_back',
    `UPDATE rating_opponents o SET taken_back_by = $2
     WHERE o.taken_back_by IS NULL
       AND (o.agent_id, o.experience_id, o.pool) IN (
         SELECT c.agent_id, c.experience_id, c.pool FROM rating_changes c WHERE c.match_id = ANY ($1::uuid[]))
       AND NOT EXISTS (
         SELECT 1 FROM rating_changes mine
         JOIN rating_changes theirs ON theirs.match_id = mine.match_id AND theirs.agent_id <> mine.agent_id
         JOIN agents a ON a.id = theirs.agent_id AND a.owner_id = o.opponent_owner_id
         WHERE mine.agent_id = o.agent_id AND mine.experience_id = o.experience_id AND mine.pool = o.pool
           AND mine.taken_back_by IS NULL)`,
    [matchIds, actionId],
    client,
  );
}

/** Counts those owners again. */
export async function giveOpponentsBack(client: Queryable, actionId: string): Promise<void> {
  await sql(
    'ratings.give_opponents_back',
    'UPDATE rating_opponents SET taken_back_by = NULL WHERE taken_back_by = $1',
    [actionId],
    client,
  );
}

/** Counts the owners that the players of matches have results against. */
export async function countOpponents(client: Queryable, matchIds: readonly string[]): Promise<void> {
  await sql(
    'ratings.count_opponents',
    `UPDATE ratings r SET opponent_owners = (
       SELECT count(*)::int FROM rating_opponents o
       WHERE o.agent_id = r.agent_id AND o.experience_id = r.experience_id AND o.pool = r.pool AND o.taken_back_by IS NULL)
     WHERE (r.experience_id, r.pool, r.agent_id) IN (
       SELECT c.experience_id, c.pool, c.agent_id FROM rating_changes c WHERE c.match_id = ANY ($1::uuid[]))`,
    [matchIds],
    client,
  );
}

/** Lets the results of an action count again. */
export async function clearTakenBack(client: Queryable, actionId: string): Promise<void> {
  await sql(
    'ratings.clear_taken_back',
    'UPDATE rating_changes SET taken_back_by = NULL WHERE taken_back_by = $1',
    [actionId],
    client,
  );
}
