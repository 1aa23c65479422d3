import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { fairQueue } from '@/lib/core/fair-queue';
import { once } from '@/lib/core/globals';
import { findNextFixtureDue, releaseFixture, releaseNotBegun } from './fixture-leases.repo';
import type { FixtureRow } from './leagues.schema';
import { keepLease, leaseHolder, takeFixtures } from './leases';
import { playFixture } from './play-fixture';
import { announceFixtures, transcriptDue } from './referee-signal';

/** One that throws is tried again later and later, and stops no other. */
const fixtureRows = new DueRows('leagues.referee');

/**
 * Fixtures that one process holds. Most of them wait for a player, which costs memory alone, so the number is far above
 * what is worked on at the same time: players that do not answer must not keep other leagues from their turn. The key is the
 * league, which plays at most half as many in a round; others wait as rows.
 */
const places = () =>
  fairQueue({ name: 'league_fixtures', what: 'matches of leagues', maxRunning: 2_000, maxRunningPerKey: 100 });
/** Fixtures that one statement takes. */
const MAX_CLAIMED = 64;
/** When a process with as many fixtures as it may have looks again. */
const FULL_MS = 10_000;
/** The transcripts of a round are written together. */
const TRANSCRIPT_DELAY_MS = 500;

interface Referee {
  running: Map<string, Promise<void>>;
  stopping: AbortController;
}

const referee = () => once<Referee>('leagues.referee', () => ({ running: new Map(), stopping: new AbortController() }));

/**
 * Takes the due fixtures and referees them in the background. Any process may call it at any time: a lease in the row gives a
 * fixture to one of them. Returns how many it took.
 */
export async function refereeDueFixtures(stopping?: AbortSignal): Promise<number> {
  let count = 0;
  let hasMore = true;
  while (hasMore && !stopping?.aborted && !places().isFull()) {
    const batch = await takeFixtures({ limit: MAX_CLAIMED, exceptLeagues: places().usage().full });
    for (const fixture of batch.fixtures) hold(fixture, stopping);
    count += batch.fixtures.length;
    hasMore = batch.hasMore;
  }
  return count;
}

/** When the referee has something to do next; null when nothing is planned. */
export async function nextFixtureDue(): Promise<Date | null> {
  return places().isFull() ? new Date(now().getTime() + FULL_MS) : findNextFixtureDue(places().usage().full);
}

/** Resolves when the fixtures that this process referees now are over or given back. */
export async function refereeIdle(): Promise<void> {
  while (referee().running.size > 0) await Promise.all(referee().running.values());
}

function hold(fixture: FixtureRow, stopping: AbortSignal | undefined): void {
  const { running } = referee();
  const signal = stopping ?? referee().stopping.signal;
  const release = places().tryEnter({ key: fixture.leagueUid }) ?? (() => {});
  const work = refereeFixture(fixture, signal).finally(() => {
    running.delete(fixture.id);
    const wasFull = places().isFull() || places().usage().full.includes(fixture.leagueUid);
    release();
    if (wasFull) announceFixtures(now());
  });
  running.set(fixture.id, work);
}

/** Referees a fixture and gives it back. */
async function refereeFixture(fixture: FixtureRow, stopping: AbortSignal): Promise<void> {
  const holder = leaseHolder();
  const { id } = fixture;
  const { signal, release } = keepLease(id, stopping);
  const progress = await fixtureRows.attempt(id, () => playFixture({ ...fixture }, signal));
  const at = now();
  if (progress === 'not begun') return release(() => releaseNotBegun(holder, id, at));
  const transcriptDueAt = progress === 'over' ? new Date(at.getTime() + TRANSCRIPT_DELAY_MS) : null;
  const dueAt = progress === 'stopped' ? at : fixtureRows.retryAt(id);
  await release(() => releaseFixture(holder, { id, at, dueAt, transcriptDueAt }));
  if (transcriptDueAt) transcriptDue.announce(transcriptDueAt);
}
