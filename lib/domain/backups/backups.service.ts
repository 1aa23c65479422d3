import { v7 as uuidv7 } from 'uuid';
import { nextScheduledTime } from '@/lib/core/backup-settings';
import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { observeGauge } from '@/lib/core/metrics';
import {
  type BackupRunRow,
  type BackupState,
  deleteRunsBefore,
  endInterrupted,
  endRun,
  findLastRuns,
  findState,
  insertRun,
} from './backups.repo';
import { checkStorage, requireUsableKey, storeBackup, withBackupLock } from './storage.repo';

/** After a failure: what refuses a backup is rarely away a minute later, and a backup is heavy. */
const RETRY_MS = 30 * 60_000;
const KEPT_MS = 400 * 86_400_000;
const MAX_ERROR_LENGTH = 1_000;
const LISTED = 20;
const INTERRUPTED = 'The process that made it ended.';

/** A backup of the schedule. */
export interface BackupLine {
  id: string;
  started_at: string;
  ended_at: string | null;
  address: string;
  /** Null until it is stored. */
  bytes: number | null;
  error: string | null;
}

/** What the schedule has done and does next. */
export interface BackupOverview {
  /** Null without a schedule, and while a backup is made. */
  next_at: string | null;
  /** The last ones, the newest first. */
  runs: BackupLine[];
}

/** When the next backup of `schedule` is due; null while one runs. */
function dueTime(schedule: string, { last }: BackupState): Date | null {
  if (last === null) return now();
  if (last.ended_at === null) return null;
  const scheduled = nextScheduledTime(schedule, last.started_at);
  if (last.error === null) return scheduled;
  // One that was interrupted is made again without a pause: what has stopped the process was not the backup.
  const retry = last.error === INTERRUPTED ? last.ended_at : new Date(last.ended_at.getTime() + RETRY_MS);
  return scheduled !== null && scheduled < retry ? scheduled : retry;
}

/** When the ticker has to make the next backup; null without a schedule, or while one runs. One statement. */
export async function nextBackupDue(): Promise<Date | null> {
  const { BACKUP_SCHEDULE: schedule } = env();
  return schedule ? dueTime(schedule, await findState()) : null;
}

/**
 * Makes the backup that is due, in one process at a time, on a thread of its own. When it fails, the reason is logged and stored,
 * and it is made again after half an hour. The ticker calls it.
 */
export async function makeDueBackup(stopping: AbortSignal): Promise<void> {
  const { BACKUP_SCHEDULE: schedule } = env();
  if (!schedule || !isDue(dueTime(schedule, await findState()), true)) return;
  await withBackupLock(async () => {
    if ((await endInterrupted(now(), INTERRUPTED)) > 0) log.warn('a backup was interrupted and is made again');
    if (!isDue(dueTime(schedule, await findState()), false) || stopping.aborted) return;
    await run(stopping);
  });
}

/** @param whileRunning the answer while a run has not ended: with the lock, its process is dead */
const isDue = (due: Date | null, whileRunning: boolean): boolean => (due === null ? whileRunning : due <= now());

async function run(stopping: AbortSignal): Promise<void> {
  const id = uuidv7();
  if (!(await insertRun({ id, startedAt: now(), address: env().BACKUP_TO }))) return;
  const startMs = performance.now();
  try {
    const { address, bytes, removed, removalFault } = await storeBackup(stopping);
    await endRun(id, now(), { address, bytes });
    const seconds = Math.round((performance.now() - startMs) / 1000);
    log.info({ address, bytes, seconds, removed }, 'a backup was stored');
    if (removalFault !== null)
      log.error({ reason: removalFault }, 'BACKUP_KEEP: a backup was stored, but older ones could not be removed');
  } catch (thrown) {
    // The run of a process that stops is not ended: the next process makes it again.
    if (stopping.aborted) return;
    const reason = reasonOf(thrown);
    await endRun(id, now(), { error: reason.slice(0, MAX_ERROR_LENGTH) });
    log.error({ reason, retry_ms: RETRY_MS }, 'BACKUP_TO: no backup was stored, and no older one was removed');
  }
}

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/**
 * Registers the gauges of backups, in each process, so that an alarm does not depend on one.
 * @throws Error when BACKUP_RECIPIENT is not a public key
 */
export function prepareBackups(): void {
  registerGauges();
  if (env().BACKUP_SCHEDULE) requireUsableKey();
}

/** Says in the log at the start when backups cannot be stored as configured. */
export async function checkBackups(): Promise<void> {
  if (!env().BACKUP_SCHEDULE) return;
  try {
    await checkStorage();
  } catch (thrown) {
    log.error({ reason: reasonOf(thrown) }, 'BACKUP_TO: backups cannot be stored now');
  }
}

/**
 * Seconds since a backup should have been made that was not; 0 when none is missing.
 * @param state of the runs
 */
export function overdueSeconds(schedule: string, { lastStored, firstStartedAt }: BackupState, at: Date): number {
  const missed = lastStored ? nextScheduledTime(schedule, lastStored.started_at) : firstStartedAt;
  return missed === null ? 0 : Math.max(0, Math.round((at.getTime() - missed.getTime()) / 1000));
}

function registerGauges(): void {
  once('backups.gauges', () => {
    const read = (of: (state: BackupState, schedule: string) => number | null) => async () => {
      const { BACKUP_SCHEDULE: schedule } = env();
      if (!schedule) return null;
      return findState().then(
        (state) => of(state, schedule),
        () => null,
      );
    };
    observeGauge(
      'botplay_backup_overdue_seconds',
      'Seconds since a backup of BACKUP_SCHEDULE was due and is still missing; 0: none is. All processes.',
      read((state, schedule) => overdueSeconds(schedule, state, now())),
    );
    observeGauge(
      'botplay_backup_last_timestamp_seconds',
      'When the last backup of BACKUP_SCHEDULE that was stored began, as Unix time. All processes.',
      read(({ lastStored }) => (lastStored ? lastStored.started_at.getTime() / 1000 : null)),
    );
    observeGauge(
      'botplay_backup_last_bytes',
      'Size of the last backup of BACKUP_SCHEDULE that was stored. All processes.',
      read(({ lastStored }) => lastStored?.bytes ?? null),
    );
    return true;
  });
}

/** The backups of the schedule and when the next one is due, for administrators. Two statements. */
export async function readBackups(): Promise<BackupOverview> {
  const [due, runs] = await Promise.all([nextBackupDue(), findLastRuns(LISTED)]);
  return { next_at: due?.toISOString() ?? null, runs: runs.map(toLine) };
}

const toLine = ({ id, started_at, ended_at, address, bytes, error }: BackupRunRow): BackupLine => ({
  id,
  started_at: started_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
  address,
  bytes,
  error,
});

registerCleanup({
  name: 'backup_runs',
  removeBatch: (limit) => deleteRunsBefore(new Date(now().getTime() - KEPT_MS), limit),
});
