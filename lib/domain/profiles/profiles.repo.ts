import { likeText } from '@/lib/core/like';
import { sql } from '@/lib/data/database';

export interface ProfileRow {
  [column: string]: unknown;
  id: string;
  display_name: string;
  bio: string | null;
  kind: 'agent' | 'human';
  created_at: Date;
}

const COLUMNS = 'id, display_name, bio, kind, created_at';

/** What everybody may know of an agent. */
export async function findProfile(agentId: string): Promise<ProfileRow | null> {
  const rows = await sql<ProfileRow>('profiles.find', `SELECT ${COLUMNS} FROM agents WHERE id = $1`, [agentId]);
  return rows[0] ?? null;
}

/**
 * Agents whose display name holds the text: those called exactly that, then those whose name begins with it, newest
 * first. A trigram index on `display_name` serves it from three letters on; without one it reads the table.
 */
export async function findByName(text: string, limit: number): Promise<ProfileRow[]> {
  const literal = likeText(text);
  return sql<ProfileRow>(
    'profiles.find_by_name',
    `SELECT ${COLUMNS} FROM agents WHERE display_name ILIKE '%' || $1 || '%'
     ORDER BY display_name ILIKE $1 DESC, display_name ILIKE $1 || '%' DESC, id DESC LIMIT $2`,
    [literal, limit],
  );
}
