import { CORRESPONDENCE_MS } from '@/lib/core/live-order';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "12 s ago", "3 min ago", "2 h ago", "5 d ago"; older times as a date. `nowMs` and `atMs` are epoch milliseconds. */
export function relativeTime(atMs: number, nowMs: number): string {
  const seconds = Math.round((nowMs - atMs) / 1000);
  if (seconds < 0) return inFuture(-seconds);
  if (seconds < 5) return 'just now';
  if (seconds < MINUTE) return `${seconds} s ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  if (seconds < 30 * DAY) return `${Math.floor(seconds / DAY)} d ago`;
  return new Date(atMs).toISOString().slice(0, 10);
}

function inFuture(seconds: number): string {
  if (seconds < 5) return 'now';
  if (seconds < MINUTE) return `in ${seconds} s`;
  if (seconds < HOUR) return `in ${Math.floor(seconds / MINUTE)} min`;
  if (seconds < DAY) return `in ${Math.floor(seconds / HOUR)} h`;
  // A key of 90 days ends in 90 days, also a moment later.
  return `in ${Math.round(seconds / DAY)} d`;
}

/** A countdown: "0:09", "1:04", "1:02:03", "2 d 5 h"; below ten seconds with tenths, "9.4". Never negative. */
export function countdown(leftMs: number): string {
  const left = Math.max(0, leftMs);
  if (left < 10_000) return (Math.ceil(left / 100) / 10).toFixed(1);
  const whole = Math.ceil(left / 1000);
  if (whole >= DAY) return days(whole);
  const seconds = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${seconds}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${seconds}`;
}

/** The same in whole seconds to the end: "0:10", "0:09". */
export function countdownInSeconds(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return seconds < 10 ? `0:0${seconds}` : countdown(seconds * 1000);
}

/** "3 d 2 h", "1 d". */
function days(seconds: number): string {
  const hours = Math.floor((seconds % DAY) / HOUR);
  return hours === 0 ? `${Math.floor(seconds / DAY)} d` : `${Math.floor(seconds / DAY)} d ${hours} h`;
}

/** Whether a time for a move makes a match one that players come back to: it is not live. */
export const isCorrespondence = (limitMs: number | null): boolean => limitMs !== null && limitMs >= CORRESPONDENCE_MS;

/** "2 s", "4 min 10 s", "1 h 5 min", "3 d": how long something took. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < MINUTE) return `${seconds} s`;
  if (seconds < HOUR)
    return seconds % MINUTE === 0
      ? `${seconds / MINUTE} min`
      : `${Math.floor(seconds / MINUTE)} min ${seconds % MINUTE} s`;
  if (seconds >= DAY) return days(seconds);
  return `${Math.floor(seconds / HOUR)} h ${Math.floor((seconds % HOUR) / MINUTE)} min`;
}

/** "5 min + 3 s for the game": one clock for the whole game. */
export function gameClockText(baseMs: number, incrementMs: number): string {
  return `${duration(baseMs)}${incrementMs > 0 ? ` + ${duration(incrementMs)}` : ''} for the game`;
}
