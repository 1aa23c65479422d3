import { sql } from '@/lib/data/database';

/** What an agent is engaged in. */
export interface OwnedPlay {
  [column: string]: unknown;
  agent_id: string;
  session_id: string | null;
  lobby_id: string | null;
  queue_id: string | null;
}

/** What these agents play at the moment. */
export async function findPlays(agentIds: readonly string[]): Promise<OwnedPlay[]> {
  return sql<OwnedPlay>(
    'supervision.plays',
    'SELECT agent_id, session_id, lobby_id, queue_id FROM engagements WHERE agent_id = ANY ($1::uuid[])',
    [agentIds],
  );
}

/** The agent of a session when it belongs to the owner, or null. */
export async function findOwnedSession(of: { sessionId: string; ownerId: string }): Promise<string | null> {
  const rows = await sql<{ agent_id: string }>(
    'supervision.owned_session',
    `SELECT s.agent_id FROM sessions s JOIN agents a ON a.id = s.agent_id
      WHERE s.id = $1 AND a.owner_id = $2 AND a.kind = 'agent'`,
    [of.sessionId, of.ownerId],
  );
  return rows[0]?.agent_id ?? null;
}
