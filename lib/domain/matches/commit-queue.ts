import { Batches } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';
import { publish, publishNews } from '@/lib/events';
import { closeEndedMatch, closeMatch, soloSessionEnding } from './close-match';
import { type Commit, type Committed, storeCommits } from './commits.repo';
import { liveNews } from './live-news';
import { plannedPool, transaction } from './matches.repo';

const queue = () =>
  once(
    'commit-queue',
    () =>
      new Batches<Commit, Committed | null>({
        keyOf: ({ transition }) => transition.match.id,
        send: store,
        maxItems: 64,
        maxInFlight: 2,
      }),
  );

/**
 * Stores a transition together with whatever else of this process waits to be stored: many matches share a round trip
 * and a disk flush when it is busy, and one that is alone goes at once. Resolves to null when the match has moved on
 * (the caller reads it again), else when it is durable; its events are published then. An end is settled with it.
 */
export function commit(change: Commit): Promise<Committed | null> {
  const { match } = change.transition;
  if (match.status === 'active') return queue().add(change);
  return match.kind === 'solo' ? commitSoloEnd(change) : commitEnd(change);
}

/** Nobody is rated and no lobby closes: the same statement frees the agent. */
async function commitSoloEnd(change: Commit): Promise<Committed | null> {
  const stored = await queue().add({ ...change, closing: soloSessionEnding(change.transition.match) });
  if (stored && !stored.settled) await closeEndedMatch(stored.id);
  return stored;
}

/** The last move and all that follows from it become true at once: who hears of the end is rated and free already. */
async function commitEnd(change: Commit): Promise<Committed | null> {
  const { match, events } = change.transition;
  const news = [liveNews(match)];
  const ended = await transaction(async (client) => {
    const [stored] = await storeCommits([change], client, news);
    return stored ? { stored, settled: await closeMatch(client, match.id) } : null;
  });
  if (!ended) return null;
  publish(events);
  if (ended.settled) publish(ended.settled.events);
  publishNews(news);
  return ended.stored;
}

async function store(commits: readonly Commit[]): Promise<(Committed | null)[]> {
  const news = commits.flatMap(({ closing, transition }) => (closing ? [liveNews(transition.match)] : []));
  const stored = new Map((await storeCommits(commits, plannedPool(), news)).map((row) => [row.id, row]));
  const rows = commits.map(({ transition }) => stored.get(transition.match.id) ?? null);
  for (const [index, { transition }] of commits.entries()) if (rows[index]) publish(transition.events);
  publishNews(news);
  return rows;
}
