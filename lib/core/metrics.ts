import v8 from 'node:v8';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { once } from './globals';
import { log } from './log';

/** Seconds; an answer of the direct lane takes about a millisecond, a call of a remote experience up to 30 s. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** Seconds. A deadline that nothing delays is stored within some milliseconds; after a stop of all processes it is late by its length. */
const LATENESS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 30];

function makeMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpRequests: new Histogram({
      name: 'botplay_http_request_duration_seconds',
      help: 'Time to answer, by lane (mcp, rest, operations, pages) and class of status.',
      labelNames: ['lane', 'status'] as const,
      buckets: BUCKETS,
      registers,
    }),
    toolCalls: new Histogram({
      name: 'botplay_tool_call_duration_seconds',
      help: 'Time of tool calls, by tool, transport and outcome (ok or an error code); waiting calls are left out.',
      labelNames: ['tool', 'transport', 'outcome'] as const,
      buckets: BUCKETS,
      registers,
    }),
    policyReports: new Counter({
      name: 'botplay_policy_reports_total',
      help: 'What browsers refused on our pages by the content policy, by directive.',
      labelNames: ['directive'] as const,
      registers,
    }),
    statements: new Counter({
      name: 'botplay_database_statements_total',
      help: 'Statements that this process has sent to the database, with those that begin and end a transaction.',
      registers,
    }),
    deadlines: new Histogram({
      name: 'botplay_deadline_lateness_seconds',
      help: 'How long after a deadline of a match its effect was stored, by the process that stored it.',
      buckets: LATENESS_BUCKETS,
      registers,
    }),
    partStatus: new Gauge({
      name: 'botplay_part_status',
      help: 'The status of a part of the site as this process measured it: 1 online, 0.5 degraded, 0 offline.',
      labelNames: ['part'] as const,
      registers,
    }),
    heapLimit: new Gauge({
      name: 'botplay_heap_limit_bytes',
      help: 'What the heap of this process may grow to: --max-old-space-size, or what V8 chose by the memory of the machine or container.',
      registers,
      collect() {
        this.set(v8.getHeapStatistics().heap_size_limit);
      },
    }),
    mails: new Counter({
      name: 'botplay_mails_total',
      help: 'Attempts to send mails, by what the mail is for and outcome (sent, retried, failed).',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    registers,
  };
}

/** The metrics of this process, shared by both lanes. */
export function metrics(): ReturnType<typeof makeMetrics> {
  return once('metrics', makeMetrics);
}

/** Registers a gauge that is read when the metrics are requested. Null, or a failure to read it, leaves out its value alone. */
export function observeGauge(name: string, help: string, read: () => number | null | Promise<number | null>): void {
  const { registers } = metrics();
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      const value = await readOrNull(name, read);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

/** One gauge that rejects would fail the whole answer, so that no alarm about a database that is away could ring. */
async function readOrNull(name: string, read: () => number | null | Promise<number | null>): Promise<number | null> {
  try {
    return await read();
  } catch (error) {
    log.debug({ err: error, gauge: name }, 'a gauge could not be read');
    return null;
  }
}

/** The figures of a registry. */
export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

type MetricSource = () => Promise<MetricValues>;

const sources = () => once('metrics.sources', () => new Set<MetricSource>());

/** Adds the figures of another process, whose labels say so, to those that this one answers with. Returns what removes them. */
export function addMetricSource(read: MetricSource): () => void {
  sources().add(read);
  return () => sources().delete(read);
}

/** The figures of this process and of those beside it. */
export async function measuredRegistry(): Promise<Registry> {
  const { registry } = metrics();
  if (sources().size === 0) return registry;
  const others = await Promise.all([...sources()].map((read) => read()));
  return AggregatorRegistry.aggregate([(await registry.getMetricsAsJSON()) as MetricValues, ...others]);
}
