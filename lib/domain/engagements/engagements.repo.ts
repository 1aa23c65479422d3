import { type Queryable, sql } from '@/lib/data/database';

export type { Queryable } from '@/lib/data/database';

/** What an agent is engaged in: one experience, by a session, a lobby or both. */
export interface EngagementRow {
  [column: string]: unknown;
  agent_id: string;
  experience_id: string;
  session_id: string | null;
  lobby_id: string | null;
}

/**
 * Takes the agent's one place, or adds to it when it is held for the same experience; what is already held stays.
 * Null when another experience holds it, or this one is gone. The row stays locked until the transaction ends, and the
 * experience cannot be deleted before that.
 */
export async function takeOrJoin(
  client: Queryable,
  want: { agentId: string; experienceId: string; sessionId: string | null; lobbyId: string | null },
): Promise<EngagementRow | null> {
  const rows = await sql<EngagementRow>(
    'engagements.take_or_join',
    `INSERT INTO engagements AS held (agent_id, experience_id, session_id, lobby_id)
     SELECT $1, played.id, $3, $4 FROM (SELECT id FROM experiences WHERE id = $2 FOR KEY SHARE) AS played
     ON CONFLICT (agent_id) DO UPDATE
       SET session_id = COALESCE(held.session_id, EXCLUDED.session_id), lobby_id = COALESCE(held.lobby_id, EXCLUDED.lobby_id)
       WHERE held.experience_id = EXCLUDED.experience_id
     RETURNING agent_id, experience_id, session_id, lobby_id`,
    [want.agentId, want.experienceId, want.sessionId, want.lobbyId],
    client,
  );
  return rows[0] ?? null;
}

/** Whether an experience is there to be engaged with. */
export async function isThere(client: Queryable, experienceId: string): Promise<boolean> {
  const rows = await sql('engagements.is_there', 'SELECT 1 FROM experiences WHERE id = $1', [experienceId], client);
  return rows.length > 0;
}

/** What blocks an agent, with the name of the experience for the message. */
export async function findByAgent(
  client: Queryable | undefined,
  agentId: string,
): Promise<(EngagementRow & { experience_name: string | null }) | null> {
  const rows = await sql<EngagementRow & { experience_name: string | null }>(
    'engagements.find_by_agent',
    `SELECT g.agent_id, g.experience_id, g.session_id, g.lobby_id, x.name AS experience_name
     FROM engagements g LEFT JOIN experiences x ON x.id = g.experience_id WHERE g.agent_id = $1`,
    [agentId],
    client,
  );
  return rows[0] ?? null;
}

/** Lets go of these sessions and this lobby; an agent that then holds neither is free. One statement. */
export async function letGo(
  client: Queryable | undefined,
  args: { agentIds: readonly string[]; sessionIds: readonly string[]; lobbyId: string | null },
): Promise<void> {
  await sql(
    'engagements.let_go',
    `WITH held AS (
       SELECT agent_id, CASE WHEN session_id = ANY ($2::uuid[]) THEN NULL ELSE session_id END AS session_id,
              CASE WHEN lobby_id = $3::uuid THEN NULL ELSE lobby_id END AS lobby_id
       FROM engagements WHERE agent_id = ANY ($1::uuid[]) ORDER BY agent_id FOR UPDATE
     ), freed AS (
       DELETE FROM engagements g USING held
       WHERE g.agent_id = held.agent_id AND held.session_id IS NULL AND held.lobby_id IS NULL
     )
     UPDATE engagements g SET session_id = held.session_id, lobby_id = held.lobby_id FROM held
     WHERE g.agent_id = held.agent_id AND (held.session_id IS NOT NULL OR held.lobby_id IS NOT NULL)`,
    [args.agentIds, args.sessionIds, args.lobbyId],
    client,
  );
}
