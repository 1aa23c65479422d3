import { now } from '@/lib/core/clock';
import { log } from '@/lib/core/log';
import { DUE_ENTRIES, type DueEntry } from './due-entries';

/** Pause after a failure, so that an unavailable database is not queried in a tight loop. */
const FAILURE_PAUSE_MS = 500;

/** An entry with its next call. */
interface Schedule {
  entry: DueEntry;
  /** Unix time in milliseconds. */
  dueAtMs: number;
  running: Promise<void> | null;
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
    const schedule: Schedule = { entry, dueAtMs: now().getTime(), running: null, unsubscribe: () => {} };
    schedule.unsubscribe = entry.subscribe?.((due) => bringForward(schedule, due.getTime())) ?? schedule.unsubscribe;
    return schedule;
  });
  setTimer();
}

/** Stops; resolves when running calls have returned. */
export async function stopTicker(): Promise<void> {
  const stopped = schedules;
  schedules = [];
  stopping.abort();
  if (timer) clearTimeout(timer);
  timer = null;
  for (const { unsubscribe } of stopped) unsubscribe();
  await Promise.all(stopped.map(({ running }) => running));
}

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
    const latestMs = now().getTime() + entry.maxSleepMs;
    schedule.dueAtMs = Math.min(schedule.dueAtMs, next?.getTime() ?? latestMs, latestMs);
  } catch (error) {
    log.error({ err: error, entry: entry.name }, 'a due entry failed and will be retried');
    schedule.dueAtMs = now().getTime() + FAILURE_PAUSE_MS;
  }
}
