import { setMaxListeners } from 'node:events';
import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { fairQueue } from '@/lib/core/fair-queue';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { claimFixtures, findNextFixtureDue, releaseFixture, releaseNotBegun, renewLeases } from './fixtures.repo';
import type { FixtureRow } from './leagues.schema';
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
/** The transcripts of a round are written together. */
const TRANSCRIPT_DELAY_MS = 500;
/** How long a process has a fixture without renewing: another one continues after a crash. */
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;

interface Referee {
  holder: string;
  running: Map<string, Promise<void>>;
  stopping: AbortController;
  renewal: NodeJS.Timeout | null;
}

const referee = () =>
  once<Referee>('leagues.referee', () => ({
    holder: newId(),
    running: new Map(),
    stopping: new AbortController(),
    renewal: null,
  }));

/**
 * Takes the due fixtures and referees them in the background. Any process may call it at any time: a lease in the row gives a
 * fixture to one of them. Returns how many it took.
 */
export async function refereeDueFixtures(stopping?: AbortSignal): Promise<number> {
  const { holder } = referee();
  let count = 0;
  while (!stopping?.aborted && !places().isFull()) {
    const claim = { holder, at: now(), until: leaseEnd(), limit: MAX_CLAIMED, exceptLeagues: places().usage().full };
    const fixtures = await claimFixtures(claim);
    for (const fixture of fixtures) hold(fixture, stopping);
    count += fixtures.length;
    if (fixtures.length < MAX_CLAIMED) break;
  }
  return count;
}

/** When the referee has something to do next; null when nothing is planned. */
export async function nextFixtureDue(): Promise<Date | null> {
  return places().isFull() ? leaseEnd() : findNextFixtureDue(places().usage().full);
}

/** Resolves when the fixtures that this process referees now are over or given back. */
export async function refereeIdle(): Promise<void> {
  while (referee().running.size > 0) await Promise.all(referee().running.values());
}

const leaseEnd = () => new Date(now().getTime() + LEASE_MS);

function hold(fixture: FixtureRow, stopping: AbortSignal | undefined): void {
  const { running } = referee();
  const signal = stopping ?? referee().stopping.signal;
  const release = places().tryEnter({ key: fixture.leagueUid }) ?? (() => {});
  // Each running exchange listens for the stop.
  setMaxListeners(0, signal);
  const work = refereeFixture(fixture, signal).finally(() => {
    running.delete(fixture.id);
    const wasFull = places().isFull() || places().usage().full.includes(fixture.leagueUid);
    release();
    if (wasFull) announceFixtures(now());
  });
  running.set(fixture.id, work);
  renewHeld();
}

/** Referees a fixture and gives it back. */
async function refereeFixture(fixture: FixtureRow, signal: AbortSignal): Promise<void> {
  const { holder } = referee();
  const { id } = fixture;
  const progress = await fixtureRows.attempt(id, () => playFixture({ ...fixture }, signal));
  const at = now();
  if (progress === 'not begun') return giveBack(id, releaseNotBegun(holder, id, at));
  const transcriptDueAt = progress === 'over' ? new Date(at.getTime() + TRANSCRIPT_DELAY_MS) : null;
  const dueAt = progress === 'stopped' ? at : fixtureRows.retryAt(id);
  await giveBack(id, releaseFixture(holder, { id, at, dueAt, transcriptDueAt }));
  if (transcriptDueAt) transcriptDue.announce(transcriptDueAt);
}

const giveBack = (id: string, released: Promise<void>): Promise<void> =>
  released.catch((error) =>
    log.warn({ err: error, fixture: id }, 'could not give a fixture back; it is due again when its lease ends'),
  );

/** Renews the leases of this process while it has fixtures. */
function renewHeld(): void {
  const state = referee();
  if (state.renewal) return;
  state.renewal = setInterval(() => {
    if (state.running.size === 0) {
      if (state.renewal) clearInterval(state.renewal);
      state.renewal = null;
      return;
    }
    renewLeases(state.holder, [...state.running.keys()], leaseEnd()).catch((error) =>
      log.warn({ err: error }, 'could not renew the leases of fixtures'),
    );
  }, RENEW_MS).unref();
}
