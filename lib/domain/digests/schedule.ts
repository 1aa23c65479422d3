import { createHash } from 'node:crypto';

/** When an owner wants a digest. */
export interface DigestTimes {
  frequency: 'daily' | 'weekly';
  /** Hour of the day in the time zone, 0 to 23. */
  hour: number;
  /** IANA name. */
  timeZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Weekly digests come on this day of the week. */
const MONDAY = 1;
/** Digests of one hour are spread over so many minutes. */
const SPREAD_MINUTES = 30;
/** Days to look ahead: a week, and the day of a clock that goes forward over midnight. */
const MAX_DAYS = 9;

/** Whether the runtime has rules for a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * When the next digest is due after a time: the hour on the clocks of the time zone, weekly on Monday. Where the clock leaves the hour
 * out, the hour after it; where the hour comes twice, the first. An owner's minute within half an hour is always the same.
 */
export function nextDigestAt(times: DigestTimes, ownerId: string, after: Date): Date {
  const minute = createHash('sha256').update(ownerId).digest().readUInt16BE(0) % SPREAD_MINUTES;
  const today = wallClock(after, times.timeZone);
  for (let days = 0; days <= MAX_DAYS; days++) {
    const day = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()) + days * DAY_MS);
    if (times.frequency === 'weekly' && day.getUTCDay() !== MONDAY) continue;
    const due = instantOf(day.getTime() + (times.hour * 60 + minute) * MINUTE_MS, times.timeZone);
    if (due > after) return due;
  }
  throw new Error(`No day of ${times.timeZone} follows ${after.toISOString()}.`);
}

/** The clocks of a time zone at an instant, as if they were those of UTC. */
function wallClock(at: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', ...PARTS });
  const of = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = of;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

const PARTS = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

/** The first instant at which the clocks of a time zone show a time, given as if they were those of UTC. */
function instantOf(wallMs: number, timeZone: string): Date {
  const offsetAt = (ms: number) => wallClock(new Date(ms), timeZone).getTime() - Math.floor(ms / 1000) * 1000;
  const candidates = [offsetAt(wallMs - DAY_MS), offsetAt(wallMs + DAY_MS)].map((offset) => wallMs - offset);
  const fitting = candidates.filter((ms) => wallClock(new Date(ms), timeZone).getTime() === wallMs);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : Math.max(...candidates));
}
