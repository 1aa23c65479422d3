import { toJsonb } from '@/lib/core/json';
import { type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import { sqlOnReplica } from '@/lib/data/replica';
import type { Fields, Row } from '@/lib/data/row';
import { type RankingPoints, RESULTS_OF_A_PAIR_A_DAY } from './ranking';

/** `agent`: matches between agents. `human`: matches with a person, for people and the agents that met them. */
export type RatingPool = 'agent' | 'human';

/** A rating with the owner of its agent. */
export type RatingRow = Row<
  'Rating',
  'agent_id' | 'elo' | 'ranking' | 'glicko_rating' | 'glicko_deviation' | 'glicko_volatility' | 'matches_played'
> &
  Row<'Agent', 'kind' | 'owner_id', { kind: 'agent' | 'human' }>;

/** Locks the ratings of these agents in the order of their ids, making those that are missing. Guests have none. */
export async function lockRatings(
  client: Queryable,
  of: { experienceId: string; pool: RatingPool },
  players: readonly { agentId: string; experienceAgentId: string }[],
): Promise<RatingRow[]> {
  const ordered = [...players].sort((a, b) => (a.agentId < b.agentId ? -1 : 1));
  await sql(
    'ratings.ensure',
    `INSERT INTO ratings (experience_id, agent_id, pool, experience_agent_id)
     SELECT $1, p.agent_id, $4, p.experience_agent_id FROM unnest($2::uuid[], $3::text[]) AS p(agent_id, experience_agent_id)
     WHERE NOT EXISTS (SELECT 1 FROM agents a WHERE a.id = p.agent_id AND a.kind = 'human' AND a.owner_id IS NULL)
     ORDER BY p.agent_id ON CONFLICT DO NOTHING`,
    [
      of.experienceId,
      ordered.map((player) => player.agentId),
      ordered.map((player) => player.experienceAgentId),
      of.pool,
    ],
    client,
  );
  return sql<RatingRow>(
    'ratings.lock',
    `SELECT r.agent_id, a.kind, a.owner_id, r.elo, r.ranking, r.glicko_rating, r.glicko_deviation, r.glicko_volatility, r.matches_played
     FROM ratings r JOIN agents a ON a.id = r.agent_id
     WHERE r.experience_id = $1 AND r.pool = $3 AND r.agent_id = ANY ($2::uuid[]) ORDER BY r.agent_id FOR UPDATE OF r`,
    [of.experienceId, ordered.map((player) => player.agentId), of.pool],
    client,
  );
}

export interface RatingUpdate {
  agentId: string;
  elo: number;
  eloBefore: number;
  glickoRating: number;
  glickoDeviation: number;
  glickoVolatility: number;
  result: 'win' | 'loss' | 'draw';
}

/**
 * Stores new ratings, one line of history each, and what the match brings to the rankings, in one statement. Each pair of
 * owners is counted once a match; the row of the count lets matches that end at the same time count one after the other.
 */
export async function storeRatings(
  client: Queryable,
  args: {
    experienceId: string;
    pool: RatingPool;
    matchId: string;
    updates: readonly RatingUpdate[];
    points: readonly RankingPoints[];
    at: Date;
  },
): Promise<void> {
  await sql(
    'ratings.store',
    `WITH u AS (SELECT * FROM jsonb_to_recordset($3::jsonb) AS x("agentId" uuid, elo int, "eloBefore" int, "glickoRating" float8,
                 "glickoDeviation" float8, "glickoVolatility" float8, result text)),
          p AS (SELECT * FROM jsonb_to_recordset($5::jsonb) AS x("agentId" uuid, opponent int, points float8,
                 "opponentOwnerId" uuid, "ownerLow" uuid, "ownerHigh" uuid)),
          pairs AS (
            INSERT INTO ranking_pair_days (owner_low, owner_high, experience_id, pool, day)
            SELECT DISTINCT "ownerLow", "ownerHigh", $1::uuid, $4::text, $6::date FROM p ORDER BY 1, 2
            ON CONFLICT (owner_low, owner_high, experience_id, pool, day)
              DO UPDATE SET results = ranking_pair_days.results + 1
            RETURNING owner_low, owner_high, results),
          counting AS (
            SELECT DISTINCT p."agentId", p.opponent, p.points
            FROM p JOIN pairs ON pairs.owner_low = p."ownerLow" AND pairs.owner_high = p."ownerHigh"
            WHERE pairs.results <= $7),
          gained AS (SELECT "agentId", avg(points) AS points FROM counting GROUP BY "agentId"),
          met AS (
            INSERT INTO rating_opponents (agent_id, experience_id, pool, opponent_owner_id)
            SELECT DISTINCT "agentId", $1::uuid, $4::text, "opponentOwnerId" FROM p ORDER BY 1, 4
            ON CONFLICT (agent_id, experience_id, pool, opponent_owner_id)
              DO UPDATE SET taken_back_by = NULL WHERE rating_opponents.taken_back_by IS NOT NULL
            RETURNING agent_id),
          added AS (SELECT agent_id, count(*)::int AS owners FROM met GROUP BY agent_id),
          ranked AS (
            SELECT r.agent_id, r.ranking AS before,
                   greatest(100, round((r.ranking + coalesce(gained.points, 0))::numeric)::int) AS after
            FROM u JOIN ratings r ON r.experience_id = $1 AND r.pool = $4 AND r.agent_id = u."agentId"
            LEFT JOIN gained ON gained."agentId" = u."agentId"),
          history AS (
            INSERT INTO rating_changes (match_id, agent_id, experience_id, pool, elo_before, elo_after, result, ranking_change)
            SELECT $2, u."agentId", $1, $4, u."eloBefore", u.elo, u.result, ranked.after - ranked.before
            FROM u JOIN ranked ON ranked.agent_id = u."agentId")
     UPDATE ratings r SET elo = u.elo, glicko_rating = u."glickoRating", glicko_deviation = u."glickoDeviation",
       glicko_volatility = u."glickoVolatility", matches_played = r.matches_played + 1, last_played_at = now(),
       wins = r.wins + (u.result = 'win')::int, losses = r.losses + (u.result = 'loss')::int, draws = r.draws + (u.result = 'draw')::int,
       ranking = ranked.after,
       opponent_owners = r.opponent_owners + coalesce(added.owners, 0)
     FROM u JOIN ranked ON ranked.agent_id = u."agentId" LEFT JOIN added ON added.agent_id = u."agentId"
     WHERE r.experience_id = $1 AND r.pool = $4 AND r.agent_id = u."agentId"`,
    [
      args.experienceId,
      args.matchId,
      toJsonb(args.updates),
      args.pool,
      toJsonb(args.points),
      args.at.toISOString().slice(0, 10),
      RESULTS_OF_A_PAIR_A_DAY,
    ],
    client,
  );
}

/** Removes at most `limit` counts of days before yesterday, which no result reads again. Returns how many. */
export async function deletePairDays(today: Date, limit: number): Promise<number> {
  const removed = await sql<{ day: Date }>(
    'ratings.delete_pair_days',
    `DELETE FROM ranking_pair_days WHERE ctid = ANY (ARRAY(SELECT ctid FROM ranking_pair_days WHERE day < $1::date - 1 LIMIT $2))
     RETURNING day`,
    [today.toISOString().slice(0, 10), limit],
  );
  return removed.length;
}

/** One rating: of an agent or a person, in an experience and a pool. */
interface RatingKey {
  experienceId: string;
  pool: RatingPool;
  agentId: string;
}

export type HistoryRow = RatingKey & Fields<'RatingChange', 'eloBefore' | 'eloAfter'>;

/** The last changes of each of these ratings, oldest first. An index scan for each rating. */
export async function findHistories(ratings: readonly RatingKey[], limit: number): Promise<HistoryRow[]> {
  return sqlOnReplica<HistoryRow>(
    'ratings.histories',
    `SELECT k.experience_id AS "experienceId", k.pool, k.agent_id AS "agentId", c.elo_before AS "eloBefore",
            c.elo_after AS "eloAfter"
     FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS k(experience_id, pool, agent_id)
     CROSS JOIN LATERAL (
       SELECT elo_before, elo_after, at, match_id FROM rating_changes
       WHERE agent_id = k.agent_id AND experience_id = k.experience_id AND pool = k.pool AND taken_back_by IS NULL
       ORDER BY at DESC, match_id DESC LIMIT $4) c
     ORDER BY c.at, c.match_id`,
    [
      ratings.map(({ experienceId }) => experienceId),
      ratings.map(({ pool }) => pool),
      ratings.map(({ agentId }) => agentId),
      limit,
    ],
  );
}

registerDeletion('ratings', {
  async deleteForAgent(client, agentId) {
    await client.query('DELETE FROM ratings WHERE agent_id = $1', [agentId]);
    await client.query('DELETE FROM rating_opponents WHERE agent_id = $1', [agentId]);
  },
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM ratings WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM rating_changes WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM rating_opponents WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM ranking_pair_days WHERE experience_id = $1', [experienceId]);
  },
  async deleteForOwner(client, ownerId) {
    await client.query('DELETE FROM rating_opponents WHERE opponent_owner_id = $1', [ownerId]);
    await client.query('DELETE FROM ranking_pair_days WHERE owner_low = $1 OR owner_high = $1', [ownerId]);
  },
});

registerExport('ratings', {
  'matches/ratings': {
    about: 'Ratings.',
    rows: `SELECT experience_id, agent_id, pool, elo, glicko_rating, glicko_deviation, matches_played, wins, losses,
      draws, last_played_at
      FROM ratings
      WHERE agent_id = ANY ($2)`,
  },
  'matches/rating_changes': {
    about: 'How ratings changed.',
    rows: `SELECT match_id, agent_id, experience_id, pool, elo_before, elo_after, at
      FROM rating_changes
      WHERE agent_id = ANY ($2)`,
  },
});
