import { sql } from '@/lib/data/database';

/** The sealed credential of a method that an agent prefers for an experience: the default one, else the newest. */
export async function findPreferredSecret(
  agentId: string,
  experienceId: string,
  authMethod: string,
): Promise<Buffer | null> {
  const rows = await sql<{ sealed: Buffer }>(
    'credentials.preferred',
    `SELECT sealed FROM credentials WHERE agent_id = $1 AND experience_id = $2 AND auth_method = $3
     ORDER BY is_default DESC, updated_at DESC LIMIT 1`,
    [agentId, experienceId, authMethod],
  );
  return rows[0]?.sealed ?? null;
}
