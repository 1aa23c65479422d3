import { log } from '@/lib/core/log';
import { fillDueLobbies } from '@/lib/domain/lobbies';
import {
  closeLeftoverMatches,
  fireDueMatches,
  nextMatchDue,
  onDue,
  startMissingExhibitions,
} from '@/lib/domain/matches';

/** How long a process may sleep: another one that knew of a deadline may have died. */
const LONGEST_SLEEP_MS = 1_000;
/** Pause after a failure, so that a database that is down is not hammered. */
const FAILURE_PAUSE_MS = 500;
/** How often it is made sure that something is on, and that every end was followed up. */
const CARE_MS = 5_000;

let running = false;
let timer: NodeJS.Timeout | null = null;
let care: NodeJS.Timeout | null = null;
let wakeAt = Number.POSITIVE_INFINITY;
let current: Promise<void> = Promise.resolve();
let stopListening: () => void = () => {};

/**
 * Starts what lets time pass: deadlines, house bots, lobbies to fill, leftovers of crashes, exhibition matches. Deadlines are rows, so
 * it may be killed at any moment and any process may run one.
 */
export function startTicker(): void {
  if (running) return;
  running = true;
  stopListening = onDue((due) => sleepUntil(due.getTime()));
  sleepUntil(Date.now());
  const keep = () => {
    void Promise.all([closeLeftoverMatches(), startMissingExhibitions()]).catch((error) =>
      log.error({ err: error }, 'keeping matches going failed'),
    );
  };
  keep();
  care = setInterval(keep, CARE_MS);
}

/** Stops after what it is doing. */
export async function stopTicker(): Promise<void> {
  running = false;
  stopListening();
  if (timer) clearTimeout(timer);
  if (care) clearInterval(care);
  timer = null;
  care = null;
  await current;
}

/** Brings the next tick forward; a later one than planned changes nothing. */
function sleepUntil(at: number): void {
  if (!running || at >= wakeAt) return;
  wakeAt = at;
  if (timer) clearTimeout(timer);
  timer = setTimeout(
    () => {
      wakeAt = Number.POSITIVE_INFINITY;
      current = current.then(tick);
    },
    Math.max(0, at - Date.now()),
  );
}

async function tick(): Promise<void> {
  if (!running) return;
  try {
    await Promise.all([fireDueMatches(), fillDueLobbies()]);
    const due = await nextMatchDue();
    sleepUntil(Math.min(due?.getTime() ?? Number.POSITIVE_INFINITY, Date.now() + LONGEST_SLEEP_MS));
  } catch (error) {
    log.error({ err: error }, 'a tick failed');
    sleepUntil(Date.now() + FAILURE_PAUSE_MS);
  }
}
