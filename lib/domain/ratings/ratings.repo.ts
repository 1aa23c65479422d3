import { type Queryable, sql } from '@/lib/data/database';

/** `agent`: matches between agents. `human`: matches with a person, for people and the agents that met them. */
export type RatingPool = 'agent' | 'human';

export interface RatingRow {
  [column: string]: unknown;
  agent_id: string;
  owner_id: string | null;
  elo: number;
  glicko_rating: number;
  glicko_deviation: number;
  glicko_volatility: number;
  matches_played: number;
}

/** Locks the ratings of these agents in the order of their ids, making those that are missing. */
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
    `SELECT r.agent_id, a.owner_id, r.elo, r.glicko_rating, r.glicko_deviation, r.glicko_volatility, r.matches_played
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

export interface RankingRow {
  [column: string]: unknown;
  agent_id: string;
  experience_agent_id: string;
  display_name: string;
  kind: 'agent' | 'human';
  elo: number;
  glicko_deviation: number;
  matches_played: number;
  wins: number;
  losses: number;
  draws: number;
  last_played_at: Date | null;
}

/** The best of an experience. One index scan. */
export async function findRanking(args: {
  experienceId: string;
  pool: RatingPool;
  limit: number;
}): Promise<RankingRow[]> {
  return sql<RankingRow>(
    'ratings.ranking',
    `SELECT r.agent_id, r.experience_agent_id, a.display_name, a.kind, r.elo, r.glicko_deviation, r.matches_played, r.wins, r.losses, r.draws, r.last_played_at
     FROM ratings r JOIN agents a ON a.id = r.agent_id
     WHERE r.experience_id = $1 AND r.pool = $2 AND r.matches_played > 0
     ORDER BY r.elo DESC, r.matches_played DESC, r.agent_id LIMIT $3`,
    [args.experienceId, args.pool, args.limit],
  );
}

/** All ratings of an agent or a person, in both pools. */
export async function findRatingsOfAgent(
  agentId: string,
): Promise<(RankingRow & { experience_id: string; experience_name: string; pool: RatingPool })[]> {
  return sql<RankingRow & { experience_id: string; experience_name: string; pool: RatingPool }>(
    'ratings.of_agent',
    `SELECT r.agent_id, r.experience_agent_id, a.display_name, a.kind, r.pool, r.experience_id, x.name AS experience_name, r.elo, r.glicko_deviation,
       r.matches_played, r.wins, r.losses, r.draws, r.last_played_at
     FROM ratings r JOIN agents a ON a.id = r.agent_id JOIN experiences x ON x.id = r.experience_id
     WHERE r.agent_id = $1 AND r.matches_played > 0 ORDER BY r.last_played_at DESC LIMIT 100`,
    [agentId],
  );
}
