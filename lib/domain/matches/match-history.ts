import type { Audience } from '@/lib/core/game';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { readEvents, readEventsOfStreams } from '@/lib/events';

const PAGE_SIZE = 1_000;
/** More than any match has. */
const MAX_EVENTS = 20_000;

/** The events of a match for these audiences (default: the public) from its first, oldest first, for a replay. One query per thousand events. */
export async function readMatchHistory(args: {
  matchId: string;
  audiences?: readonly Audience[];
}): Promise<StreamEvent[]> {
  return readOn(args.matchId, args.audiences ?? ['public'], []);
}

/**
 * The public events of many matches by the id of the match, each from its first, oldest first. One query for all, and one more
 * for each thousand events of a match above its first thousand.
 */
export async function readMatchHistories(matchIds: readonly string[]): Promise<Map<string, StreamEvent[]>> {
  const audiences = ['public'] as const;
  const firstPages = await readEventsOfStreams({ streams: matchIds.map(matchStream), audiences, limit: PAGE_SIZE });
  const histories = new Map<string, StreamEvent[]>();
  for (const matchId of matchIds) {
    const page = firstPages.get(matchStream(matchId)) ?? [];
    histories.set(matchId, page.length < PAGE_SIZE ? page : await readOn(matchId, audiences, page));
  }
  return histories;
}

/** Adds the events after the last one of `events`, which it returns. */
async function readOn(matchId: string, audiences: readonly Audience[], events: StreamEvent[]): Promise<StreamEvent[]> {
  for (;;) {
    const page = await readEvents({
      stream: matchStream(matchId),
      after: events.at(-1)?.id ?? null,
      audiences,
      limit: PAGE_SIZE,
    });
    events.push(...page);
    if (page.length < PAGE_SIZE || events.length >= MAX_EVENTS) return events;
  }
}
