import { type Queryable, sql } from '@/lib/data/database';

/** What a digest looks at: an owner, their agents and player, and a time. */
export interface Covered {
  ownerId: string;
  agentIds: readonly string[];
  from: Date;
  to: Date;
}

/** Matches of one agent that are looked at, the newest ones: more than a week of quick games. */
const MAX_SEATS = 2_000;

/** The newest agents of an owner, and the player, with their names. */
export async function findAgents(
  client: Queryable,
  ownerId: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return sql<{ id: string; name: string }>(
    'digests.agents',
    `SELECT id, display_name AS name FROM agents WHERE owner_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC LIMIT $2`,
    [ownerId, limit],
    client,
  );
}

/** The results of one agent in one experience. */
export interface Results {
  agent_id: string;
  experience: string;
  played: number;
  won: number;
  lost: number;
  drawn: number;
  /** How its rating changed; null without a rated match. */
  rating_change: number | null;
  rating: number | null;
  /** Of the newest match. */
  match_id: string;
}

/**
 * Results by agent and experience, the most played first. Reads at most 2,000 seats of each agent by the index of its seats, and the
 * match of each.
 */
export async function findResults(
  client: Queryable,
  { agentIds, from, to }: Covered,
  limit: number,
): Promise<Results[]> {
  return sql<Results & Record<string, unknown>>(
    'digests.results',
    `WITH ended AS (
       SELECT s.agent_id, m.id, m.experience_id, m.ended_at,
              (SELECT r->>'result' FROM jsonb_array_elements(m.outcome->'results') r WHERE (r->>'seat')::int = s.seat) AS result,
              c.elo_before, c.elo_after
         FROM unnest($1::uuid[]) AS k(agent_id)
        CROSS JOIN LATERAL (
          SELECT agent_id, match_id, seat FROM match_seats WHERE agent_id = k.agent_id
           ORDER BY match_id DESC LIMIT ${MAX_SEATS}) s
         JOIN matches m ON m.id = s.match_id AND m.status = 'completed' AND m.ended_at >= $2 AND m.ended_at < $3
         LEFT JOIN rating_changes c ON c.match_id = m.id AND c.agent_id = s.agent_id AND c.taken_back_by IS NULL)
     SELECT e.agent_id, x.name AS experience, count(*)::int AS played,
            count(*) FILTER (WHERE e.result = 'win')::int AS won,
            count(*) FILTER (WHERE e.result = 'loss')::int AS lost,
            count(*) FILTER (WHERE e.result = 'draw')::int AS drawn,
            sum(e.elo_after - e.elo_before)::int AS rating_change,
            (array_agg(e.elo_after ORDER BY e.ended_at DESC) FILTER (WHERE e.elo_after IS NOT NULL))[1] AS rating,
            (array_agg(e.id ORDER BY e.ended_at DESC))[1] AS match_id
       FROM ended e JOIN experiences x ON x.id = e.experience_id
      GROUP BY e.agent_id, x.id, x.name ORDER BY played DESC, e.agent_id, x.name LIMIT $4`,
    [agentIds, from, to, limit],
    client,
  );
}

/** Correspondence games of the agents with the nearest deadlines. */
export async function findCorrespondence(
  client: Queryable,
  agentIds: readonly string[],
  limit: number,
): Promise<{ id: string; experience: string }[]> {
  return sql<{ id: string; experience: string }>(
    'digests.correspondence',
    `SELECT DISTINCT p.match_id AS id, x.name AS experience, p.deadline_at
       FROM correspondence_seats c
       JOIN match_positions p ON p.match_id = c.lobby_id AND p.deadline_at IS NOT NULL
       JOIN matches m ON m.id = p.match_id AND m.status = 'active'
       JOIN experiences x ON x.id = m.experience_id
      WHERE c.agent_id = ANY ($1::uuid[]) ORDER BY p.deadline_at LIMIT $2`,
    [agentIds, limit],
    client,
  );
}

/** A call that waits for the owner. */
export interface WaitingApproval {
  agent_id: string;
  tool: string;
  expires_at: Date;
}

/** Calls that wait for the owner, those that expire first first. */
export async function findWaitingApprovals(
  client: Queryable,
  of: { agentIds: readonly string[]; at: Date; limit: number },
): Promise<WaitingApproval[]> {
  return sql<WaitingApproval & Record<string, unknown>>(
    'digests.approvals',
    `SELECT agent_id, tool, expires_at FROM approvals
      WHERE agent_id = ANY ($1::uuid[]) AND status = 'pending' AND expires_at > $2 ORDER BY expires_at LIMIT $3`,
    [of.agentIds, of.at, of.limit],
    client,
  );
}

/** What happened to one experience of the owner. */
export interface OwnExperience {
  experience_id: string;
  name: string;
  reviews: number;
  stars: number | null;
  /** Kinds of errors. */
  failures: number;
  last_code: string | null;
}

/** Experiences of the owner that were reviewed or failed. Reads two indexes for each of them. */
export async function findOwnExperiences(
  client: Queryable,
  { ownerId, agentIds, from, to }: Covered,
  limit: number,
): Promise<OwnExperience[]> {
  return sql<OwnExperience & Record<string, unknown>>(
    'digests.experiences',
    `SELECT x.id AS experience_id, x.name, r.reviews, r.stars, f.failures, f.last_code
       FROM experiences x
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS reviews, round(avg(rating), 1)::float8 AS stars FROM reviews
         WHERE experience_id = x.id AND NOT by_publisher AND NOT is_pending AND updated_at >= $3 AND updated_at < $4) r
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS failures, (array_agg(code ORDER BY last_at DESC))[1] AS last_code FROM experience_failures
         WHERE experience_id = x.id AND last_at >= $3 AND last_at < $4) f
      WHERE (x.created_by_owner_id = $1 OR x.created_by_agent_id = ANY ($2::uuid[])) AND (r.reviews > 0 OR f.failures > 0)
      ORDER BY f.failures DESC, r.reviews DESC, x.name LIMIT $5`,
    [ownerId, agentIds, from, to, limit],
    client,
  );
}

/** What the agents used. */
export interface Used {
  steps: number;
  cost_usd: number;
}

/** Steps of the agents, and the cost that they reported, on the days (UTC) from the first to before the last. */
export async function findUsed(client: Queryable, { agentIds, from, to }: Covered): Promise<Used> {
  const rows = await sql<Used & Record<string, unknown>>(
    'digests.used',
    `SELECT coalesce(sum(steps), 0)::int AS steps, coalesce(sum(cost_usd), 0)::float8 AS cost_usd FROM usage_days
      WHERE agent_id = ANY ($1::uuid[]) AND day >= ($2::timestamptz AT TIME ZONE 'utc')::date
        AND day < ($3::timestamptz AT TIME ZONE 'utc')::date`,
    [agentIds, from, to],
    client,
  );
  return rows[0] ?? { steps: 0, cost_usd: 0 };
}
