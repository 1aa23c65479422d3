import { experienceStream } from '@/lib/core/stream';
import { transaction } from '@/lib/data/database';
import { deleteStreams } from '@/lib/events';

/**
 * Tables with rows about an experience, children before parents. Their modules write them; a deleted experience takes
 * their rows along in one transaction, without foreign keys that every step would have to check.
 */
export const CHILD_TABLES = [
  'engagements',
  'telemetry',
  'agent_models',
  'session_costs',
  'credentials',
  'agent_memories',
  'owner_memories',
  'memory_versions',
  'sessions',
  'lobbies',
  'ratings',
  'rating_changes',
  'social_proposals',
  'scheduled_events',
  'verifications',
  'golden_sessions',
  'status_days',
  'reviews',
  'quality_reports',
] as const;

/** Deletes an experience with all rows about it, unless an agent is playing it. */
export async function deleteIfIdle(id: string): Promise<'deleted' | 'missing' | 'busy'> {
  return transaction(async (client) => {
    const locked = await client.query('SELECT 1 FROM experiences WHERE id = $1 FOR UPDATE', [id]);
    if (locked.rowCount === 0) return 'missing';
    const busy = await client.query(
      `SELECT 1 WHERE EXISTS (SELECT 1 FROM engagements WHERE experience_id = $1)
                   OR EXISTS (SELECT 1 FROM sessions WHERE experience_id = $1 AND status = 'active')`,
      [id],
    );
    if (busy.rowCount !== 0) return 'busy';
    for (const table of CHILD_TABLES) await client.query(`DELETE FROM ${table} WHERE experience_id = $1`, [id]);
    await deleteStreams(client, [experienceStream(id)]);
    await client.query('DELETE FROM experiences WHERE id = $1', [id]);
    return 'deleted';
  });
}
