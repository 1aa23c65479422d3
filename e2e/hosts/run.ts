import { setTimeout as pause } from 'node:timers/promises';
import { type Bed, openBed } from './bed';
import { findLeagueViolations, findViolations } from './check';
import { FAULTS, type Fault } from './faults';
import { Load } from './load';

/** What happened at one fault. */
export interface Row {
  fault: string;
  seconds: number;
  /** Matches that were compared with what was acknowledged, and feeds of spectators with what is stored. */
  matches: number;
  feeds: number;
  /** Null where it was not tried. */
  stallMs: number | null;
  socketsMs: number | null;
  repeated: number;
  failedTwice: number;
  violations: string[];
  skipped: string | null;
}

export interface Options {
  checkout: string;
  faults: readonly Fault[];
  pairs: number;
  spectators: number;
  /** Load before the first fault and after each. */
  settleMs: number;
  /** Whether the goals of time are judged: not beside other tests, which take the processors. */
  isTimed: boolean;
  onRow?(row: Row): void;
}

/**
 * Opens the test bed, plays under load, makes each fault happen, and checks afterwards that no acknowledged move is lost or
 * doubled, that no feed has a gap, and that the goals of the fault hold.
 */
export async function runFaults(options: Options): Promise<Row[]> {
  const bed = await openBed(options.checkout);
  // Hosts and mounts stay when a process ends: who interrupts it waits until they are removed.
  const interrupt = () => void bed.remove().finally(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const load = new Load(bed.url, bed.network.address, options.spectators);
  try {
    await load.start(options.pairs);
    await pause(options.settleMs);
    const reader = await register(load);
    const examined = new Set<string>();
    const rows: Row[] = [];
    for (const fault of options.faults) {
      const row = await tryFault(fault, { bed, load, reader, examined, options });
      rows.push(row);
      options.onRow?.(row);
    }
    await load.finish();
    const last = await atTheEnd(load, reader, examined);
    rows.push(last);
    options.onRow?.(last);
    return rows;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await bed.remove();
  }
}

const register = async (load: Load): Promise<string> =>
  (await load.call(null, 'POST', '/agents', { display_name: 'Reader' })).api_key;

async function atTheEnd(load: Load, reader: string, examined: Set<string>): Promise<Row> {
  const { matches, feeds, violations } = await findViolations(load, reader, examined);
  const ofLeagues = await findLeagueViolations(load, reader);
  return {
    ...emptyRow(`at the end, with ${load.leagues.length} leagues`),
    matches,
    feeds,
    violations: [...load.errors, ...violations, ...ofLeagues],
  };
}

const emptyRow = (fault: string): Row => ({
  fault,
  seconds: 0,
  matches: 0,
  feeds: 0,
  stallMs: null,
  socketsMs: null,
  repeated: 0,
  failedTwice: 0,
  violations: [],
  skipped: null,
});

interface Trial {
  bed: Bed;
  load: Load;
  reader: string;
  examined: Set<string>;
  options: Options;
}

const UNTIMED = { advanceWithinMs: 60_000, socketsWithinMs: 60_000 };

async function tryFault(fault: Fault, { bed, load, reader, examined, options }: Trial): Promise<Row> {
  const skipped = fault.whyNot?.(bed) ?? null;
  if (skipped) return { ...emptyRow(fault.name), skipped };
  const beganMs = Date.now();
  const repeated = load.counts.repeated;
  const failedBefore = load.counts.failedTwice.length;
  const { mendedAtMs } = await fault.run(bed);
  await pause(options.settleMs);
  const stallMs = load.longestStallMs(mendedAtMs);
  const socketsMs = load.longestReturnMs(beganMs);
  const failed = load.counts.failedTwice.slice(failedBefore);
  const { matches, feeds, violations: found } = await findViolations(load, reader, examined);
  const violations = [...load.errors.splice(0), ...found];
  if (matches === 0 || feeds === 0) violations.push('no match was played to its end, or nobody followed one');
  const { mayFailTwice } = fault;
  const { advanceWithinMs, socketsWithinMs } = options.isTimed ? fault : UNTIMED;
  if (advanceWithinMs !== null && stallMs > advanceWithinMs) violations.push(`a match stood still for ${stallMs} ms`);
  if (socketsWithinMs !== null && socketsMs > socketsWithinMs) violations.push(`a socket was away for ${socketsMs} ms`);
  if (!mayFailTwice && failed.length > 0) violations.push(...failed.map((text) => `failed twice: ${text}`));
  return {
    fault: fault.name,
    seconds: (Date.now() - beganMs) / 1000,
    matches,
    feeds,
    stallMs,
    socketsMs,
    repeated: load.counts.repeated - repeated,
    failedTwice: failed.length,
    violations,
    skipped: null,
  };
}

/** The faults of the short version, which `npm test` runs. */
export const SHORT: Omit<Options, 'checkout'> = {
  faults: FAULTS.filter(({ isShort }) => isShort),
  pairs: 3,
  spectators: 2,
  settleMs: 4_000,
  isTimed: false,
};

export const WHOLE: Omit<Options, 'checkout'> = {
  faults: FAULTS,
  pairs: 6,
  spectators: 4,
  settleMs: 8_000,
  isTimed: true,
};
