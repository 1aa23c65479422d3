import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { readEvents } from '@/lib/events';

const PAGE = 1_000;
/** Far more than any match has; a reader that wants more follows the stream. */
const MOST = 20_000;

/** The public events of a match from its first, oldest first: what a replay is made of. One query a thousand events. */
export async function readMatchHistory(args: { matchId: string }): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for (;;) {
    const page = await readEvents({
      stream: matchStream(args.matchId),
      after: events.at(-1)?.id ?? null,
      audiences: ['public'],
      limit: PAGE,
    });
    events.push(...page);
    if (page.length < PAGE || events.length >= MOST) return events;
  }
}
