import { registerCleanup } from './cleanup';
import { now } from './clock';
import { env } from './env';
import { ARCHIVED_TABLES, RETENTION_DEFAULTS, type RetainedTable } from './retention-days';

const DAY_MS = 24 * 3_600_000;

/** The time from before which rows of a table are removed; null when they are kept for ever. */
export function keptSince(table: RetainedTable): Date | null {
  const days = env().RETENTION_DAYS[table] ?? RETENTION_DEFAULTS[table];
  return days === null ? null : new Date(now().getTime() - days * DAY_MS);
}

/** Whether months of a table are written to the archive before they are removed. */
export function isArchived(table: RetainedTable): boolean {
  return env().ARCHIVE_TO !== '' && ARCHIVED_TABLES.some((name) => name === table);
}

/**
 * Registers the clean-up of a table whose rows are kept for a time that the operator may set (RETENTION_DAYS). The module that owns the
 * table calls it when it is loaded. A table of which whole months go to the archive is left alone.
 * @param deleteBefore deletes at most `limit` rows that are older, the oldest first; returns how many
 */
export function registerRetention(
  table: RetainedTable,
  deleteBefore: (before: Date, limit: number) => Promise<number>,
): void {
  registerCleanup({
    name: table,
    async removeBatch(limit) {
      const since = keptSince(table);
      return since === null || isArchived(table) ? 0 : deleteBefore(since, limit);
    },
  });
}
