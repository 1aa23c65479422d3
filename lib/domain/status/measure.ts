import { z } from 'zod';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { metrics } from '@/lib/core/metrics';
import { mailBacklog, sendsMail } from '@/lib/domain/mail';
import { readiness } from '@/lib/domain/operations';
import { broadcastHint, busConnected, busHealthy, onBroadcast, processId } from '@/lib/events';
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

const TOPIC = 'status_of_answers';
/** What a process has said counts for this long: it says it each minute. */
const HEARD_MS = 150_000;

const messageSchema = z.object({
  from: z.string(),
  web: z.enum(['online', 'degraded', 'offline']),
  agents: z.enum(['online', 'degraded', 'offline']),
});
type AnswerStatuses = Pick<z.infer<typeof messageSchema>, 'web' | 'agents'>;

/** What the other processes have said about their answers: the one that makes the page of the status may answer no calls. */
const otherAnswers = () =>
  once('status.heard', () => {
    const byProcess = new Map<string, AnswerStatuses & { atMs: number }>();
    onBroadcast(TOPIC, (payload) => {
      const message = messageSchema.safeParse(payload);
      if (!message.success || message.data.from === processId()) return;
      const atMs = now().getTime();
      byProcess.set(message.data.from, { ...message.data, atMs });
      for (const [id, one] of byProcess) if (atMs - one.atMs > HEARD_MS) byProcess.delete(id);
    });
    return byProcess;
  });

/** Begins to hear how the other processes answer. */
export function followAnswers(): void {
  otherAnswers();
}

/** Begins the next minute of what answers are judged by, and says to the other processes how this one answered. The ticker calls it. */
export async function closeMinute(): Promise<void> {
  const looks = windowOfCounts();
  looks.before = looks.last;
  looks.last = await readCounts();
  const { before, last } = looks;
  const own = { web: judge(last.web, before.web), agents: judge(last.agents, before.agents) };
  await broadcastHint(TOPIC, { from: processId(), ...own });
}

const ORDER = ['online', 'degraded', 'offline'] as const;

/** The worst of what this process and the others say. */
function worstAnswer(part: keyof AnswerStatuses, own: AnswerStatuses[typeof part]): PartStatus {
  const sinceMs = now().getTime() - HEARD_MS;
  const others = [...otherAnswers().values()].filter(({ atMs }) => atMs > sinceMs).map((one) => one[part]);
  return ORDER[Math.max(...[own, ...others].map((status) => ORDER.indexOf(status)))] ?? own;
}

/** The status by the answers of the last minute or two. A process without callers answers, or it would not run this. */
function judge(counts: Counts, before: Counts): AnswerStatuses['web'] {
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

/** Measures every part as this process sees it; its answers and those of the others. Never throws. Four queries. */
export async function measureParts(): Promise<Record<Part, PartStatus>> {
  const counts = await readCounts();
  const { before } = windowOfCounts();
  const database = await measureDatabase();
  const [experiences, mail] =
    database === 'offline'
      ? (['unknown', 'unknown'] as const)
      : await Promise.all([orUnknown(measureExperiences()), orUnknown(measureMail())]);
  const web = database === 'offline' ? 'offline' : worstAnswer('web', judge(counts.web, before.web));
  const agents = database === 'offline' ? 'offline' : worstAnswer('agents', judge(counts.agents, before.agents));
  const statuses: Record<Part, PartStatus> = { web, agents, database, live: measureLive(), experiences, mail };
  return Object.fromEntries(PARTS.map((part) => [part, statuses[part]])) as Record<Part, PartStatus>;
}
