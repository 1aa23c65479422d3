import { agentStream } from '@/lib/core/stream';
import { type Client, sql } from '@/lib/data/database';
import { deleteRowsOfAgent } from '@/lib/data/deletions';
import { deleteStreams } from '@/lib/events';

export { type Client, transaction } from '@/lib/data/database';
export { deleteRowsOfExperience, deleteRowsOfOwner, replaceNameOfAgent } from '@/lib/data/deletions';

/** Whether an agent is still in a session, a lobby or a correspondence game. */
export async function isEngaged(client: Client, agentId: string): Promise<boolean> {
  const rows = await sql(
    'deletion.engaged',
    `SELECT 1 FROM engagements WHERE agent_id = $1 UNION ALL SELECT 1 FROM correspondence_seats WHERE agent_id = $1`,
    [agentId],
    client,
  );
  return rows.length > 0;
}

/** The agents of an owner and, last, the owner's own player. */
export async function findAgentsOf(ownerId: string, on?: Client): Promise<{ id: string; kind: 'agent' | 'human' }[]> {
  return sql<{ id: string; kind: 'agent' | 'human' }>(
    'deletion.agents_of',
    'SELECT id, kind FROM agents WHERE owner_id = $1 ORDER BY kind, id',
    [ownerId],
    on,
  );
}

/** How many experiences an owner and the owner's agents publish. */
export async function countPublished(client: Client, ownerId: string): Promise<number> {
  const rows = await sql<{ n: number }>(
    'deletion.published',
    `SELECT count(*)::int AS n FROM experiences
     WHERE created_by_owner_id = $1 OR created_by_agent_id IN (SELECT id FROM agents WHERE owner_id = $1)`,
    [ownerId],
    client,
  );
  return rows[0]?.n ?? 0;
}

/** Whether an agent plays an experience. */
export async function isPlayed(client: Client, experienceId: string): Promise<boolean> {
  const rows = await sql(
    'deletion.played',
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM engagements WHERE experience_id = $1)
                 OR EXISTS (SELECT 1 FROM correspondence_seats WHERE experience_id = $1)
                 OR EXISTS (SELECT 1 FROM sessions WHERE experience_id = $1 AND status = 'active')`,
    [experienceId],
    client,
  );
  return rows.length > 0;
}

/** Deletes what only the owner of an agent could read, and what lets the agent act. */
export async function deletePrivateRows(client: Client, agentId: string): Promise<void> {
  await deleteStreams(client, [agentStream(agentId)]);
  await deleteRowsOfAgent(client, agentId);
}

/** Guests that have started or joined no game since `before` and are not in one, longest ago first. One index scan. */
export async function findGuestsBefore(before: Date, except: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'deletion.guests_before',
    `SELECT a.id FROM agents a WHERE a.guest_seen_at < $1 AND NOT EXISTS (SELECT 1 FROM engagements g WHERE g.agent_id = a.id)
       AND NOT EXISTS (SELECT 1 FROM correspondence_seats c WHERE c.agent_id = a.id)
       AND a.id <> ALL ($2::uuid[])
     ORDER BY a.guest_seen_at LIMIT $3`,
    [before, except, limit],
  );
  return rows.map((row) => row.id);
}

/** Whether a match or a lobby that others saw names an agent. */
export async function isInPublicRecords(client: Client, agentId: string): Promise<boolean> {
  const rows = await sql(
    'deletion.in_public_records',
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM match_seats WHERE agent_id = $1)
                 OR EXISTS (SELECT 1 FROM lobby_members WHERE agent_id = $1)`,
    [agentId],
    client,
  );
  return rows.length > 0;
}
