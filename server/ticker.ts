import { now } from '@/lib/core/clock';
import type { DueEntry } from '@/lib/core/due';
import { log } from '@/lib/core/log';
import { DUE_ENTRIES } from './due-entries';

/** Pauses after failures grow, so that an unavailable database is not queried in a tight loop. */
const FAILURE_PAUSE_MS = 500;
const MAX_FAILURE_PAUSE_MS = 10_000;
const STOP_WITHIN_MS = 5_000;

/** An entry with its next call. */
interface Schedule {
  entry: DueEntry;
  /** Unix time in milliseconds. */
  dueAtMs: number;
  running: Promise<void> | null;
  /** Failures one after the other. */
  failures: number;
  unsubscribe: () => void;
}

let schedules: Schedule[] = [];
let stopping = new AbortController();
let timer: NodeJS.Timeout | null = null;

/**
 * Starts to fire due entries, each by its own schedule. Due times are rows, so a process may be killed at any
 * moment and any other one continues.
 */
export function startTicker(entries: readonly DueEntry[] = DUE_ENTRIES): void {
  if (schedules.length > 0) return;
  stopping = new AbortController();
  schedules = entries.map((entry) => {
    const dueAtMs = now().getTime() + (entry.firstAfterMs ?? 0);
    const schedule: Schedule = { entry, dueAtMs, running: null, failures: 0, unsubscribe: () => {} };
    if (entry.signal) schedule.unsubscribe = entry.signal.subscribe((due) => bringForward(schedule, due.getTime()));
    return schedule;
  });
  setTimer();
}

/**
 * Stops; resolves when running calls have returned and the work that they have started has ended.
 * @param cancelCalls called after five seconds: it ends the calls to other servers for which work still waits, so that this
 *   work fails and finishes; the stop waits at most five seconds more
 */
export async function stopTicker(cancelCalls?: () => Promise<unknown>): Promise<void> {
  const stopped = schedules;
  schedules = [];
  stopping.abort();
  if (timer) clearTimeout(timer);
  timer = null;
  for (const { unsubscribe } of stopped) unsubscribe();
  const finished = () => Promise.all(stopped.flatMap(({ entry, running }) => [running, entry.finished?.()]));
  if (!cancelCalls) {
    await finished();
    return;
  }
  await Promise.race([finished(), sleep(STOP_WITHIN_MS)]);
  await cancelCalls();
  await Promise.race([finished(), sleep(STOP_WITHIN_MS)]);
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());

function bringForward(schedule: Schedule, dueAtMs: number): void {
  if (dueAtMs >= schedule.dueAtMs) return;
  schedule.dueAtMs = dueAtMs;
  setTimer();
}

/** Sets the one timer to the earliest entry that is not running. */
function setTimer(): void {
  if (timer) clearTimeout(timer);
  const waiting = schedules.filter(({ running }) => running === null);
  if (waiting.length === 0) return;
  const dueAtMs = Math.min(...waiting.map((schedule) => schedule.dueAtMs));
  timer = setTimeout(fireDueEntries, Math.max(0, dueAtMs - now().getTime()));
}

function fireDueEntries(): void {
  const at = now().getTime();
  for (const schedule of schedules) {
    if (schedule.running || schedule.dueAtMs > at) continue;
    schedule.running = fire(schedule).finally(() => {
      schedule.running = null;
      if (schedules.includes(schedule)) setTimer();
    });
  }
  setTimer();
}

/** Calls an entry and schedules its next call. Due times announced meanwhile count. */
async function fire(schedule: Schedule): Promise<void> {
  const { entry } = schedule;
  schedule.dueAtMs = Number.POSITIVE_INFINITY;
  try {
    await entry.fire(stopping.signal);
    const next = await entry.next?.();
    schedule.failures = 0;
    const latestMs = now().getTime() + entry.maxSleepMs;
    schedule.dueAtMs = Math.min(schedule.dueAtMs, next?.getTime() ?? latestMs, latestMs);
  } catch (error) {
    const pauseMs = Math.min(FAILURE_PAUSE_MS * 2 ** schedule.failures++, MAX_FAILURE_PAUSE_MS);
    log.error({ err: error, entry: entry.name, retry_ms: pauseMs }, 'a due entry failed and will be retried');
    schedule.dueAtMs = now().getTime() + pauseMs;
  }
}
