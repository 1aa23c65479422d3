import PgBoss from 'pg-boss';
import { log } from '@/lib/core/log';
import { pool } from '@/lib/data/database';
import { deleteExpiredLimits, deleteOldCalls } from '@/lib/domain/auth';
import { countBuiltinPlayers, deleteOldStatusDays, pollLiveStatuses } from '@/lib/domain/catalog';
import { deleteOldApprovals, deleteOldDays } from '@/lib/domain/controls';
import { reencryptCredentials } from '@/lib/domain/credentials';
import { deleteIdleGuests } from '@/lib/domain/deletion';
import { deleteExpiredKeys } from '@/lib/domain/idempotency';
import { deleteIdleGames } from '@/lib/domain/kept-games';
import { forgetIdleSessions } from '@/lib/domain/mcp-sessions';
import { deleteOldNotices, reencryptWebhooks } from '@/lib/domain/notifications';
import { deleteOldRelayRooms } from '@/lib/domain/relay';
import { deleteOldUsage } from '@/lib/domain/usage';
import { compareListedTools, sweepVerifications, waitForVerifications } from '@/lib/domain/verification';
import { closeExperienceClients } from '@/lib/gateway';

interface Job {
  queue: string;
  cron: string;
  /** Starts no more work once `stopping` aborts. */
  run(stopping: AbortSignal): Promise<unknown>;
}

const EVERY_MINUTE = '* * * * *';
const EVERY_HOUR = '17 * * * *';

/** Recurring work, run by one process at a time. Work with stored due times is in due-entries.ts. */
export const JOBS: readonly Job[] = [
  {
    queue: 'experiences.poll',
    cron: EVERY_MINUTE,
    run: (stopping) =>
      Promise.all([pollLiveStatuses({ stopping, onTools: compareListedTools }), countBuiltinPlayers()]),
  },
  { queue: 'experiences.verify', cron: EVERY_MINUTE, run: sweepVerifications },
  {
    queue: 'credentials.reencrypt',
    cron: EVERY_HOUR,
    run: (stopping) => Promise.all([reencryptCredentials(stopping), reencryptWebhooks(stopping)]),
  },
  {
    queue: 'sessions.forget',
    cron: EVERY_HOUR,
    run: () =>
      Promise.all([
        forgetIdleSessions(),
        deleteExpiredKeys(),
        deleteIdleGames(),
        deleteExpiredLimits(Date.now()),
        deleteOldCalls(),
        deleteOldDays(),
        deleteOldStatusDays(),
        deleteOldApprovals(),
        deleteOldNotices(),
        deleteOldUsage(),
        deleteOldRelayRooms(),
        deleteIdleGuests(),
      ]),
  },
];

const POLLING_S = 10;
const STOP_WITHIN_MS = 5_000;
const RETRY_MS = 15_000;

let boss: PgBoss | null = null;
let starting: Promise<void> = Promise.resolve();
let retry: NodeJS.Timeout | null = null;
let stopping = new AbortController();
const running = new Set<Promise<void>>();

/** Runs a job and logs its outcome. */
async function runJob({ queue, run }: Job): Promise<void> {
  const startedMs = performance.now();
  try {
    await run(stopping.signal);
    log.debug({ queue, ms: Math.round(performance.now() - startedMs) }, 'job finished');
  } catch (error) {
    log.error({ err: error, queue }, 'job failed');
    throw error;
  }
}

function trackRun(job: Job): Promise<void> {
  const run = runJob(job).finally(() => running.delete(run));
  running.add(run);
  return run;
}

async function schedule(queueing: PgBoss, job: Job): Promise<void> {
  const { queue, cron } = job;
  await queueing.createQueue(queue, { name: queue, policy: 'short', retryLimit: 0, expireInMinutes: 5 });
  await queueing.schedule(queue, cron);
  await queueing.work(queue, { pollingIntervalSeconds: POLLING_S }, () => trackRun(job));
  // Once now: unfinished work of a stopped process does not wait for the next full minute.
  await queueing.send(queue, {}, { singletonKey: 'start', singletonSeconds: 30 });
}

/** A job of an earlier version would be queued forever without a worker. */
async function removeOldSchedules(queueing: PgBoss): Promise<void> {
  for (const { name } of await queueing.getSchedules()) {
    if (!JOBS.some(({ queue }) => queue === name)) await queueing.unschedule(name);
  }
}

/** pg-boss keeps its tables in a separate schema and uses our connections. */
function makeBoss(): PgBoss {
  const made = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
    schema: 'pgboss',
    archiveCompletedAfterSeconds: 600,
    deleteAfterHours: 1,
  });
  made.on('error', (error) => log.warn({ err: error }, 'job queue error'));
  return made;
}

async function start(): Promise<void> {
  const made = makeBoss();
  boss = made;
  try {
    await made.start();
    await removeOldSchedules(made);
    for (const job of JOBS) await schedule(made, job);
  } catch (error) {
    log.error({ err: error }, 'could not start the job queue; retrying');
    await made.stop({ graceful: false }).catch(() => undefined);
    retry = setTimeout(() => void startJobs(), RETRY_MS).unref();
  }
}

/**
 * Starts the jobs in the background: the first start makes the queue's tables, which the start should not wait for.
 * A verification does not wait for a job: it runs immediately where it was requested; the job only finds leftovers.
 */
export async function startJobs(): Promise<void> {
  stopping = new AbortController();
  starting = start();
}

/** Resolves when the jobs are scheduled. */
export function jobsStarted(): Promise<void> {
  return starting;
}

/**
 * Stops jobs and verifications, and closes the connections of the gateway: a job that waits for an experience then gets an
 * error and finishes while the database is still available.
 */
export async function stopJobs(): Promise<void> {
  if (retry) clearTimeout(retry);
  await starting;
  stopping.abort();
  await boss?.stop({ graceful: true, timeout: STOP_WITHIN_MS, wait: true });
  boss = null;
  await within(STOP_WITHIN_MS, waitForVerifications());
  await closeExperienceClients();
  await within(STOP_WITHIN_MS, Promise.allSettled(running));
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
}
