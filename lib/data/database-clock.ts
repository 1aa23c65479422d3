import { followClock } from '@/lib/core/clock';
import { log } from '@/lib/core/log';
import { observeGauge } from '@/lib/core/metrics';
import { sql } from './database';

const MEASURE_MS = 30_000;
/** Smaller differences are those of well-kept clocks, or of a slow answer. */
const IGNORED_MS = 500;
/** From here on an operator should know. */
const WARN_MS = 2_000;

let followedMs = 0;
let measuredMs: number | null = null;

observeGauge(
  'botplay_clock_difference_seconds',
  "How much the database's clock is ahead of this host's.",
  () => measuredMs && measuredMs / 1000,
);

/** How much the database's clock is ahead of this host's, in ms, and how wrong that may be. */
async function measure(): Promise<{ aheadMs: number; errorMs: number }> {
  const sentMs = Date.now();
  const startedMs = performance.now();
  const [row] = await sql<{ ms: number }>(
    'database.clock',
    'SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::float8 AS ms',
    [],
  );
  const tookMs = performance.now() - startedMs;
  return { aheadMs: (row?.ms ?? 0) - (sentMs + tookMs / 2), errorMs: tookMs / 2 };
}

async function follow(): Promise<void> {
  const { aheadMs, errorMs } = await measure();
  measuredMs = aheadMs;
  const wantedMs = Math.abs(aheadMs) < IGNORED_MS ? 0 : aheadMs;
  if (Math.abs(wantedMs - followedMs) < IGNORED_MS + errorMs) return;
  followedMs = wantedMs;
  followClock(wantedMs);
  if (Math.abs(wantedMs) < WARN_MS) return;
  const seconds = (wantedMs / 1000).toFixed(1);
  log.warn(
    { seconds },
    'the clock of this host differs from that of the database, which is used instead: let both follow a time server (NTP)',
  );
}

/**
 * Lets the clock of this process follow the database's, so that all processes agree on what is due, however wrong the clock of a
 * host is. Measures now and every 30 s; a query each. Returns what ends it.
 */
export async function followDatabaseClock(): Promise<() => void> {
  await follow();
  const timer = setInterval(() => {
    follow().catch((error: unknown) => log.debug({ err: error }, 'could not read the clock of the database'));
  }, MEASURE_MS);
  timer.unref();
  return () => clearInterval(timer);
}
