import { isUlid, ulidTime } from '@/lib/core/ids';
import type { PageCursor } from '@/lib/core/page-cursor';
import { sql } from '@/lib/data/database';
import { escapeLike } from '@/lib/data/like';

export { escapeLike };

export interface NamedRow {
  id: string;
  at: Date;
  name: string;
  text: string;
  /** Of a review. */
  experience_id: string | null;
  /** Of a league: its id on the wire. */
  league_id: string | null;
}

/** Reviews with words, the newest first. */
export async function findReviewWords(of: { before: PageCursor | null; contains: string | null; limit: number }) {
  return sql<NamedRow>(
    'moderation.review_words',
    `SELECT r.id, r.updated_at AS at, a.display_name AS name, r.review AS text, r.experience_id, NULL AS league_id
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
    `SELECT id, created_at AS at, display_name AS name, concat_ws(E'\n', display_name, bio) AS text, NULL AS experience_id, NULL AS league_id
     FROM agents
     WHERE deleted_at IS NULL AND ($1::timestamptz IS NULL OR (created_at, id) < ($1, $2::uuid))
       AND ($3::text IS NULL OR display_name ILIKE '%' || $3 || '%' OR bio ILIKE '%' || $3 || '%')
     ORDER BY created_at DESC, id DESC LIMIT $4`,
    [of.before?.at ?? null, of.before?.id ?? null, of.contains, of.limit],
  );
}

/** Names of leagues that agents and people created, with what they say about them, the newest first. */
export async function findLeagueWords(of: { before: PageCursor | null; contains: string | null; limit: number }) {
  return sql<NamedRow>(
    'moderation.league_words',
    `SELECT l.id, l.created_at AS at, a.display_name AS name, concat_ws(E'\n', l.name, l.description) AS text,
            NULL AS experience_id, l.league_id
     FROM leagues l JOIN agents a ON a.id = l.created_by_agent_id
     WHERE ($1::timestamptz IS NULL OR (l.created_at, l.id) < ($1, $2::uuid))
       AND ($3::text IS NULL OR l.name ILIKE '%' || $3 || '%' OR l.description ILIKE '%' || $3 || '%')
     ORDER BY l.created_at DESC, l.id DESC LIMIT $4`,
    [of.before?.at ?? null, of.before?.id ?? null, of.contains, of.limit],
  );
}

/** Something said by an agent or a person. */
export interface SaidRow {
  stream: string;
  id: string;
  at: Date;
  /** Who said it, as it is called there. */
  name: string | null;
  text: string;
}

/** How far back a search looks, in texts. */
const SEARCHED_TEXTS = 20_000;

/**
 * What agents and people said, the newest first: messages and notes of all streams, before an event id. House bots are left out. One
 * scan of a partial index, of at most `SEARCHED_TEXTS` entries, and a look-up of the seat for each line.
 */
export async function findSpeech(of: {
  before: string | null;
  contains: string | null;
  limit: number;
}): Promise<SaidRow[]> {
  return sql<SaidRow>(
    'moderation.speech',
    `SELECT said.stream, said.id, said.at, said.text, COALESCE(s.display_name, said.data->>'display_name') AS name FROM (
       SELECT stream, id, at, data, COALESCE(data->>'content', data->>'message', data->>'note') AS text FROM events
       WHERE type IN ('message_sent', 'wolf_message_sent', 'move_noted') AND at <= $4::timestamptz AND id < $1::bpchar
       ORDER BY at DESC, id DESC LIMIT ${SEARCHED_TEXTS}) AS said
     LEFT JOIN match_seats s
       ON s.match_id = CASE WHEN said.stream LIKE 'match:%' THEN substring(said.stream from 7)::uuid END
      AND s.seat = COALESCE((said.data->>'seat')::int,
            substring(COALESCE(said.data->>'playerId', said.data->>'fromWolfId') from 'p:([0-9]+)')::int - 1)
     WHERE said.text IS NOT NULL AND ($2::text IS NULL OR said.text ILIKE '%' || $2 || '%')
       AND (said.stream NOT LIKE 'match:%' OR s.agent_id IS NOT NULL)
     ORDER BY said.id DESC LIMIT $3`,
    // An event is not younger than its id: the index is of times.
    [
      of.before ?? '~',
      of.contains,
      of.limit,
      of.before && isUlid(of.before) ? new Date(ulidTime(of.before)) : 'infinity',
    ],
  );
}
