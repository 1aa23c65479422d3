import { LRUCache } from 'lru-cache';
import type { HeardEvent } from '@/lib/core/game';
import { once } from '@/lib/core/globals';
import { matchStream, type StreamEvent } from '@/lib/core/stream';
import { readEvents } from '@/lib/events';
import { withoutView } from './views';

/** Matches whose conversation is kept: those with house bots that talk now. */
const MAX_MATCHES = 1_000;
/** Events that bots remember. */
const MAX_HEARD = 600;

interface Heard {
  lastId: string | null;
  events: HeardEvent[];
}

const cache = () => once('matches.heard', () => new LRUCache<string, Heard>({ max: MAX_MATCHES }));

/**
 * The events of some types that a match has had, of every audience, oldest first. One query, which reads only what was
 * added since this process asked last. Call it within `runExclusive`.
 */
export async function readHeardEvents(matchId: string, types: readonly string[]): Promise<readonly HeardEvent[]> {
  const cached = cache().get(matchId) ?? { lastId: null, events: [] };
  const added = await readEvents({ stream: matchStream(matchId), after: cached.lastId, audiences: 'all', types });
  if (added.length === 0) return cached.events;
  const events = [...cached.events, ...added.map(toHeard)].slice(-MAX_HEARD);
  cache().set(matchId, { lastId: added.at(-1)?.id ?? cached.lastId, events });
  return events;
}

const toHeard = ({ id, type, audience, at, data }: StreamEvent): HeardEvent => ({
  id,
  type,
  audience: audience as HeardEvent['audience'],
  atMs: at.getTime(),
  data: withoutView(data),
});
