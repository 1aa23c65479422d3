import pg from 'pg';
import { uuidAt, uuidTime } from '@/lib/core/ids';
import type { RetainedTable } from '@/lib/core/retention-days';
import { matchStream } from '@/lib/core/stream';

/** The schema of the partitions. */
export const SCHEMA = 'partitions';

/** The name of a partition in a statement. */
export const inSchema = (name: string): string => `${SCHEMA}.${pg.escapeIdentifier(name)}`;

/** A table that is partitioned by month. */
export interface MonthlyTable {
  name: RetainedTable;
  /** The column by which it is partitioned. */
  column: string;
  /**
   * How the column tells the month of a row. `uuid`: that in which its match or session began, which is in every UUID of version 7;
   * `stream`: the same for a stream `match:<uuid>`; `time` and `day`: that of the column.
   */
  kind: 'uuid' | 'stream' | 'time' | 'day';
  /** The columns of its primary key, that of the partitions among them: a key is unique in the whole table. */
  key: readonly string[];
  /** What has to be over before a month may be archived: rows of this table whose ids are of the month. */
  of: 'matches' | 'sessions' | null;
}

/** Every table that is partitioned by month. */
export const MONTHLY_TABLES: readonly MonthlyTable[] = [
  { name: 'events', column: 'stream', kind: 'stream', key: ['stream', 'id'], of: 'matches' },
  { name: 'match_inputs', column: 'match_id', kind: 'uuid', key: ['match_id', 'n'], of: 'matches' },
  { name: 'session_steps', column: 'session_id', kind: 'uuid', key: ['session_id', 'step_number'], of: 'sessions' },
  { name: 'telemetry', column: 'session_id', kind: 'uuid', key: ['session_id', 'id'], of: 'sessions' },
  { name: 'audit_entries', column: 'at', kind: 'time', key: ['agent_id', 'at', 'id'], of: null },
  { name: 'usage_days', column: 'day', kind: 'day', key: ['agent_id', 'day', 'experience_id'], of: null },
  {
    name: 'model_days',
    column: 'day',
    kind: 'day',
    key: ['agent_id', 'day', 'experience_id', 'provider', 'name'],
    of: null,
  },
];

/** The first value of a time in the column by which a table is partitioned, as text. */
export function keyAt({ kind }: MonthlyTable, at: Date): string {
  switch (kind) {
    case 'uuid':
      return uuidAt(at.getTime());
    case 'stream':
      return matchStream(uuidAt(at.getTime()));
    case 'time':
      return at.toISOString();
    case 'day':
      return at.toISOString().slice(0, 10);
  }
}

/** The opposite of {@link keyAt}; null for a bound that is of no time, such as the end of the table. */
export function timeOfKey({ kind }: MonthlyTable, key: string): Date | null {
  const matches = matchStream('');
  if (key === 'MINVALUE' || key === 'MAXVALUE') return null;
  if (kind === 'stream') return key.length > matches.length ? new Date(uuidTime(key.slice(matches.length))) : null;
  return new Date(kind === 'uuid' ? uuidTime(key) : key);
}

/** The first moment of the month `count` months after that of `at` (UTC). */
export function monthAfter(at: Date, count: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1));
}

/** `2027_01` for a time in January 2027, as it stands in the names of partitions. */
export function monthName(at: Date): string {
  return at.toISOString().slice(0, 7).replace('-', '_');
}
