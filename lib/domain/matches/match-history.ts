import type { Audience } from '@/lib/core/game';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { readEvents } from '@/lib/events';

const PAGE_SIZE = 1_000;
/** More than any match has. */
const MAX_EVENTS = 20_000;

/** The events of a match for these audiences (default: the public) from its first, oldest first, for a replay. One query per thousand events. */
export async function readMatchHistory(args: {
  matchId: string;
  audiences?: readonly Audience[];
}): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for (;;) {
    const page = await readEvents({
      stream: matchStream(args.matchId),
      after: events.at(-1)?.id ?? null,
      audiences: args.audiences ?? ['public'],
      limit: PAGE_SIZE,
    });
    events.push(...page);
    if (page.length < PAGE_SIZE || events.length >= MAX_EVENTS) return events;
  }
}
