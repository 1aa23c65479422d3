import { type Queryable, sql } from '@/lib/data/database';
import type { Engagement } from './seating.schema';

/** An engagement, and its experience, which may have been deleted. */
export interface NamedEngagement extends Engagement {
  experienceName: string | null;
  interactionModel: 'session' | 'proxy' | null;
}

const COLUMNS = `agent_id AS "agentId", experience_id AS "experienceId", session_id AS "sessionId", lobby_id AS "lobbyId",
  queue_id AS "queueId"`;

/**
 * Inserts the agent's engagement, or adds the session and the lobby to the one with the same experience; ids that it
 * already has stay. Null when the agent is engaged with another experience, or when one of the two does not exist. The row
 * stays locked until the transaction ends, and neither agent nor experience can be deleted before that.
 */
export async function upsertEngagement(client: Queryable, wanted: Engagement): Promise<Engagement | null> {
  const rows = await sql<Engagement & Record<string, unknown>>(
    'engagements.upsert',
    `INSERT INTO engagements AS present (agent_id, experience_id, session_id, lobby_id, queue_id)
     SELECT player.id, played.id, $3, $4, $5
     FROM (SELECT id FROM agents WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE) AS player,
          (SELECT id FROM experiences WHERE id = $2 FOR KEY SHARE) AS played
     ON CONFLICT (agent_id) DO UPDATE
       SET session_id = COALESCE(present.session_id, EXCLUDED.session_id),
           lobby_id = COALESCE(present.lobby_id, EXCLUDED.lobby_id),
           queue_id = COALESCE(present.queue_id, EXCLUDED.queue_id)
       WHERE present.experience_id = EXCLUDED.experience_id
     RETURNING ${COLUMNS}`,
    [wanted.agentId, wanted.experienceId, wanted.sessionId, wanted.lobbyId, wanted.queueId],
    client,
  );
  return rows[0] ?? null;
}

/** Which of an agent and an experience exist. */
export async function findExisting(
  client: Queryable,
  { agentId, experienceId }: { agentId: string; experienceId: string },
): Promise<{ agent: boolean; experience: boolean }> {
  const rows = await sql<{ agent: boolean; experience: boolean }>(
    'engagements.find_existing',
    `SELECT EXISTS (SELECT 1 FROM agents WHERE id = $1 AND deleted_at IS NULL) AS agent,
            EXISTS (SELECT 1 FROM experiences WHERE id = $2) AS experience`,
    [agentId, experienceId],
    client,
  );
  return rows[0] ?? { agent: false, experience: false };
}

/** The agent's engagement with what names its experience and how that is played, or null. */
export async function findEngagement(client: Queryable | undefined, agentId: string): Promise<NamedEngagement | null> {
  const rows = await sql<NamedEngagement & Record<string, unknown>>(
    'engagements.find',
    `SELECT g.agent_id AS "agentId", g.experience_id AS "experienceId", g.session_id AS "sessionId",
            g.lobby_id AS "lobbyId", g.queue_id AS "queueId", x.name AS "experienceName", x.interaction_model AS "interactionModel"
     FROM engagements g LEFT JOIN experiences x ON x.id = g.experience_id WHERE g.agent_id = $1`,
    [agentId],
    client,
  );
  return rows[0] ?? null;
}

/**
 * Removes these sessions, this lobby and this queue from the agents' engagements; an engagement without any is deleted, and
 * so are their seats in the lobby of a correspondence game.
 * The match of a queue has a session, which ends the queue's part too.
 */
export async function releaseEngagements(
  client: Queryable | undefined,
  args: {
    agentIds: readonly string[];
    sessionIds: readonly string[];
    lobbyId: string | null;
    queueId: string | null;
  },
): Promise<void> {
  await sql(
    'engagements.release',
    `WITH remaining AS (
       SELECT agent_id, CASE WHEN session_id = ANY ($2::uuid[]) THEN NULL ELSE session_id END AS session_id,
              CASE WHEN lobby_id = $3::uuid THEN NULL ELSE lobby_id END AS lobby_id,
              CASE WHEN queue_id = $4::text OR session_id = ANY ($2::uuid[]) THEN NULL ELSE queue_id END AS queue_id
       FROM engagements WHERE agent_id = ANY ($1::uuid[]) ORDER BY agent_id FOR UPDATE
     ), deleted AS (
       DELETE FROM engagements g USING remaining r
       WHERE g.agent_id = r.agent_id AND r.session_id IS NULL AND r.lobby_id IS NULL AND r.queue_id IS NULL
     ), correspondence AS (
       DELETE FROM correspondence_seats WHERE lobby_id = $3::uuid AND agent_id = ANY ($1::uuid[])
     )
     UPDATE engagements g SET session_id = r.session_id, lobby_id = r.lobby_id, queue_id = r.queue_id
     FROM remaining r
     WHERE g.agent_id = r.agent_id
       AND (r.session_id IS NOT NULL OR r.lobby_id IS NOT NULL OR r.queue_id IS NOT NULL)`,
    [args.agentIds, args.sessionIds, args.lobbyId, args.queueId],
    client,
  );
}

/** Adds the sessions of a match to the engagements of its agents, who waited in its queue. */
export async function addQueueSessions(
  client: Queryable,
  args: { queueId: string; sessions: readonly { id: string; agentId: string }[] },
): Promise<void> {
  await sql(
    'engagements.add_queue_sessions',
    `UPDATE engagements g SET session_id = s.session_id
     FROM unnest($2::uuid[], $3::uuid[]) AS s(agent_id, session_id)
     WHERE g.agent_id = s.agent_id AND g.queue_id = $1 AND g.session_id IS NULL`,
    [args.queueId, args.sessions.map(({ agentId }) => agentId), args.sessions.map(({ id }) => id)],
    client,
  );
}

/** How many agents play each experience, and how many of its lobbies wait or play; an experience without any is absent. */
export async function countByExperience(): Promise<{ experienceId: string; players: number; lobbies: number }[]> {
  return sql<{ experienceId: string; players: number; lobbies: number }>(
    'engagements.count_players',
    `SELECT experience_id AS "experienceId", coalesce(p.n, 0) AS players, coalesce(w.n, 0) AS lobbies
     FROM (SELECT experience_id, count(*)::int AS n FROM engagements GROUP BY 1) p
     FULL JOIN (SELECT experience_id, count(*)::int AS n FROM lobbies WHERE status IN ('waiting', 'active') GROUP BY 1) w
       USING (experience_id)`,
    [],
  );
}
