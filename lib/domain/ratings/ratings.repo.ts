import { type Queryable, sql } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import { literalLimit } from '@/lib/data/literal-limit';
import { sqlOnReplica } from '@/lib/data/replica';
import type { Fields, Row } from '@/lib/data/row';
import { OPPONENT_OWNERS_TO_RANK, type RankingPoints, RESULTS_OF_A_PAIR_A_DAY } from './ranking';

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
      JSON.stringify(args.updates),
      args.pool,
      JSON.stringify(args.points),
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

type Name = Row<'Agent', 'display_name' | 'kind', { kind: 'agent' | 'human' }>;

/** What a rating is shown with; `has_owner` and `opponent_owners` decide whether it is ranked. */
type RecordRow = Row<
  'Rating',
  | 'elo'
  | 'ranking'
  | 'opponent_owners'
  | 'glicko_deviation'
  | 'matches_played'
  | 'wins'
  | 'losses'
  | 'draws'
  | 'last_played_at'
> & { has_owner: boolean };

/** A line of a ranking. In a remote experience agent and name are null: it knows whose pairwise id has these numbers. */
export type RankingRow = RecordRow &
  Row<'Rating', 'experience_agent_id'> &
  (({ agent_id: string } & Name) | { agent_id: null; display_name: null; kind: null });

const RANKING_COLUMNS =
  'r.experience_agent_id, r.elo, r.ranking, r.opponent_owners, r.glicko_deviation, r.matches_played, r.wins, r.losses, r.draws, r.last_played_at';

/**
 * Written out, so that an index has the ranked ones alone: most players have met too few owners and stand between them, at the
 * ranking with which all begin.
 */
const HAS_MET_ENOUGH = `r.opponent_owners >= ${OPPONENT_OWNERS_TO_RANK}`;

/** Best first; the indexes on the ranking give the order but for equal ones. */
const RANKING_ORDER = 'r.ranking DESC, r.elo DESC, r.matches_played DESC, r.agent_id';

/**
 * SQL of the best `length` players of `$1` in the pool `$2` for whom `condition` holds. Each player is looked up by key (`OFFSET 0`),
 * so that one plan is good for games with ten players and with a hundred thousand.
 */
const bestPlayers = (condition: string, length: number): string =>
  `SELECT ${RANKING_COLUMNS}, owner.owner_id IS NOT NULL AS has_owner, CASE WHEN x.named THEN owner.id END AS agent_id,
          CASE WHEN x.named THEN owner.display_name END AS display_name, CASE WHEN x.named THEN owner.kind END AS kind
   FROM (SELECT EXISTS (SELECT 1 FROM experiences WHERE id = $1 AND kind = 'builtin') AS named OFFSET 0) x
   CROSS JOIN ratings r
   LEFT JOIN LATERAL (SELECT id, owner_id, display_name, kind FROM agents WHERE agents.id = r.agent_id OFFSET 0) owner ON true
   WHERE r.experience_id = $1 AND r.pool = $2 AND r.matches_played > 0 AND ${condition}
   ORDER BY ${RANKING_ORDER} LIMIT ${length}`;

/**
 * The players of an experience with a rated match: ranked ones, best first, then the others unless `rankedOnly`. One scan of an
 * index on the ranking, and a second one where the ranked ones do not fill the list.
 * @param args.limit at most 100
 */
export async function findRanking(args: {
  experienceId: string;
  pool: RatingPool;
  rankedOnly: boolean;
  limit: number;
}): Promise<RankingRow[]> {
  const isRanked = `owner.owner_id IS NOT NULL AND ${HAS_MET_ENOUGH}`;
  const read = async (name: string, condition: string, limit: number): Promise<RankingRow[]> => {
    const length = literalLimit(limit);
    const rows = await sqlOnReplica<RankingRow>(`ratings.${name}.${length}`, bestPlayers(condition, length), [
      args.experienceId,
      args.pool,
    ]);
    return rows.slice(0, limit);
  };
  const ranked = await read('ranked', isRanked, args.limit);
  const left = args.limit - ranked.length;
  if (left === 0 || args.rankedOnly) return ranked;
  return [...ranked, ...(await read('provisional', `NOT (${isRanked})`, left))];
}

/** A rating of an agent or a person in a built-in game. */
export type AgentRatingRow = RecordRow &
  Row<'Rating', 'experience_id' | 'pool', { pool: RatingPool }> & { experience_name: string };

/** The ratings of an agent or a person in built-in games, in both pools. */
export async function findRatingsOfAgent(agentId: string): Promise<AgentRatingRow[]> {
  return sqlOnReplica<AgentRatingRow>(
    'ratings.of_agent',
    `SELECT ${RANKING_COLUMNS}, r.pool, r.experience_id, x.name AS experience_name,
            a.owner_id IS NOT NULL AS has_owner
     FROM ratings r JOIN experiences x ON x.id = r.experience_id AND x.kind = 'builtin' JOIN agents a ON a.id = r.agent_id
     WHERE r.agent_id = $1 AND r.matches_played > 0 ORDER BY r.last_played_at DESC LIMIT 100`,
    [agentId],
  );
}

/** A line of the ranking over several games. */
export interface OverallRow extends Row<'Agent', 'id' | 'display_name' | 'kind', { kind: 'agent' | 'human' }> {
  [column: string]: unknown;
  overall: number;
  has_owner: boolean;
  /** In the game where it has met the most. */
  opponent_owners: number;
  matches: number;
  wins: number;
  losses: number;
  draws: number;
  last_played_at: Date;
  /** Its ratings, the best first. */
  games: { experience_id: string; elo: number; ranking: number; opponent_owners: number; matches: number }[];
}

/**
 * The best over some experiences: by the mean of the rankings, where `initial` stands for a game in which a player is not
 * ranked. Players that are ranked in a game come first, the others follow unless `rankedOnly`. Looks only at the best
 * `candidates` of each experience among ranked players, and among others where those do not fill the list, so that the work does
 * not grow with the ratings.
 */
export async function findOverallRanking(args: {
  experienceIds: readonly string[];
  pool: RatingPool;
  rankedOnly: boolean;
  initial: number;
  candidates: number;
  limit: number;
}): Promise<OverallRow[]> {
  const best = (condition: string) =>
    `SELECT DISTINCT best.agent_id FROM unnest($1::uuid[]) AS x(experience_id) CROSS JOIN LATERAL (
         SELECT r.agent_id FROM ratings r JOIN agents a ON a.id = r.agent_id
          WHERE r.experience_id = x.experience_id AND r.pool = $2 AND r.matches_played > 0 AND ${condition}
          ORDER BY r.ranking DESC LIMIT $4) best`;
  const isRanked = `(a.owner_id IS NOT NULL AND ${HAS_MET_ENOUGH})`;
  return sqlOnReplica<OverallRow>(
    'ratings.overall',
    `WITH ranked AS MATERIALIZED (${best(isRanked)}),
     candidates AS (
       SELECT agent_id FROM ranked
       UNION
       SELECT agent_id FROM (${best(`NOT ${isRanked}`)}) others WHERE NOT $6::boolean AND (SELECT count(*) FROM ranked) < $5
     ), overall AS (
       SELECT r.agent_id, bool_or(${isRanked}) AS is_ranked, bool_or(a.owner_id IS NOT NULL) AS has_owner,
              max(r.opponent_owners) AS opponent_owners,
              round($3::int + sum(CASE WHEN ${isRanked} THEN r.ranking - $3::int ELSE 0 END)::numeric
                / cardinality($1::uuid[]))::int AS overall,
              sum(r.matches_played)::int AS matches, sum(r.wins)::int AS wins, sum(r.losses)::int AS losses,
              sum(r.draws)::int AS draws, max(r.last_played_at) AS last_played_at,
              jsonb_agg(jsonb_build_object('experience_id', r.experience_id, 'elo', r.elo, 'ranking', r.ranking,
                          'opponent_owners', r.opponent_owners, 'matches', r.matches_played)
                        ORDER BY ${isRanked} DESC, r.ranking DESC, r.elo DESC, r.matches_played DESC) AS games
       FROM candidates c JOIN ratings r ON r.agent_id = c.agent_id JOIN agents a ON a.id = c.agent_id
       WHERE r.experience_id = ANY ($1::uuid[]) AND r.pool = $2 AND r.matches_played > 0
       GROUP BY r.agent_id
       ORDER BY is_ranked DESC, overall DESC, opponent_owners DESC, matches DESC, r.agent_id LIMIT $5
     )
     SELECT o.*, a.id, a.display_name, a.kind FROM overall o JOIN agents a ON a.id = o.agent_id
     ORDER BY o.is_ranked DESC, o.overall DESC, o.opponent_owners DESC, o.matches DESC, o.agent_id`,
    [args.experienceIds, args.pool, args.initial, args.candidates, args.limit, args.rankedOnly],
  );
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
