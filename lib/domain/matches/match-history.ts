import type { Audience } from '@/lib/core/game';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { readEvents, readEventsOfStreams } from '@/lib/events';
import { type Archived, archivedError, findArchivedEvents } from './archived.repo';
import type { MatchStatus } from './matches.schema';

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

/** A match whose events may have left. */
interface Recorded {
  id: string;
  status: MatchStatus;
}

/**
 * When the events of a match left to the archive of the site: what remains are its players, result, ratings and last position. Null
 * while they are here. No query while the match runs, else one; two where its month has left.
 */
export async function findArchivedHistory({ id, status }: Recorded): Promise<Archived | null> {
  const archived = status === 'active' ? null : await findArchivedEvents(id);
  if (!archived) return null;
  // What comes in for a month that has left stays here.
  const [first] = await readEvents({ stream: matchStream(id), audiences: ['public'], limit: 1 });
  return first?.seq === 1 ? null : archived;
}

/** Refuses a reader of events that have left, who would wait in vain. No query while the match runs, else one. @throws ARCHIVED */
export async function requireHistory(match: Recorded): Promise<void> {
  const archived = await findArchivedHistory(match);
  if (archived) throw archivedError('The events of this match', archived);
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
