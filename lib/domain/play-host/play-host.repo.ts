import type { JsonObject } from '@/lib/core/json';
import { sql } from '@/lib/data/database';

export { type Client, transaction } from '@/lib/data/database';

/** Both memories of the agent of a session. One query. */
export async function findMemories(of: {
  agentId: string;
  experienceId: string;
}): Promise<{ memory: JsonObject | null; ownerMemory: JsonObject | null }> {
  const rows = await sql<{ memory: JsonObject | null; ownerMemory: JsonObject | null }>(
    'play_host.memories',
    `SELECT (SELECT data FROM agent_memories WHERE agent_id = $1 AND experience_id = $2) AS memory,
            (SELECT o.data FROM owner_memories o JOIN agents a ON a.owner_id = o.owner_id
             WHERE a.id = $1 AND o.experience_id = $2) AS "ownerMemory"`,
    [of.agentId, of.experienceId],
  );
  return rows[0] ?? { memory: null, ownerMemory: null };
}

/** What the agents of one owner share for an experience; null for an agent without an owner, or when there is nothing. */
export async function findOwnerMemory(of: { agentId: string; experienceId: string }): Promise<JsonObject | null> {
  const rows = await sql<{ data: JsonObject }>(
    'play_host.owner_memory',
    `SELECT o.data FROM owner_memories o JOIN agents a ON a.owner_id = o.owner_id
     WHERE a.id = $1 AND o.experience_id = $2`,
    [of.agentId, of.experienceId],
  );
  return rows[0]?.data ?? null;
}
