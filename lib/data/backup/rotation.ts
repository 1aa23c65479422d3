import type { KeepRule } from '@/lib/core/backup-settings';

const DAY_MS = 86_400_000;

/** The day, the week (which begins on Monday) and the month of a time, UTC. */
const PERIODS: Record<Exclude<keyof KeepRule, 'last'>, (at: Date) => string | number> = {
  daily: (at) => Math.floor(at.getTime() / DAY_MS),
  // 1970-01-01 was a Thursday.
  weekly: (at) => Math.floor((at.getTime() / DAY_MS + 3) / 7),
  monthly: (at) => at.toISOString().slice(0, 7),
};

/**
 * The backups that a rule does not keep. The newest one is always kept; of a day, a week or a month the newest one counts, and days
 * without a backup do not.
 */
export function selectExpired<Backup extends { madeAt: Date }>(backups: readonly Backup[], rule: KeepRule): Backup[] {
  const newestFirst = [...backups].sort((one, other) => +other.madeAt - +one.madeAt);
  const kept = new Set(newestFirst.slice(0, Math.max(1, rule.last)));
  for (const name of ['daily', 'weekly', 'monthly'] as const) {
    const seen = new Set<string | number>();
    for (const backup of newestFirst) {
      if (seen.size >= rule[name]) break;
      const period = PERIODS[name](backup.madeAt);
      if (!seen.has(period)) kept.add(backup);
      seen.add(period);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup)).reverse();
}
