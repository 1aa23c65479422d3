import { toJsonb } from '@/lib/core/json';
import type { StreamEvent, StreamHead } from '@/lib/core/stream';
import { type Client, sql } from '@/lib/data/database';
import { EVENT_ROWS, insertEvents } from '@/lib/events';

/** Marks a match as closed and stores its new ratings and the events about them. One statement. */
export async function storeClosing(
  client: Client,
  args: {
    matchId: string;
    head: StreamHead;
    events: readonly StreamEvent[];
    seats: readonly { seat: number; elo_after: number }[];
  },
): Promise<void> {
  await sql(
    'matches.close',
    `WITH done AS (UPDATE matches SET closed_at = now() WHERE id = $1),
          numbered AS (UPDATE match_positions SET head = $2::json, version = version + 1 WHERE match_id = $1),
          rated AS (
            UPDATE match_seats s SET elo_after = r.elo_after FROM jsonb_to_recordset($3::jsonb) AS r(seat int, elo_after int)
            WHERE s.match_id = $1 AND s.seat = r.seat)
     ${insertEvents(4)}`,
    [args.matchId, toJsonb(args.head), toJsonb(args.seats), ...EVENT_ROWS.values(args.events)],
    client,
  );
}

/** Adds events to the stream of a match that is over. One statement. */
export async function appendAfterEnd(
  client: Client,
  args: { matchId: string; head: StreamHead; events: readonly StreamEvent[] },
): Promise<void> {
  await sql(
    'matches.append_after_end',
    `WITH numbered AS (UPDATE match_positions SET head = $2::json, version = version + 1 WHERE match_id = $1)
     ${insertEvents(3)}`,
    [args.matchId, toJsonb(args.head), ...EVENT_ROWS.values(args.events)],
    client,
  );
}
