import { setMaxListeners } from 'node:events';
import { Batches } from '@/lib/core/batches';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { claimFixtures, findNextFixtureDue, type Release, releaseFixtures, renewLeases } from './fixtures.repo';
import type { FixtureRow } from './leagues.repo';
import { playFixture } from './play-fixture';
import { announceFixtures } from './referee-signal';
import { GATHER_ANSWERS } from './running-calls';

/** Fixtures that one process referees at the same time. */
const MAX_FIXTURES = 64;
/** How long a process has a fixture without renewing: another one continues after a crash. */
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
/** A fixture that failed is tried again after this time. */
const RETRY_MS = 5_000;

interface Referee {
  holder: string;
  running: Map<string, Promise<void>>;
  stopping: AbortController;
  renewal: NodeJS.Timeout | null;
  releases: Batches<Release, null>;
}

const referee = () =>
  once<Referee>('leagues.referee', () => {
    const holder = newId();
    const releases = new Batches<Release, null>({
      isRepeatHarmless: true,
      send: async (fixtures) => {
        await releaseFixtures(holder, fixtures);
        return fixtures.map(() => null);
      },
      maxItems: MAX_FIXTURES,
      maxInFlight: 1,
      gather: GATHER_ANSWERS,
    });
    return { holder, running: new Map(), stopping: new AbortController(), renewal: null, releases };
  });

/**
 * Takes the due fixtures that this process has room for and referees them in the background. Any process may call it at any
 * time: a lease in the row gives a fixture to one of them. Returns how many it took.
 */
export async function refereeDueFixtures(stopping?: AbortSignal): Promise<number> {
  const { holder, running } = referee();
  const limit = MAX_FIXTURES - running.size;
  if (limit <= 0 || stopping?.aborted) return 0;
  const at = now();
  const fixtures = await claimFixtures({ holder, at, until: leaseEnd(), limit });
  for (const fixture of fixtures) start(fixture, stopping);
  return fixtures.length;
}

/** When the referee has something to do next; null when nothing is planned. */
export async function nextFixtureDue(): Promise<Date | null> {
  return referee().running.size >= MAX_FIXTURES ? leaseEnd() : findNextFixtureDue();
}

/** Resolves when the fixtures that this process referees now are over or given back. */
export async function refereeIdle(): Promise<void> {
  while (referee().running.size > 0) await Promise.all(referee().running.values());
}

const leaseEnd = () => new Date(now().getTime() + LEASE_MS);

function start(fixture: FixtureRow, stopping: AbortSignal | undefined): void {
  const { running } = referee();
  const signal = stopping ?? referee().stopping.signal;
  // Each running exchange listens for the stop.
  setMaxListeners(0, signal);
  const work = refereeFixture(fixture, signal).finally(() => {
    running.delete(fixture.id);
    if (running.size === MAX_FIXTURES - 1) announceFixtures(now());
  });
  running.set(fixture.id, work);
  keepLeases();
}

async function refereeFixture(fixture: FixtureRow, signal: AbortSignal): Promise<void> {
  const { releases } = referee();
  const { id } = fixture;
  try {
    const dueAt = await playFixture(fixture, signal);
    await releases.add({ id, dueAt: signal.aborted ? now() : dueAt });
  } catch (error) {
    log.error({ err: error, fixture: id }, 'refereeing a fixture failed and will be retried');
    await releases.add({ id, dueAt: new Date(now().getTime() + RETRY_MS) }).catch(() => {});
  }
}

/** Renews the leases of this process while it has fixtures. */
function keepLeases(): void {
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
