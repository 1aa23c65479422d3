import { registerCleanup } from './cleanup';
import { now } from './clock';
import { env } from './env';
import { RETENTION_DEFAULTS, type RetainedTable } from './retention-days';

const DAY_MS = 24 * 3_600_000;

/**
 * Registers the clean-up of a table whose rows are kept for a time that the operator may set (RETENTION_DAYS). The module that owns the
 * table calls it when it is loaded.
 * @param deleteBefore deletes at most `limit` rows that are older, the oldest first; returns how many
 */
export function registerRetention(
  table: RetainedTable,
  deleteBefore: (before: Date, limit: number) => Promise<number>,
): void {
  registerCleanup({
    name: table,
    async removeBatch(limit) {
      const days = env().RETENTION_DAYS[table] ?? RETENTION_DEFAULTS[table];
      return days === null ? 0 : deleteBefore(new Date(now().getTime() - days * DAY_MS), limit);
    },
  });
}
