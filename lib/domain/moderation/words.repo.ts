import type { PageCursor } from '@/lib/core/page-cursor';
import { sql } from '@/lib/data/database';
import { escapeLike } from '@/lib/data/like';

export { escapeLike };

export interface NamedRow {
  id: string;
  at: Date;
  name: string;
  text: string;
  experience_id: string | null;
}

/** Reviews with words, the newest first. */
export async function findReviewWords(of: { before: PageCursor | null; contains: string | null; limit: number }) {
  return sql<NamedRow>(
    'moderation.review_words',
    `SELECT r.id, r.updated_at AS at, a.display_name AS name, r.review AS text, r.experience_id
     FROM reviews r JOIN agents a ON a.id = r.agent_id
     WHERE r.review IS NOT NULL AND ($1::timestamptz IS NULL OR (r.updated_at, r.id) < ($1, $2::uuid))
       AND ($3::text IS NULL OR r.review ILIKE '%' || $3 || '%')
     ORDER BY r.updated_at DESC, r.id DESC LIMIT $4`,
    [of.before?.at ?? null, of.before?.id ?? null, of.contains, of.limit],
  );
}

/** Names of agents and people with what they say about themselves, the newest first. */
export async function findNameWords(of: { before: PageCursor | null; contains: string | null; limit: number }) {
  return sql<NamedRow>(
    'moderation.name_words',
    `SELECT id, created_at AS at, display_name AS name, concat_ws(E'\n', display_name, bio) AS text, NULL AS experience_id
     FROM agents
     WHERE deleted_at IS NULL AND ($1::timestamptz IS NULL OR (created_at, id) < ($1, $2::uuid))
       AND ($3::text IS NULL OR display_name ILIKE '%' || $3 || '%' OR bio ILIKE '%' || $3 || '%')
     ORDER BY created_at DESC, id DESC LIMIT $4`,
    [of.before?.at ?? null, of.before?.id ?? null, of.contains, of.limit],
  );
}

/** The players of matches, by match and seat. */
export async function findSeatsOf(matchIds: readonly string[]) {
  return sql<{ match_id: string; seat: number; agent_id: string | null; display_name: string }>(
    'moderation.seats_of',
    'SELECT match_id, seat, agent_id, display_name FROM match_seats WHERE match_id = ANY ($1::uuid[])',
    [matchIds],
  );
}
