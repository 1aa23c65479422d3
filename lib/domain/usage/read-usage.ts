import { z } from 'zod';
import { now } from '@/lib/core/clock';
import { type Histogram, percentile } from './histogram';
import { sumHours, sumModels, sumUsage, type UsageSums } from './usage.repo';
import { NO_EXPERIENCE } from './usage-counter';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The hours of a chart by hour. */
export const USAGE_HOURS = 24;

/** Sums in wire names. Tokens and cost are what agents reported; calls and times are what Botplay observed. */
const usageFiguresSchema = z.strictObject({
  calls: z.int().describe('Calls'),
  failed: z.int().describe('Those that failed'),
  steps: z.int().describe('Steps'),
  input_tokens: z.int().describe('Tokens that went into models, as the agents report'),
  output_tokens: z.int().describe('Tokens that came out of models, as the agents report'),
  cost_usd: z.number().describe('Cost in US dollars, as the agents report'),
  latency_ms: z
    .strictObject({
      p50: z.number().nullable().describe('Median; null without any'),
      p95: z.number().nullable().describe('95th percentile; null without any'),
    })
    .describe('How long the steps took'),
});
export type UsageFigures = z.infer<typeof usageFiguresSchema>;

/** The usage of an agent or with an experience. */
const usageLineSchema = usageFiguresSchema.extend({
  id: z.string().nullable().describe('Null for calls that concern no experience'),
  name: z.string().nullable().describe('Null when it was deleted'),
});
export type UsageLine = z.infer<typeof usageLineSchema>;

/** What agents reported for a model. */
const modelLineSchema = z.strictObject({
  provider: z.string().describe('Provider, as the agents report; empty without one'),
  model: z.string().describe('Model, as the agents report'),
  steps: z.int().describe('Steps'),
  input_tokens: z.int().describe('Tokens that went into it'),
  output_tokens: z.int().describe('Tokens that came out of it'),
  cost_usd: z.number().describe('Cost in US dollars'),
});
export type ModelLine = z.infer<typeof modelLineSchema>;

/** Usage of some days, in wire names. */
export const usageSchema = z.strictObject({
  total: usageFiguresSchema.describe('All days or hours together'),
  days: z
    .array(usageFiguresSchema.extend({ date: z.iso.date().describe('The day (UTC)') }))
    .describe('One for each day (UTC), the oldest first; empty by hour'),
  hours: z
    .array(usageFiguresSchema.extend({ hour: z.iso.datetime().describe('When the hour began') }))
    .describe('By hour: one for each of the last 24 hours, the oldest first; empty by day'),
  agents: z.array(usageLineSchema).describe('The most calls first'),
  experiences: z.array(usageLineSchema).describe('By experience, the most calls first'),
  models: z
    .array(modelLineSchema)
    .describe(
      'By model, the most tokens first, at most 50; steps that name no model are left out. They are summed by day (UTC): by hour those of yesterday and today',
    ),
});
export type Usage = z.infer<typeof usageSchema>;

const NOTHING: Pick<UsageSums, 'calls' | 'failed' | 'steps' | 'input_tokens' | 'output_tokens' | 'cost_usd'> = {
  calls: 0,
  failed: 0,
  steps: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost_usd: 0,
};

interface UsageOf {
  ownerId: string;
  agentId?: string | null;
  experienceId?: string | null;
}

/**
 * What the agents of an owner called and used in the last `days` days (UTC), also of one agent or with one experience. Two
 * queries over the stored sums of days, whose number does not depend on the number of calls. The last two seconds may be
 * missing.
 */
export async function readUsage(of: UsageOf & { days: number }): Promise<Usage> {
  const dates = Array.from({ length: of.days }, (_, index) =>
    new Date(now().getTime() - (of.days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const what = toSumsOf(of, dates[0] ?? '');
  const [rows, models] = await Promise.all([sumUsage(what), sumModels(what)]);
  const byDay = byTime(rows);
  return { ...toUsage(rows, models), days: dates.map((date) => ({ date, ...toFigures(byDay.get(date)) })), hours: [] };
}

/** The same by hour, for the last 24 hours, the present one included. Two queries. */
export async function readUsageByHour(of: UsageOf): Promise<Usage> {
  const present = Math.floor(now().getTime() / HOUR_MS);
  const hours = Array.from(
    { length: USAGE_HOURS },
    (_, index) => `${new Date((present - USAGE_HOURS + 1 + index) * HOUR_MS).toISOString().slice(0, 13)}:00:00Z`,
  );
  const since = hours[0] ?? '';
  const [rows, models] = await Promise.all([
    sumHours(toSumsOf(of, since)),
    sumModels(toSumsOf(of, since.slice(0, 10))),
  ]);
  const byHour = byTime(rows);
  return { ...toUsage(rows, models), days: [], hours: hours.map((hour) => ({ hour, ...toFigures(byHour.get(hour)) })) };
}

const toSumsOf = ({ ownerId, agentId = null, experienceId = null }: UsageOf, since: string) => ({
  ownerId,
  agentId,
  experienceId,
  since,
});

const byTime = (rows: readonly UsageSums[]) =>
  new Map(rows.flatMap((row) => (row.time === null ? [] : [[row.time, row]])));

function toUsage(rows: readonly UsageSums[], models: Awaited<ReturnType<typeof sumModels>>) {
  const isTotal = ({ time, agent_id, experience_id }: UsageSums) =>
    time === null && agent_id === null && experience_id === null;
  return {
    total: toFigures(rows.find(isTotal)),
    agents: rows.flatMap((row) => (row.agent_id === null ? [] : [toLine(row, row.agent_id)])),
    experiences: rows.flatMap((row) => (row.experience_id === null ? [] : [toLine(row, row.experience_id)])),
    models: models.map(({ name: model, provider, steps, input_tokens, output_tokens, cost_usd }) => ({
      ...{ provider, model, steps, input_tokens, output_tokens, cost_usd },
    })),
  };
}

/** The sum over no rows is null. */
function hasSums(row: UsageSums | undefined): row is UsageSums {
  return row !== undefined && row.calls !== null;
}

function toFigures(row: UsageSums | undefined): UsageFigures {
  const { calls, failed, steps, input_tokens, output_tokens, cost_usd } = hasSums(row) ? row : NOTHING;
  const durations: Histogram = hasSums(row) ? row.durations : [];
  const latency_ms = { p50: percentile(durations, 0.5), p95: percentile(durations, 0.95) };
  return { calls, failed, steps, input_tokens, output_tokens, cost_usd, latency_ms };
}

function toLine(row: UsageSums, id: string): UsageLine {
  return { id: id === NO_EXPERIENCE ? null : id, name: row.name, ...toFigures(row) };
}
