import type { AgentId, OwnerId } from '@/lib/core/ids';
import { sql } from '@/lib/data/database';
import type { Fields } from '@/lib/data/row';

/** The agent row of a person who plays. */
export type PlayerRow = Fields<'Agent', 'id' | 'displayName', { id: AgentId }>;

/** The columns of `PlayerRow`. */
export const PLAYER = 'id, display_name AS "displayName"';

/** The player of an owner, or null before the first game. */
export async function findPlayerOf(ownerId: OwnerId): Promise<PlayerRow | null> {
  const rows = await sql<PlayerRow>(
    'people.player_of',
    `SELECT ${PLAYER} FROM agents WHERE owner_id = $1 AND kind = 'human'`,
    [ownerId],
  );
  return rows[0] ?? null;
}

/**
 * Adds the player of an owner, unless there is one: the partial unique index decides between two tabs. Nothing for an account
 * that was deleted.
 */
export async function insertPlayer(player: { id: AgentId; ownerId: OwnerId; displayName: string }): Promise<void> {
  await sql(
    'people.insert_player',
    `INSERT INTO agents (id, owner_id, display_name, kind)
     SELECT $1, id, $3, 'human' FROM owners WHERE id = $2 FOR KEY SHARE
     ON CONFLICT (owner_id) WHERE kind = 'human' DO NOTHING`,
    [player.id, player.ownerId, player.displayName],
  );
}

/** Renames the player of an owner; null when the owner has no player. */
export async function renamePlayerOf(ownerId: OwnerId, displayName: string): Promise<PlayerRow | null> {
  const rows = await sql<PlayerRow>(
    'people.rename_player',
    `UPDATE agents SET display_name = $2 WHERE owner_id = $1 AND kind = 'human' RETURNING ${PLAYER}`,
    [ownerId, displayName],
  );
  return rows[0] ?? null;
}

/** Whether any of these agents, the owner's player included, belongs to an owner. */
export async function ownsAnyAgent(ownerId: OwnerId, agentIds: readonly string[]): Promise<boolean> {
  const rows = await sql(
    'people.owns_any',
    'SELECT 1 FROM agents WHERE owner_id = $1 AND id = ANY ($2::uuid[]) LIMIT 1',
    [ownerId, agentIds],
  );
  return rows.length > 0;
}
