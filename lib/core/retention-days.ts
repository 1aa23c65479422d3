import { z } from 'zod';

/** Tables of which whole months are written to the archive before they are removed, where there is one (ARCHIVE_TO). */
export const ARCHIVED_TABLES = ['events', 'match_inputs', 'session_steps', 'telemetry'] as const;

/** Days for which rows of these tables are kept when nothing is set; null: for ever, or as long as the agent that they belong to. */
export const RETENTION_DEFAULTS = {
  audit_entries: 90,
  notifications: 90,
  approvals: 90,
  experience_failures: 30,
  usage_days: 400,
  model_days: 400,
  telemetry: null,
  events: null,
  match_inputs: null,
  session_steps: null,
} as const;

export type RetainedTable = keyof typeof RETENTION_DEFAULTS;

const TABLES = Object.keys(RETENTION_DEFAULTS) as RetainedTable[];
const MAX_DAYS = 36_500;

/** `telemetry=365,audit_entries=30` as days by table. */
export const retentionDays = z.string().transform((text, context): Partial<Record<RetainedTable, number>> => {
  const days: Partial<Record<RetainedTable, number>> = {};
  for (const entry of text.split(',').map((word) => word.trim())) {
    if (entry === '') continue;
    const [, name = '', number = ''] = /^(\w+)=(\d+)$/.exec(entry) ?? [];
    const table = TABLES.find((one) => one === name);
    const count = Number(number);
    if (!table || days[table] !== undefined || count < 1 || count > MAX_DAYS) {
      const message = `must be like telemetry=365,audit_entries=30: each of ${TABLES.join(', ')} at most once, with whole days from 1 to ${MAX_DAYS}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    days[table] = count;
  }
  return days;
});
