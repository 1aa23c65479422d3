import type { AgentId, OwnerId } from '@/lib/core/ids';
import { sql } from '@/lib/data/database';

export interface PlayerRow {
  [column: string]: unknown;
  id: AgentId;
  display_name: string;
}

/** The player of an owner, or null before the first game. */
export async function findPlayerOf(ownerId: OwnerId): Promise<PlayerRow | null> {
  const rows = await sql<PlayerRow>(
    'auth.player_of',
    `SELECT id, display_name FROM agents WHERE owner_id = $1 AND kind = 'human'`,
    [ownerId],
  );
  return rows[0] ?? null;
}

/** Adds the player of an owner; nothing happens when there is one. The partial unique index is the rule. */
export async function insertPlayer(player: { id: AgentId; ownerId: OwnerId; displayName: string }): Promise<void> {
  await sql(
    'auth.insert_player',
    `INSERT INTO agents (id, owner_id, display_name, kind) VALUES ($1, $2, $3, 'human')
     ON CONFLICT (owner_id) WHERE kind = 'human' DO NOTHING`,
    [player.id, player.ownerId, player.displayName],
  );
}

/** Gives the player of an owner another name; null when there is none. */
export async function renamePlayerOf(ownerId: OwnerId, displayName: string): Promise<PlayerRow | null> {
  const rows = await sql<PlayerRow>(
    'auth.rename_player',
    `UPDATE agents SET display_name = $2 WHERE owner_id = $1 AND kind = 'human' RETURNING id, display_name`,
    [ownerId, displayName],
  );
  return rows[0] ?? null;
}

/** Whether any of these agents, the person at the board included, belongs to an owner. */
export async function ownsAny(ownerId: OwnerId, agentIds: readonly string[]): Promise<boolean> {
  const rows = await sql(
    'auth.owns_any',
    'SELECT 1 FROM agents WHERE owner_id = $1 AND id = ANY ($2::uuid[]) LIMIT 1',
    [ownerId, agentIds],
  );
  return rows.length > 0;
}
