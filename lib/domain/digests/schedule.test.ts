import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { isTimeZone, nextDigestAt } from './schedule';

const OWNER = newId();
const at = (text: string) => new Date(text);
const hourIn = (time: Date, timeZone: string) =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(time));

/** The beginning of the hour in which a digest is due: an owner's minute is their own. */
function due(frequency: 'daily' | 'weekly', hour: number, timeZone: string, after: string): string {
  const time = nextDigestAt({ frequency, hour, timeZone }, OWNER, at(after));
  expect(time.getTime() % 3_600_000).toBeLessThan(30 * 60_000);
  return `${time.toISOString().slice(0, 13)}Z`;
}

it('is due at the hour of the time zone, also after its clock has changed', () => {
  expect(due('daily', 8, 'UTC', '2026-11-27T23:00:00Z')).toBe('2026-11-28T08Z');
  expect(due('daily', 8, 'Europe/Berlin', '2026-11-27T06:59:00Z')).toBe('2026-11-27T07Z');
  expect(due('daily', 8, 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T06Z');
  expect(due('daily', 8, 'America/New_York', '2026-10-31T20:00:00Z')).toBe('2026-11-01T13Z');
});

it('weekly is due on the Monday of the time zone', () => {
  expect(due('weekly', 8, 'UTC', '2026-11-27T12:00:00Z')).toBe('2026-11-30T08Z');
  expect(due('weekly', 8, 'Pacific/Auckland', '2026-11-27T12:00:00Z')).toBe('2026-11-29T19Z');
  expect(due('weekly', 0, 'America/Los_Angeles', '2026-11-30T09:00:00Z')).toBe('2026-12-07T08Z');
});

it('an hour that the clock leaves out is the one after it, and one that comes twice is the first', () => {
  expect(due('daily', 2, 'Europe/Berlin', '2026-03-29T00:00:00Z')).toBe('2026-03-29T01Z');
  expect(due('daily', 2, 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00Z');
});

it('follows within a day and an hour, at the hour of the clock, once a day', () => {
  const zones = ['UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia'];
  fc.assert(
    fc.property(
      fc.date({ min: at('2024-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z'), noInvalidDate: true }),
      fc.integer({ min: 3, max: 23 }),
      fc.constantFrom(...zones),
      (after, hour, timeZone) => {
        const times = { frequency: 'daily', hour, timeZone } as const;
        const first = nextDigestAt(times, OWNER, after);
        const second = nextDigestAt(times, OWNER, first);
        expect(first > after).toBe(true);
        expect(hourIn(first, timeZone)).toBe(hour);
        expect(first.getTime() - after.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
        expect(second.getTime() - first.getTime()).toBeGreaterThanOrEqual(23 * 3_600_000);
      },
    ),
  );
});

it('a time zone is one that the runtime has rules for', () => {
  expect(['Europe/Berlin', 'UTC', 'Asia/Kolkata'].every(isTimeZone)).toBe(true);
  expect(['', 'Mars/Base', 'Europe/Berlin\n'].some(isTimeZone)).toBe(false);
});
