import { type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import type { Row } from '@/lib/data/row';

/** `agent`: matches between agents. `human`: matches with a person, for people and the agents that met them. */
export type RatingPool = 'agent' | 'human';

/** A rating with the owner of its agent. */
export type RatingRow = Row<
  'Rating',
  'agent_id' | 'elo' | 'glicko_rating' | 'glicko_deviation' | 'glicko_volatility' | 'matches_played'
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
    `SELECT r.agent_id, a.kind, a.owner_id, r.elo, r.glicko_rating, r.glicko_deviation, r.glicko_volatility, r.matches_played
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

/** Stores new ratings and one line of history each, in one statement. */
export async function storeRatings(
  client: Queryable,
  args: {
    experienceId: string;
    pool: RatingPool;
    matchId: string;
    updates: readonly RatingUpdate[];
  },
): Promise<void> {
  await sql(
    'ratings.store',
    `WITH u AS (SELECT * FROM jsonb_to_recordset($3::jsonb) AS x("agentId" uuid, elo int, "eloBefore" int, "glickoRating" float8,
                 "glickoDeviation" float8, "glickoVolatility" float8, result text)),
          history AS (
            INSERT INTO rating_changes (match_id, agent_id, experience_id, pool, elo_before, elo_after)
            SELECT $2, u."agentId", $1, $4, u."eloBefore", u.elo FROM u)
     UPDATE ratings r SET elo = u.elo, glicko_rating = u."glickoRating", glicko_deviation = u."glickoDeviation",
       glicko_volatility = u."glickoVolatility", matches_played = r.matches_played + 1, last_played_at = now(),
       wins = r.wins + (u.result = 'win')::int, losses = r.losses + (u.result = 'loss')::int, draws = r.draws + (u.result = 'draw')::int
     FROM u WHERE r.experience_id = $1 AND r.pool = $4 AND r.agent_id = u."agentId"`,
    [args.experienceId, args.matchId, JSON.stringify(args.updates), args.pool],
    client,
  );
}

type Name = Row<'Agent', 'display_name' | 'kind', { kind: 'agent' | 'human' }>;

/** A line of a ranking. In a remote experience agent and name are null: it knows whose pairwise id has these numbers. */
export type RankingRow = Row<
  'Rating',
  'experience_agent_id' | 'elo' | 'glicko_deviation' | 'matches_played' | 'wins' | 'losses' | 'draws' | 'last_played_at'
> &
  (({ agent_id: string } & Name) | { agent_id: null; display_name: null; kind: null });

const RANKING_COLUMNS =
  'r.experience_agent_id, r.elo, r.glicko_deviation, r.matches_played, r.wins, r.losses, r.draws, r.last_played_at';

/** The best of an experience among those with `minMatches` rated matches. One index scan. */
export async function findRanking(args: {
  experienceId: string;
  pool: RatingPool;
  minMatches: number;
  limit: number;
}): Promise<RankingRow[]> {
  return sql<RankingRow>(
    'ratings.ranking',
    `SELECT ${RANKING_COLUMNS}, a.id AS agent_id, a.display_name, a.kind
     FROM ratings r
     LEFT JOIN experiences x ON x.id = r.experience_id AND x.kind = 'builtin'
     LEFT JOIN agents a ON a.id = r.agent_id AND x.id IS NOT NULL
     WHERE r.experience_id = $1 AND r.pool = $2 AND r.matches_played >= $4
     ORDER BY r.elo DESC, r.matches_played DESC, r.agent_id LIMIT $3`,
    [args.experienceId, args.pool, args.limit, args.minMatches],
  );
}

/** A rating of an agent or a person in a built-in game. */
export type AgentRatingRow = Row<
  'Rating',
  | 'experience_id'
  | 'pool'
  | 'elo'
  | 'glicko_deviation'
  | 'matches_played'
  | 'wins'
  | 'losses'
  | 'draws'
  | 'last_played_at',
  { pool: RatingPool }
> & { experience_name: string };

/** The ratings of an agent or a person in built-in games, in both pools. */
export async function findRatingsOfAgent(agentId: string): Promise<AgentRatingRow[]> {
  return sql<AgentRatingRow>(
    'ratings.of_agent',
    `SELECT ${RANKING_COLUMNS}, r.pool, r.experience_id, x.name AS experience_name
     FROM ratings r JOIN experiences x ON x.id = r.experience_id AND x.kind = 'builtin'
     WHERE r.agent_id = $1 AND r.matches_played > 0 ORDER BY r.last_played_at DESC LIMIT 100`,
    [agentId],
  );
}

/** A line of the ranking over several games. */
export interface OverallRow extends Row<'Agent', 'id' | 'display_name' | 'kind', { kind: 'agent' | 'human' }> {
  [column: string]: unknown;
  overall: number;
  matches: number;
  wins: number;
  losses: number;
  draws: number;
  last_played_at: Date;
  /** Its ratings, the best first. */
  games: { experience_id: string; elo: number; matches: number }[];
}

/**
 * The best over some experiences: by the mean of the ratings, where `initial` stands for a game without enough rated
 * matches. Looks only at the best `candidates` of each experience, so that the work does not grow with the ratings.
 */
export async function findOverallRanking(args: {
  experienceIds: readonly string[];
  pool: RatingPool;
  minMatches: number;
  initial: number;
  candidates: number;
  limit: number;
}): Promise<OverallRow[]> {
  return sql<OverallRow>(
    'ratings.overall',
    `WITH candidates AS (
       SELECT DISTINCT best.agent_id FROM unnest($1::uuid[]) AS x(experience_id)
       CROSS JOIN LATERAL (
         SELECT r.agent_id FROM ratings r
         WHERE r.experience_id = x.experience_id AND r.pool = $2 AND r.matches_played >= $3
         ORDER BY r.elo DESC LIMIT $5) AS best
     ), overall AS (
       SELECT r.agent_id, round($4::int + sum(r.elo - $4::int)::numeric / cardinality($1::uuid[]))::int AS overall,
              sum(r.matches_played)::int AS matches, sum(r.wins)::int AS wins, sum(r.losses)::int AS losses,
              sum(r.draws)::int AS draws, max(r.last_played_at) AS last_played_at,
              jsonb_agg(jsonb_build_object('experience_id', r.experience_id, 'elo', r.elo, 'matches', r.matches_played)
                        ORDER BY r.elo DESC, r.matches_played DESC) AS games
       FROM candidates c JOIN ratings r ON r.agent_id = c.agent_id
       WHERE r.experience_id = ANY ($1::uuid[]) AND r.pool = $2 AND r.matches_played >= $3
       GROUP BY r.agent_id
       ORDER BY overall DESC, matches DESC, r.agent_id LIMIT $6
     )
     SELECT o.*, a.id, a.display_name, a.kind FROM overall o JOIN agents a ON a.id = o.agent_id
     ORDER BY o.overall DESC, o.matches DESC, o.agent_id`,
    [args.experienceIds, args.pool, args.minMatches, args.initial, args.candidates, args.limit],
  );
}

/** One rating: of an agent or a person, in an experience and a pool. */
interface RatingKey {
  experienceId: string;
  pool: RatingPool;
  agentId: string;
}

export interface HistoryRow extends RatingKey {
  [column: string]: unknown;
  eloBefore: number;
  eloAfter: number;
}

/** The last changes of each of these ratings, oldest first. An index scan for each rating. */
export async function findHistories(ratings: readonly RatingKey[], limit: number): Promise<HistoryRow[]> {
  return sql<HistoryRow>(
    'ratings.histories',
    `SELECT k.experience_id AS "experienceId", k.pool, k.agent_id AS "agentId", c.elo_before AS "eloBefore",
            c.elo_after AS "eloAfter"
     FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS k(experience_id, pool, agent_id)
     CROSS JOIN LATERAL (
       SELECT elo_before, elo_after, at, match_id FROM rating_changes
       WHERE agent_id = k.agent_id AND experience_id = k.experience_id AND pool = k.pool
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
  },
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM ratings WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM rating_changes WHERE experience_id = $1', [experienceId]);
  },
});
