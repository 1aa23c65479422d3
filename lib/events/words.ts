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
