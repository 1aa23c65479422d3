import PgBoss from 'pg-boss';
import { log } from '@/lib/core/log';
import { pool } from '@/lib/data/database';
import { countBuiltinPlayers, pollLiveStatuses } from '@/lib/domain/catalog/live-status';
import { forgetOldKeys } from '@/lib/domain/idempotency/idempotency.service';
import { forgetIdleGames } from '@/lib/domain/kept-games/kept-games.service';
import { cancelIdleLobbies } from '@/lib/domain/lobbies/lobbies.service';
import { forgetIdleSessions } from '@/lib/domain/mcp-sessions/mcp-sessions.service';
import { endIdleSessions } from '@/lib/domain/sessions/sessions.service';
import { sweepVerifications, verificationsSettled } from '@/lib/domain/verification/verification.service';
import { closeExperienceClients } from '@/lib/gateway';

interface Job {
  queue: string;
  cron: string;
  run(): Promise<unknown>;
}

const EVERY_MINUTE = '* * * * *';
const EVERY_HOUR = '17 * * * *';

/** What is done from time to time, by one process at a time. What has a deadline of its own is the ticker's. */
export const JOBS: readonly Job[] = [
  {
    queue: 'experiences.poll',
    cron: EVERY_MINUTE,
    run: () => Promise.all([pollLiveStatuses(), countBuiltinPlayers()]),
  },
  { queue: 'experiences.verify', cron: EVERY_MINUTE, run: sweepVerifications },
  { queue: 'lobbies.cancel_idle', cron: EVERY_MINUTE, run: () => cancelIdleLobbies() },
  { queue: 'sessions.end_idle', cron: EVERY_MINUTE, run: () => endIdleSessions() },
  {
    queue: 'sessions.forget',
    cron: EVERY_HOUR,
    run: () => Promise.all([forgetIdleSessions(), forgetOldKeys(), forgetIdleGames()]),
  },
];

const POLLING_S = 10;
const STOP_WITHIN_MS = 5_000;
const RETRY_MS = 15_000;

let boss: PgBoss | null = null;
let starting: Promise<void> = Promise.resolve();
let retry: NodeJS.Timeout | null = null;

async function schedule(queueing: PgBoss, { queue, cron, run }: Job): Promise<void> {
  await queueing.createQueue(queue, { name: queue, policy: 'short', retryLimit: 0, expireInMinutes: 5 });
  await queueing.schedule(queue, cron);
  await queueing.work(queue, { pollingIntervalSeconds: POLLING_S }, async () => {
    const startedMs = performance.now();
    try {
      await run();
      log.debug({ queue, ms: Math.round(performance.now() - startedMs) }, 'a job ran');
    } catch (error) {
      log.error({ err: error, queue }, 'a job failed');
      throw error;
    }
  });
  // Once now: what a stop left behind does not wait for the next full minute.
  await queueing.send(queue, {}, { singletonKey: 'start', singletonSeconds: 30 });
}

/** pg-boss keeps its tables in a schema of its own and uses our connections. */
function makeBoss(): PgBoss {
  const made = new PgBoss({
    db: { executeSql: (text, values) => pool().query(text, values) },
    schema: 'pgboss',
    archiveCompletedAfterSeconds: 600,
    deleteAfterHours: 1,
  });
  made.on('error', (error) => log.warn({ err: error }, 'the job queue had a fault'));
  return made;
}

async function start(): Promise<void> {
  const made = makeBoss();
  boss = made;
  try {
    await made.start();
    for (const job of JOBS) await schedule(made, job);
  } catch (error) {
    log.error({ err: error }, 'the job queue did not start; it is tried again');
    await made.stop({ graceful: false }).catch(() => undefined);
    retry = setTimeout(() => void startJobs(), RETRY_MS).unref();
  }
}

/**
 * Starts the jobs behind the caller's back: the first start makes the queue's tables, and nobody should wait for them.
 * A verification does not wait for a job: it runs at once where it was asked for; the job only finds what was left.
 */
export async function startJobs(): Promise<void> {
  starting = start();
}

/** Resolves when the jobs are scheduled. */
export function jobsStarted(): Promise<void> {
  return starting;
}

/** Ends the jobs and the verifications that run, and closes what the gateway has open. */
export async function stopJobs(): Promise<void> {
  if (retry) clearTimeout(retry);
  await starting;
  await boss?.stop({ graceful: true, timeout: STOP_WITHIN_MS, wait: true });
  boss = null;
  await Promise.race([verificationsSettled(), new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())]);
  await closeExperienceClients();
}
