import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { publish } from '@/lib/events';
import { type Commit, type Committed, storeCommits } from './commits.repo';
import { liveNews, tellHere } from './live-news';
import { plannedPool, transaction } from './matches.repo';
import { settle, settleMatch, soloClosing } from './settle';

interface Waiting {
  commit: Commit;
  resolve: (stored: Committed | null) => void;
  reject: (error: unknown) => void;
}

interface Queue {
  waiting: Waiting[];
  inFlight: number;
}

/** A statement carries at most this many matches. */
const BATCH = 64;
/** While one statement is on its way, the next one gathers. */
const STATEMENTS_IN_FLIGHT = 2;

const queue = () => once<Queue>('commit-queue', () => ({ waiting: [], inFlight: 0 }));

/**
 * Stores a transition together with whatever else of this process waits to be stored: many matches share a round trip
 * and a disk flush when it is busy, and one that is alone goes at once. Resolves to null when the match has moved on
 * (the caller reads it again), else when it is durable; its events are published then. An end is settled with it.
 */
export function commit(change: Commit): Promise<Committed | null> {
  const { match } = change.transition;
  if (match.status === 'active') return enqueue(change);
  return match.kind === 'solo' ? commitSoloEnd(change) : commitEnd(change);
}

function enqueue(change: Commit): Promise<Committed | null> {
  return new Promise((resolve, reject) => {
    queue().waiting.push({ commit: change, resolve, reject });
    if (queue().waiting.length === 1) queueMicrotask(drain);
  });
}

/** Nobody is rated and no lobby closes: the same statement frees the agent. */
async function commitSoloEnd(change: Commit): Promise<Committed | null> {
  const stored = await enqueue({ ...change, closing: soloClosing(change.transition.match) });
  if (stored && !stored.settled) await settleMatch(stored.id);
  return stored;
}

/** The last move and all that follows from it become true at once: who hears of the end is rated and free already. */
async function commitEnd(change: Commit): Promise<Committed | null> {
  const { match, events } = change.transition;
  const news = [liveNews(match)];
  const ended = await transaction(async (client) => {
    const [stored] = await storeCommits([change], client, news);
    return stored ? { stored, settled: await settle(client, match.id) } : null;
  });
  if (!ended) return null;
  publish(events);
  if (ended.settled) publish(ended.settled.events);
  tellHere(news);
  return ended.stored;
}

function drain(): void {
  const self = queue();
  while (self.waiting.length > 0 && self.inFlight < STATEMENTS_IN_FLIGHT) {
    self.inFlight++;
    void flush(takeBatch(self)).finally(() => {
      self.inFlight--;
      drain();
    });
  }
}

/** A match stands in a statement once; a second commit of it waits for the next. */
function takeBatch(self: Queue): Waiting[] {
  const taken = new Map<string, Waiting>();
  const left: Waiting[] = [];
  for (const entry of self.waiting) {
    const { id } = entry.commit.transition.match;
    if (taken.size < BATCH && !taken.has(id)) taken.set(id, entry);
    else left.push(entry);
  }
  self.waiting = left;
  return [...taken.values()];
}

async function flush(batch: Waiting[]): Promise<void> {
  const commits = batch.map((entry) => entry.commit);
  const news = commits.flatMap(({ closing, transition }) => (closing ? [liveNews(transition.match)] : []));
  try {
    const stored = new Map((await storeCommits(commits, plannedPool(), news)).map((row) => [row.id, row]));
    for (const { commit: change, resolve } of batch) {
      const row = stored.get(change.transition.match.id) ?? null;
      if (row) publish(change.transition.events);
      resolve(row);
    }
    tellHere(news);
  } catch (error) {
    if (batch.length === 1) {
      batch[0]?.reject(error);
      return;
    }
    log.warn({ err: error, matches: batch.length }, 'a shared commit failed; its matches are stored one by one');
    for (const entry of batch) await flush([entry]);
  }
}
