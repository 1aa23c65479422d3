import { registerCleanup } from '@/lib/core/cleanup';
import { now } from '@/lib/core/clock';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { registerRetention } from '@/lib/core/retention';
import { bucketOf, emptyHistogram, type Histogram } from './histogram';
import {
  addBatch,
  type CostRow,
  deleteBatchesBefore,
  deleteDaysBefore,
  deleteHoursBefore,
  deleteModelDaysBefore,
  findExperiencesOf,
  type HourRow,
  isDataException,
  type ModelDayRow,
  type ModelRow,
  type UsageRow,
} from './usage.repo';

/** How long counts are collected before they are written. */
const FLUSH_AFTER_MS = 2_000;
/** Counts kept while the database is away; what comes then is not counted. */
const MAX_ENTRIES = 20_000;
const HOUR_MS = 3_600_000;
/** How long sums by hour are kept. */
const HOURS_KEPT_MS = 8 * 24 * HOUR_MS;
/** How long ids of batches are kept: far longer than one is sent again after the database is back. */
const BATCHES_KEPT_MS = 24 * HOUR_MS;

/** The experience of calls that concern none. */
export const NO_EXPERIENCE = '00000000-0000-0000-0000-000000000000';

/** Counts of one agent in one hour, of an experience or of a session whose experience is looked up when they are written. */
interface Counts {
  agentId: string;
  hour: string;
  experienceId: string | null;
  sessionId: string | null;
  calls: number;
  failed: number;
  steps: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  durationMs: number;
  durations: Histogram;
}

type Sums = Omit<Counts, 'agentId' | 'hour' | 'experienceId' | 'sessionId'>;

/** What was counted in a time, and is written together. */
interface Counted {
  counts: Map<string, Counts>;
  models: Map<string, ModelRow>;
  modelDays: Map<string, ModelDayRow>;
  /** By session. */
  costs: Map<string, CostRow>;
}

const nothingCounted = (): Counted => ({
  counts: new Map(),
  models: new Map(),
  modelDays: new Map(),
  costs: new Map(),
});

/** The same, to be stored once. */
interface Batch extends Counted {
  id: string;
}

interface Counter {
  counted: Counted;
  /** Batches that are not known to be stored, the oldest first; they are sent again before what is counted meanwhile. */
  unstored: Batch[];
  timer: NodeJS.Timeout | null;
  writing: Promise<void> | null;
}

const counter = () =>
  once<Counter>('usage', () => ({ counted: nothingCounted(), unstored: [], timer: null, writing: null }));

const NOTHING = { steps: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

let namedHour = { number: -1, text: '' };

/** `2026-11-22T14:00:00Z`, UTC. Written once an hour, because every call asks for it. */
function thisHour(): string {
  const at = now();
  const number = Math.floor(at.getTime() / HOUR_MS);
  if (number !== namedHour.number) namedHour = { number, text: `${at.toISOString().slice(0, 13)}:00:00Z` };
  return namedHour.text;
}

/** The day (UTC) of an hour. */
const dayOf = (hour: string) => hour.slice(0, 10);

/**
 * Counts a call for the owner's charts. Never waits and never fails: counts are added up in memory and written behind the
 * answers. The experience is the one that the call named; without it, that of the session.
 */
export function countCall(call: {
  agentId: string;
  worked: boolean;
  durationMs: number;
  sessionId: string | null;
  experienceId: string | null;
}): void {
  // A failed call may name an experience that does not exist.
  const counts = countsOf(call.agentId, call.worked ? call.experienceId : null, call.sessionId);
  if (!counts) return;
  counts.calls++;
  if (!call.worked) counts.failed++;
  counts.durationMs += call.durationMs;
  const bucket = bucketOf(call.durationMs);
  counts.durations[bucket] = (counts.durations[bucket] ?? 0) + 1;
}

/** Counts what an agent reported with a step, or at the end of a session. Never waits and never fails. */
export function countReport(report: {
  agentId: string;
  experienceId: string;
  sessionId: string;
  isStep: boolean;
  usage?: { input_tokens?: number; output_tokens?: number; cost_usd_estimate?: number };
  model?: { model_provider?: string; model_name?: string };
}): void {
  const { agentId, experienceId, sessionId, isStep, usage, model } = report;
  const counts = countsOf(agentId, experienceId, null);
  if (!counts) return;
  if (isStep) counts.steps++;
  counts.inputTokens += usage?.input_tokens ?? 0;
  counts.outputTokens += usage?.output_tokens ?? 0;
  counts.costUsd += usage?.cost_usd_estimate ?? 0;
  if (usage?.cost_usd_estimate !== undefined)
    countCost({ agentId, experienceId, sessionId, costUsd: usage.cost_usd_estimate });
  if (model?.model_name) {
    const named = { agentId, experienceId, isStep, provider: model.model_provider ?? '', name: model.model_name };
    countModel(named);
    countModelDay(named, usage);
  }
}

type NamedModel = Parameters<typeof countModel>[0];

function countModelDay(
  { agentId, experienceId, isStep, provider, name }: NamedModel,
  usage: { input_tokens?: number; output_tokens?: number; cost_usd_estimate?: number } = {},
): void {
  const { modelDays } = counter().counted;
  const day = dayOf(thisHour());
  const key = JSON.stringify([agentId, day, experienceId, provider, name]);
  const pending = modelDays.get(key);
  if (!pending && modelDays.size >= MAX_ENTRIES) return;
  const before = pending ?? { agentId, day, experienceId, provider, name, ...NOTHING };
  modelDays.set(key, {
    ...before,
    steps: before.steps + (isStep ? 1 : 0),
    inputTokens: before.inputTokens + (usage.input_tokens ?? 0),
    outputTokens: before.outputTokens + (usage.output_tokens ?? 0),
    costUsd: before.costUsd + (usage.cost_usd_estimate ?? 0),
  });
}

function countCost(cost: Omit<CostRow, 'lastAt'>): void {
  const { costs } = counter().counted;
  const pending = costs.get(cost.sessionId);
  if (!pending && costs.size >= MAX_ENTRIES) return;
  costs.set(cost.sessionId, { ...cost, costUsd: cost.costUsd + (pending?.costUsd ?? 0), lastAt: now() });
}

function countModel(of: {
  agentId: string;
  experienceId: string;
  isStep: boolean;
  provider: string;
  name: string;
}): void {
  const { agentId, experienceId, isStep, provider, name } = of;
  const { models } = counter().counted;
  const key = JSON.stringify([agentId, experienceId, provider, name]);
  const pending = models.get(key);
  const at = now();
  if (pending) {
    pending.steps += isStep ? 1 : 0;
    pending.lastAt = at;
  } else if (models.size < MAX_ENTRIES)
    models.set(key, { agentId, experienceId, provider, name, steps: isStep ? 1 : 0, lastAt: at });
}

function countsOf(agentId: string, experienceId: string | null, sessionId: string | null): Counts | null {
  const { counts } = counter().counted;
  const hour = thisHour();
  const session = experienceId === null ? sessionId : null;
  const key = `${agentId} ${hour} ${experienceId ?? ''} ${session ?? ''}`;
  const pending = counts.get(key);
  if (pending) return pending;
  if (counts.size >= MAX_ENTRIES) return null;
  const fresh: Counts = {
    agentId,
    hour,
    experienceId,
    sessionId: session,
    calls: 0,
    failed: 0,
    steps: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    durationMs: 0,
    durations: emptyHistogram(),
  };
  counts.set(key, fresh);
  schedule();
  return fresh;
}

/** Writes everything that was counted until now; for a clean stop and for tests. */
export async function flushUsage(): Promise<void> {
  const self = counter();
  if (self.timer) clearTimeout(self.timer);
  self.timer = null;
  if (self.writing) await self.writing;
  if (self.counted.counts.size === 0 && self.unstored.length === 0) return;
  self.writing ??= write(self).finally(() => {
    self.writing = null;
    if (self.counted.counts.size > 0 || self.unstored.length > 0) schedule();
  });
  await self.writing;
}

async function write(self: Counter): Promise<void> {
  const { unstored } = self;
  for (;;) {
    const [batch] = unstored;
    if (batch) {
      const parts = await store(batch);
      if (!parts) return;
      unstored.splice(0, 1, ...parts);
    } else if (self.counted.counts.size > 0) {
      unstored.push({ id: newId(), ...self.counted });
      self.counted = nothingCounted();
    } else return;
  }
}

/**
 * Stores a batch. Returns what is to be stored in its place: nothing, or the counts of each agent alone where the database refuses
 * those of one. Null when it has to be sent again.
 */
async function store(batch: Batch): Promise<Batch[] | null> {
  try {
    const hours = await toHours([...batch.counts.values()]);
    await addBatch({
      id: batch.id,
      days: toDays(hours),
      hours,
      models: [...batch.models.values()],
      modelDays: [...batch.modelDays.values()],
      costs: [...batch.costs.values()],
    });
    return [];
  } catch (error) {
    const parts = isDataException(error) ? partsByAgent(batch) : null;
    if (parts?.length === 1) {
      log.error({ err: error, agent_id: parts[0]?.counts.values().next().value?.agentId }, 'usage was refused');
      return [];
    }
    if (!parts) log.warn({ err: error, counts: batch.counts.size }, 'usage could not be stored; trying again');
    return parts;
  }
}

function partsByAgent(batch: Batch): Batch[] {
  const agentIds = new Set([...batch.counts.values()].map(({ agentId }) => agentId));
  return [...agentIds].map((agentId) => {
    const own = <Row extends { agentId: string }>(rows: ReadonlyMap<string, Row>) =>
      new Map([...rows].filter(([, row]) => row.agentId === agentId));
    const { counts, models, modelDays, costs } = batch;
    return { id: newId(), counts: own(counts), models: own(models), modelDays: own(modelDays), costs: own(costs) };
  });
}

/** The counts by agent, hour and experience; those of sessions are added to their experience. */
async function toHours(counts: readonly Counts[]): Promise<HourRow[]> {
  const experienceOf = await findExperiencesOf(counts.flatMap(({ sessionId }) => sessionId ?? []));
  const rows = new Map<string, HourRow>();
  for (const { sessionId, experienceId: named, ...count } of counts) {
    const session = sessionId === null ? undefined : experienceOf.get(sessionId);
    const experienceId = named ?? (session?.agentId === count.agentId ? session.experienceId : NO_EXPERIENCE);
    const key = `${count.agentId} ${count.hour} ${experienceId}`;
    const row = rows.get(key);
    rows.set(key, addUp({ ...count, experienceId }, row));
  }
  return [...rows.values()];
}

/** The sums of hours by day. */
function toDays(hours: readonly HourRow[]): UsageRow[] {
  const rows = new Map<string, UsageRow>();
  for (const { hour, ...count } of hours) {
    const day = dayOf(hour);
    const key = `${count.agentId} ${day} ${count.experienceId}`;
    rows.set(key, addUp({ ...count, day }, rows.get(key)));
  }
  return [...rows.values()];
}

function addUp<T extends Sums>(row: T, more: Sums | undefined): T {
  if (!more) return row;
  return {
    ...row,
    calls: row.calls + more.calls,
    failed: row.failed + more.failed,
    steps: row.steps + more.steps,
    inputTokens: row.inputTokens + more.inputTokens,
    outputTokens: row.outputTokens + more.outputTokens,
    costUsd: row.costUsd + more.costUsd,
    durationMs: row.durationMs + more.durationMs,
    durations: row.durations.map((count, bucket) => count + (more.durations[bucket] ?? 0)),
  };
}

registerRetention('usage_days', deleteDaysBefore);
registerRetention('model_days', deleteModelDaysBefore);
registerCleanup({
  name: 'usage_hours',
  removeBatch: (limit) => deleteHoursBefore(new Date(now().getTime() - HOURS_KEPT_MS), limit),
});

registerCleanup({
  name: 'usage_batches',
  removeBatch: (limit) => deleteBatchesBefore(new Date(now().getTime() - BATCHES_KEPT_MS), limit),
});

function schedule(): void {
  const self = counter();
  if (self.timer || self.writing) return;
  self.timer = setTimeout(() => {
    self.timer = null;
    void flushUsage();
  }, FLUSH_AFTER_MS);
  self.timer.unref();
}
