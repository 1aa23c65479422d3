import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { metrics } from '@/lib/core/metrics';
import { mailBacklog, sendsMail } from '@/lib/domain/mail';
import { readiness } from '@/lib/domain/operations';
import { busConnected, busHealthy } from '@/lib/events';
import { countExperiences } from './status.repo';
import { PARTS, type Part, type PartStatus } from './status.schema';

/** A database that answers later is slow: an answer usually takes a millisecond. */
const SLOW_DATABASE_MS = 250;
const DATABASE_TIMEOUT_MS = 3_000;
/** Bounds of the buckets above which an answer counts as slow, in seconds. */
const SLOW_PAGE_S = 2.5;
const SLOW_CALL_S = 1;
/** Fewer answers in a minute say nothing about the share that failed. */
const LEAST_ANSWERS = 5;
/** Mails that wait longer than a moment, and so long that nobody counts on them. */
const SLOW_MAIL_MS = 5 * 60_000;
const STUCK_MAIL_MS = 60 * 60_000;

/** Answers of this process since its start. */
interface Counts {
  all: number;
  failed: number;
  slow: number;
}

interface Window {
  /** The counts one and two looks ago: a look is a minute of the ticker. */
  before: Record<'web' | 'agents', Counts>;
  last: Record<'web' | 'agents', Counts>;
}

const NONE: Counts = { all: 0, failed: 0, slow: 0 };
const windowOfCounts = () =>
  once('status.window', (): Window => ({ before: { web: NONE, agents: NONE }, last: { web: NONE, agents: NONE } }));

interface Sample {
  metricName?: string;
  labels: Partial<Record<string, string | number>>;
  value: number;
}

/** Adds up a histogram: all answers, those that failed, and those above the bucket `slowS`. */
function sumOf(
  samples: readonly Sample[],
  {
    name,
    slowS,
    counts,
    fails,
  }: {
    name: string;
    slowS: number;
    counts(labels: Sample['labels']): boolean;
    fails(labels: Sample['labels']): boolean;
  },
): Counts {
  const sum = { all: 0, failed: 0, slow: 0 };
  for (const { metricName, labels, value } of samples) {
    if (!counts(labels)) continue;
    if (metricName === `${name}_count`) {
      sum.all += value;
      sum.slow += value;
      if (fails(labels)) sum.failed += value;
    }
    if (metricName === `${name}_bucket` && labels.le === slowS) sum.slow -= value;
  }
  return sum;
}

/** Codes of faults of ours; all others are answers to what was asked, or faults of an experience. */
const OWN_FAULTS: readonly unknown[] = ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];

async function readCounts(): Promise<Record<'web' | 'agents', Counts>> {
  const { httpRequests, toolCalls } = metrics();
  const [requests, calls] = await Promise.all([httpRequests.get(), toolCalls.get()]);
  return {
    web: sumOf(requests.values, {
      name: 'botplay_http_request_duration_seconds',
      slowS: SLOW_PAGE_S,
      counts: ({ lane, status }) => lane === 'pages' && status !== 'aborted',
      fails: ({ status }) => status === '5xx',
    }),
    agents: sumOf(calls.values, {
      name: 'botplay_tool_call_duration_seconds',
      slowS: SLOW_CALL_S,
      counts: () => true,
      fails: ({ outcome }) => OWN_FAULTS.includes(outcome),
    }),
  };
}

/** Begins the next minute of what answers are judged by. The ticker calls it. */
export async function closeMinute(): Promise<void> {
  const looks = windowOfCounts();
  looks.before = looks.last;
  looks.last = await readCounts();
}

/** The status by the answers of the last minute or two. A process without callers answers, or it would not run this. */
function judge(counts: Counts, before: Counts): PartStatus {
  const all = counts.all - before.all;
  if (all < LEAST_ANSWERS) return 'online';
  const failed = (counts.failed - before.failed) / all;
  if (failed > 0.5) return 'offline';
  return failed > 0.1 || (counts.slow - before.slow) / all > 0.5 ? 'degraded' : 'online';
}

async function measureDatabase(): Promise<PartStatus> {
  const startedMs = performance.now();
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, DATABASE_TIMEOUT_MS, null).unref());
  const checks = await Promise.race([readiness(), timeout]);
  if (checks?.checks.database !== 'ok') return 'offline';
  return performance.now() - startedMs > SLOW_DATABASE_MS ? 'degraded' : 'online';
}

function measureLive(): PartStatus {
  if (!busConnected()) return 'offline';
  return busHealthy() ? 'online' : 'degraded';
}

async function measureExperiences(): Promise<PartStatus> {
  const { online, offline } = await countExperiences();
  if (online + offline === 0) return 'unknown';
  if (online === 0) return 'offline';
  return offline > online ? 'degraded' : 'online';
}

async function measureMail(): Promise<PartStatus> {
  if (!sendsMail()) return 'unknown';
  const { oldestAt, waiting, sent } = await mailBacklog(new Date(now().getTime() - SLOW_MAIL_MS));
  // One mailbox that refuses for now is no fault of ours: most mails have to wait.
  if (oldestAt === null || waiting < sent) return 'online';
  return now().getTime() - oldestAt.getTime() > STUCK_MAIL_MS ? 'offline' : 'degraded';
}

/** What cannot be asked, because the database is away, is not known. */
const orUnknown = (status: Promise<PartStatus>): Promise<PartStatus> => status.catch(() => 'unknown');

/** Measures every part as this process sees it. Never throws. Four queries. */
export async function measureParts(): Promise<Record<Part, PartStatus>> {
  const counts = await readCounts();
  const { before } = windowOfCounts();
  const database = await measureDatabase();
  const [experiences, mail] =
    database === 'offline'
      ? (['unknown', 'unknown'] as const)
      : await Promise.all([orUnknown(measureExperiences()), orUnknown(measureMail())]);
  const web = database === 'offline' ? 'offline' : judge(counts.web, before.web);
  const agents = database === 'offline' ? 'offline' : judge(counts.agents, before.agents);
  const statuses: Record<Part, PartStatus> = { web, agents, database, live: measureLive(), experiences, mail };
  return Object.fromEntries(PARTS.map((part) => [part, statuses[part]])) as Record<Part, PartStatus>;
}
