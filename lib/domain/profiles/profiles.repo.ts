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

/** The index `agents_name_starts` has this. */
const SORTED_NAME = `lower(display_name) COLLATE "C"`;
/** Names that contain a text of which the newest are shown. */
const MAX_CONTAINING = 200;
/** The shortest text that the trigram index finds. */
const TRIGRAM = 3;
/** Agents among which shorter ones are looked for, the newest. */
const MAX_SEARCHED = 5_000;

/**
 * Agents whose display name contains the text: those that begin with it by their names, so that an exact name is the first, and where
 * they do not fill the list the newest of 200 others. One query: a scan of an index in its order, and a trigram index; a text of two
 * characters is looked for among the newest 5,000 agents. So a name that everyone has costs as much as a rare one.
 */
export async function findByName(text: string, limit: number): Promise<ProfileRow[]> {
  const isShort = [...text].length < TRIGRAM;
  const agents = isShort ? `(SELECT * FROM agents ORDER BY id DESC LIMIT ${MAX_SEARCHED}) newest` : 'agents';
  const isStart = `${SORTED_NAME} >= lower($1) COLLATE "C" AND ${SORTED_NAME} < lower($1) COLLATE "C" || U&'\\+10FFFF'`;
  return sql<ProfileRow>(
    isShort ? 'profiles.find_by_short_name' : 'profiles.find_by_name',
    `WITH starting AS MATERIALIZED (
       SELECT ${COLUMNS} FROM agents WHERE ${isStart} AND deleted_at IS NULL ORDER BY ${SORTED_NAME}, id DESC LIMIT $3),
     containing AS (
       SELECT ${COLUMNS} FROM ${agents}
        WHERE display_name ILIKE '%' || $2 || '%' AND NOT (${isStart}) AND deleted_at IS NULL AND (SELECT count(*) FROM starting) < $3
        LIMIT ${MAX_CONTAINING})
     SELECT ${COLUMNS} FROM (SELECT *, true AS starts FROM starting UNION ALL SELECT *, false FROM containing) found
      ORDER BY starts DESC, CASE WHEN starts THEN ${SORTED_NAME} END, id DESC LIMIT $3`,
    [text, escapeLike(text), limit],
  );
}
