import { Batches } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';
import { publish, publishMessages } from '@/lib/events';
import { closeEndedMatch, closeMatch, soloSessionEnd } from './close-match';
import { type Commit, type CommitResult, type StoredCommit, storeCommits } from './commits.repo';
import { liveMatchesMessage } from './live-news';
import { runSharedEndHandlers, sharesEnds } from './match-ends';
import { plannedPool, transaction } from './matches.repo';

const queue = () =>
  once(
    'commit-queue',
    () =>
      new Batches<Commit, CommitResult>({
        keyOf: ({ transition }) => transition.match.id,
        send: store,
        maxItems: 64,
        maxInFlight: 2,
      }),
  );

/** Ends that share transactions. One transaction at a time, because their handlers lock the same rows. */
const ends = () =>
  once(
    'commit-queue.ends',
    () =>
      new Batches<Commit, CommitResult>({
        keyOf: ({ transition }) => transition.match.id,
        send: storeEnds,
        maxItems: 64,
        maxInFlight: 1,
      }),
  );

/**
 * Stores a transition in one statement with the others of this process that wait: many matches share a round trip and a
 * disk flush under load, and a single one is sent immediately. Publishes its events when it is durable. The end of a
 * match is closed with it. The caller reads the match again when this resolves to null.
 */
export function commit(change: Commit): Promise<CommitResult> {
  const { match } = change.transition;
  if (match.status === 'active') return queue().add(change);
  if (sharesEnds(match)) return ends().add({ ...change, closes: true });
  return match.kind === 'solo' ? commitSoloEnd(change) : commitEnd(change);
}

/** A solo match rates no player and has no lobby, so the same statement releases the agent. */
async function commitSoloEnd(change: Commit): Promise<CommitResult> {
  const stored = await queue().add({ ...change, soloEnd: soloSessionEnd(change.transition.match) });
  if (isStored(stored) && !stored.closed) await closeEndedMatch(stored.id);
  return stored;
}

/** One transaction with the last move: a reader of the end finds the ratings stored and the players released. */
async function commitEnd(change: Commit): Promise<CommitResult> {
  const { match, events } = change.transition;
  const news = [liveMatchesMessage(match)];
  const { result, closed } = await transaction(async (client) => {
    const [stored = null] = await storeCommits([change], client);
    return { result: stored, closed: isStored(stored) ? await closeMatch(client, match.id) : null };
  });
  if (!isStored(result)) return result;
  publish(events);
  if (closed) publish(closed.events);
  publishMessages(news);
  return result;
}

/** Ends with what follows them, in one transaction. */
async function storeEnds(commits: readonly Commit[]): Promise<CommitResult[]> {
  const news = commits.map(({ transition }) => liveMatchesMessage(transition.match));
  const { results, events } = await transaction(async (client) => {
    const results = await storeCommits(commits, client);
    const stored = commits.filter((_commit, index) => isStored(results[index]));
    return {
      results,
      events: await runSharedEndHandlers(
        client,
        stored.map(({ transition }) => transition.match),
      ),
    };
  }, plannedPool());
  for (const [index, { transition }] of commits.entries()) if (isStored(results[index])) publish(transition.events);
  publish(events);
  publishMessages(news.filter((_message, index) => isStored(results[index])));
  return results;
}

async function store(commits: readonly Commit[]): Promise<CommitResult[]> {
  const news = commits.flatMap(({ soloEnd, transition }) => (soloEnd ? [liveMatchesMessage(transition.match)] : []));
  const results = await storeCommits(commits, plannedPool());
  for (const [index, { transition }] of commits.entries()) if (isStored(results[index])) publish(transition.events);
  publishMessages(news);
  return results;
}

/** Whether a transition was stored. */
export function isStored(result: CommitResult | undefined): result is StoredCommit {
  return typeof result === 'object' && result !== null;
}
