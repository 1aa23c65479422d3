import fc from 'fast-check';
import { expect, it } from 'vitest';
import { selectExpired } from './rotation';

const RULE = { last: 0, daily: 7, weekly: 4, monthly: 6 };
const HOUR_MS = 3_600_000;

const at = (day: string, hour = 3) => ({ madeAt: new Date(Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS) });
const keptDays = (backups: { madeAt: Date }[], rule = RULE) => {
  const expired = new Set(selectExpired(backups, rule));
  return backups.filter((backup) => !expired.has(backup)).map(({ madeAt }) => madeAt.toISOString().slice(0, 10));
};

it('keeps the newest backup of seven days, four weeks and six months', () => {
  const year = Array.from({ length: 365 }, (_, index) => ({
    madeAt: new Date(Date.UTC(2025, 11, 1, 3) + index * 24 * HOUR_MS),
  }));
  expect(keptDays(year)).toEqual([
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    ...['2026-11-15', '2026-11-22'],
    ...['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'],
  ]);
});

it('counts days with a backup, so that old ones stay when the schedule has stood still', () => {
  const old = ['2024-01-01', '2024-01-02', '2024-01-03'].map((day) => at(day));
  expect(keptDays([...old, at('2026-11-27')], { ...RULE, weekly: 0, monthly: 0, daily: 3 })).toEqual([
    '2024-01-02',
    '2024-01-03',
    '2026-11-27',
  ]);
});

it('keeps the newest of several of one day, and the last ones of a number', () => {
  const day = [at('2026-11-27', 1), at('2026-11-27', 2), at('2026-11-27', 3)];
  expect(selectExpired(day, { last: 0, daily: 1, weekly: 0, monthly: 0 })).toEqual(day.slice(0, 2));
  expect(selectExpired(day, { last: 2, daily: 0, weekly: 0, monthly: 0 })).toEqual(day.slice(0, 1));
});

it('never removes the newest backup, whatever the rule and the times', () => {
  const rule = fc.record({ last: fc.nat(3), daily: fc.nat(3), weekly: fc.nat(3), monthly: fc.nat(3) });
  const times = fc.array(fc.date({ noInvalidDate: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(rule, times, (one, dates) => {
      const backups = dates.map((madeAt) => ({ madeAt }));
      const newest = Math.max(...dates.map(Number));
      const expired = selectExpired(backups, one);
      expect(expired.length).toBeLessThan(backups.length);
      expect(new Set(backups.filter((backup) => !expired.includes(backup)).map(({ madeAt }) => +madeAt))).toContain(
        newest,
      );
    }),
  );
});
