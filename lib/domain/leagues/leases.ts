import { setMaxListeners } from 'node:events';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { claimFixtures, releaseUnplayed, renewLeases } from './fixture-leases.repo';
import type { FixtureRow } from './leagues.schema';

/** How long a process has a fixture without renewing: another one continues after a crash. */
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
/** A message is sent while the lease lasts this much longer: sending takes time, and clocks differ. */
const MARGIN_MS = 1_000;

/** A fixture that this process referees. */
interface Lease {
  /** Unix time in milliseconds. */
  untilMs: number;
  /** Aborts when the process stops, or another one has the fixture. */
  over: AbortController;
  /** It is being given back. */
  isEnding: boolean;
  /** It was taken once more meanwhile, and is to be given back again. */
  isTakenAgain: boolean;
}

interface Leases {
  holder: string;
  byFixture: Map<string, Lease>;
  timer: NodeJS.Timeout | null;
  renewal: Promise<void> | null;
}

const leases = () =>
  once<Leases>('leagues.leases', () => ({ holder: newId(), byFixture: new Map(), timer: null, renewal: null }));

/** This process in the rows of fixtures. */
export const leaseHolder = (): string => leases().holder;

const leaseEnd = () => new Date(now().getTime() + LEASE_MS);

/**
 * Takes due fixtures. One that this process still referees, because it could not renew its lease in time, goes on and is not
 * returned: it is never refereed twice.
 * @returns the new ones, and whether more may be due
 */
export async function takeFixtures(of: {
  limit: number;
  exceptLeagues: readonly string[];
}): Promise<{ fixtures: FixtureRow[]; hasMore: boolean }> {
  const { holder, byFixture } = leases();
  const until = leaseEnd();
  const claimed = await claimFixtures({ ...of, holder, at: now(), until });
  const fixtures = claimed.filter(({ id, isRenewed }) => {
    const lease = byFixture.get(id);
    if (!lease) return true;
    if (isRenewed && !lease.isEnding && !lease.over.signal.aborted) lease.untilMs = until.getTime();
    else {
      // Another process may have had it: what is refereed here is not its current state.
      lease.isTakenAgain = true;
      if (!lease.isEnding) lease.over.abort();
    }
    return false;
  });
  return { fixtures, hasMore: claimed.length === of.limit };
}

/**
 * Keeps a fixture that was taken, until `release`.
 * @returns `signal` aborts when the process stops or another one has the fixture
 */
export function keepLease(id: string, stopping: AbortSignal) {
  const { byFixture, holder } = leases();
  const over = new AbortController();
  // Each running exchange listens for the end.
  setMaxListeners(0, over.signal, stopping);
  const stop = () => over.abort();
  stopping.addEventListener('abort', stop, { once: true });
  if (stopping.aborted) stop();
  const lease: Lease = { untilMs: leaseEnd().getTime(), over, isEnding: false, isTakenAgain: false };
  byFixture.set(id, lease);
  renewRegularly();
  /** Gives the fixture back by a statement. Never throws: it is due again when its lease ends. */
  const release = async (giveBack: () => Promise<void>) => {
    lease.isEnding = true;
    const warn = (error: unknown) => log.warn({ err: error, fixture: id }, 'could not give a fixture back');
    await giveBack().catch(warn);
    stopping.removeEventListener('abort', stop);
    byFixture.delete(id);
    if (lease.isTakenAgain) await releaseUnplayed(holder, id, now()).catch(warn);
  };
  return { signal: over.signal, release };
}

/**
 * Whether this process may send messages of a fixture: when its lease ends, another process may send them. Renews the lease
 * when it ends soon, as after a pause of the whole process.
 * @throws when it cannot be renewed: the fixture is due again, and its player is not left without a question
 */
export function mayReferee(id: string): boolean | Promise<boolean> {
  const lease = leases().byFixture.get(id);
  if (!lease || lease.over.signal.aborted) return false;
  if (lease.untilMs - MARGIN_MS > now().getTime()) return true;
  return renew().then(() => !lease.over.signal.aborted);
}

/** Renews the leases of this process while it has fixtures. */
function renewRegularly(): void {
  const state = leases();
  state.timer ??= setInterval(() => {
    if (state.byFixture.size > 0) {
      renew().catch((error) => log.warn({ err: error }, 'could not renew the leases of fixtures'));
      return;
    }
    if (state.timer) clearInterval(state.timer);
    state.timer = null;
  }, RENEW_MS).unref();
}

/** One statement at a time, for all fixtures. Those that another process has taken end here. */
function renew(): Promise<void> {
  const state = leases();
  state.renewal ??= renewHeld([...state.byFixture]).finally(() => {
    state.renewal = null;
  });
  return state.renewal;
}

async function renewHeld(all: readonly (readonly [string, Lease])[]): Promise<void> {
  const until = leaseEnd();
  const own = all.filter(([, { isEnding, over }]) => !isEnding && !over.signal.aborted);
  const ids = own.map(([id]) => id);
  const renewed = await renewLeases(leases().holder, ids, until);
  for (const [id, lease] of own) {
    if (renewed.has(id)) lease.untilMs = Math.max(lease.untilMs, until.getTime());
    else if (!lease.isEnding) {
      log.warn({ fixture: id }, 'another process has taken a fixture, whose lease could not be renewed in time');
      lease.over.abort();
    }
  }
}
