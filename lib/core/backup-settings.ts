import { Cron } from 'croner';
import { z } from 'zod';
import { BUCKET_ADDRESS_EXAMPLE, bucketSettingsFault, bucketVariables, parseBucketAddress } from './bucket-settings';

/** How many backups are kept: the newest of each of so many days, weeks and months that have one, and the last ones. */
export interface KeepRule {
  last: number;
  daily: number;
  weekly: number;
  monthly: number;
}

const KEEP_FAULT =
  'must be like daily=7,weekly=4,monthly=6 (each at most once, from 1 to 9999), a number of backups, or all';

/** Reads `daily=7,weekly=4,monthly=6`, a number of backups, or `all`, which is null. @throws Error when it is none of these */
export function parseKeepRule(text: string): KeepRule | null {
  if (text === 'all') return null;
  const rule: KeepRule = { last: 0, daily: 0, weekly: 0, monthly: 0 };
  for (const entry of (/^\d+$/.test(text) ? `last=${text}` : text).split(',')) {
    const [, name = '', number = ''] = /^\s*(last|daily|weekly|monthly)=([1-9]\d{0,3})\s*$/.exec(entry) ?? [];
    const period = name as keyof KeepRule;
    if (name === '' || rule[period] > 0) throw new Error(KEEP_FAULT);
    rule[period] = Number(number);
  }
  return rule;
}

const LEAST_GAP_MS = 60 * 60_000;
/** Enough times to see two that are close together in a week. */
const LOOKED_AT = 200;

/** The cron expression of a schedule: `03:15` is every day at that time. */
const toCron = (schedule: string): Cron => {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(schedule.trim()) ?? [];
  const expression = hour === undefined ? schedule.trim() : `${Number(minute)} ${Number(hour)} * * *`;
  return new Cron(expression, { timezone: 'UTC', mode: '5-part', paused: true });
};

/** The first time of a valid schedule after `after`, UTC; null when there is none. */
export function nextScheduledTime(schedule: string, after: Date): Date | null {
  return toCron(schedule).nextRun(after);
}

/** What is wrong with a schedule; null when nothing is. */
function scheduleFault(schedule: string): string | null {
  try {
    const times = toCron(schedule).nextRuns(LOOKED_AT, new Date('2026-01-01T00:00:00Z'));
    if (times.length === 0) return 'never comes';
    const isClose = times.some((time, index) => index > 0 && +time - +(times[index - 1] as Date) < LEAST_GAP_MS);
    return isClose ? 'must have at least an hour between two backups' : null;
  } catch {
    return 'must be a time of the day like 03:15, or a cron expression of five fields like 15 3 * * *, both in UTC';
  }
}

/** The variables of backups; lib/data/backup makes and reads them. */
export const backupVariables = {
  /** What `npm run backup` and the schedule encrypt with, and `npm run restore` decrypts with. */
  BACKUP_PASSPHRASE: z.string().default(''),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{50,}$/, 'must be the public key of a pair, age1…; the private key belongs elsewhere')
    .or(z.literal(''))
    .default(''),
  BACKUP_IDENTITY: z
    .string()
    .regex(/^AGE-SECRET-KEY-[0-9A-Z-]{50,}$/, 'must be the private key of a pair, AGE-SECRET-KEY-1…')
    .or(z.literal(''))
    .default(''),
  /** A folder, or `s3://bucket/folder`. */
  BACKUP_TO: z
    .string()
    .refine(
      (place) => !/^[a-z0-9]+:\/\//i.test(place) || parseBucketAddress(place) !== null,
      `must be a folder, or ${BUCKET_ADDRESS_EXAMPLE}`,
    )
    .default(''),
  /** When the ticker makes a backup. */
  BACKUP_SCHEDULE: z
    .string()
    .superRefine((schedule, context) => {
      const fault = schedule === '' ? null : scheduleFault(schedule);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    })
    .default(''),
  /** Which of the backups of the schedule stay. */
  BACKUP_KEEP: z
    .string()
    .default('daily=7,weekly=4,monthly=6')
    .transform((text, context) => {
      try {
        return parseKeepRule(text);
      } catch (thrown) {
        context.addIssue({ code: 'custom', message: (thrown as Error).message });
        return z.NEVER;
      }
    }),
};

const schema = z.object({ ...backupVariables, ...bucketVariables });

/** All variables of backups and the buckets that they may go to. */
export type BackupSettings = z.infer<typeof schema>;

/** What does not fit together, by variable. */
export function backupFaults(settings: BackupSettings): string[] {
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipient, BACKUP_TO: place } = settings;
  const faults: string[] = [];
  if (passphrase && recipient) faults.push('BACKUP_PASSPHRASE, BACKUP_RECIPIENT: set one of them, not both');
  if (settings.BACKUP_SCHEDULE && !place)
    faults.push(`BACKUP_TO: say where BACKUP_SCHEDULE stores backups, a folder or ${BUCKET_ADDRESS_EXAMPLE}`);
  if (settings.BACKUP_SCHEDULE && !passphrase && !recipient)
    faults.push('BACKUP_PASSPHRASE, BACKUP_RECIPIENT: set one of them, with which BACKUP_SCHEDULE encrypts');
  const bucketFault = place.startsWith('s3://') ? bucketSettingsFault(settings) : null;
  if (bucketFault !== null) faults.push(bucketFault);
  return faults;
}

/** The settings of a command. @throws Error naming each variable that is wrong */
export function readBackupSettings(source: NodeJS.ProcessEnv): BackupSettings {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(set);
  const faults = result.success
    ? backupFaults(result.data)
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (!result.success || faults.length > 0)
    throw new Error(`The environment is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return result.data;
}
