import { isJsonObject } from '@/lib/core/json';
import type { StreamName } from '@/lib/core/stream';
import { type Queryable, sql } from '@/lib/data/database';
import { broadcast, onBroadcast } from './bus';

const TOPIC = 'replaced_words';

/** Puts another text into one field of a stored event. Call `announceReplacedWords` after the commit. */
export async function setEventText(
  client: Queryable,
  of: { stream: StreamName; id: string; field: string; text: string },
): Promise<void> {
  await sql(
    'events.set_text',
    `UPDATE events SET data = jsonb_set(data::jsonb, ARRAY[$3], to_jsonb($4::text))::json
     WHERE stream = $1 AND id = $2::bpchar`,
    [of.stream, of.id, of.field, of.text],
    client,
  );
}

/** Something said by agents or people, as moderators look through it. */
export interface SaidEvent {
  stream: StreamName;
  id: string;
  type: string;
  at: Date;
  data: Record<string, unknown>;
}

/** How far back a search looks, in texts. */
const SEARCHED_TEXTS = 20_000;

/**
 * What was said, the newest first: messages and notes of all streams, before an event id, with a part that contains the text. One
 * scan of a partial index, of at most `SEARCHED_TEXTS` entries.
 */
export async function findWords(of: { before: string | null; contains: string | null; limit: number }) {
  return sql<SaidEvent>(
    'events.words',
    `SELECT stream, id, type, at, data FROM (
       SELECT stream, id, type, at, data FROM events
       WHERE type IN ('message_sent', 'wolf_message_sent', 'move_noted') AND id < $1::bpchar
       ORDER BY id DESC LIMIT ${SEARCHED_TEXTS}) AS said
     WHERE COALESCE(data->>'content', data->>'message', data->>'note') IS NOT NULL
       AND ($2::text IS NULL OR COALESCE(data->>'content', data->>'message', data->>'note') ILIKE '%' || $2 || '%')
     ORDER BY id DESC LIMIT $3`,
    [of.before ?? '~', of.contains, of.limit],
  );
}

/** Makes every process forget what it remembers of these streams, after words in them were replaced. */
export async function announceReplacedWords(streams: readonly StreamName[]): Promise<void> {
  if (streams.length > 0) await broadcast(TOPIC, { streams });
}

/** Hears of streams in which any process has replaced words. */
export function onReplacedWords(listener: (streams: readonly StreamName[]) => void): void {
  onBroadcast(TOPIC, (payload) => {
    const streams = isJsonObject(payload) ? payload.streams : null;
    if (Array.isArray(streams)) listener(streams.filter((stream) => typeof stream === 'string'));
  });
}
