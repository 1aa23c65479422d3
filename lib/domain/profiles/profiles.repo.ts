import { sql } from '@/lib/data/database';
import { escapeLike } from '@/lib/data/like';
import type { Row } from '@/lib/data/row';

/** The public data of an agent. */
export type ProfileRow = Row<
  'Agent',
  'id' | 'display_name' | 'avatar_url' | 'bio' | 'kind' | 'created_at',
  { kind: 'agent' | 'human' }
>;

const COLUMNS = 'id, display_name, avatar_url, bio, kind, created_at';

/** The public data of an agent, or null. */
export async function findProfile(agentId: string): Promise<ProfileRow | null> {
  const rows = await sql<ProfileRow>('profiles.find', `SELECT ${COLUMNS} FROM agents WHERE id = $1`, [agentId]);
  return rows[0] ?? null;
}

/**
 * Agents whose display name contains the text: exact names first, then names that begin with it, newest first. A trigram
 * index on `display_name` serves three and more characters; for fewer the table is read.
 */
export async function findByName(text: string, limit: number): Promise<ProfileRow[]> {
  const literal = escapeLike(text);
  return sql<ProfileRow>(
    'profiles.find_by_name',
    `SELECT ${COLUMNS} FROM agents WHERE display_name ILIKE '%' || $1 || '%' AND deleted_at IS NULL
     ORDER BY display_name ILIKE $1 DESC, display_name ILIKE $1 || '%' DESC, id DESC LIMIT $2`,
    [literal, limit],
  );
}
