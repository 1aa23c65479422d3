import { now } from '@/lib/core/clock';
import { type Histogram, percentile } from './histogram';
import { sumUsage, type UsageSums } from './usage.repo';
import { NO_EXPERIENCE } from './usage-counter';

const DAY_MS = 24 * 3_600_000;

/** Sums in wire names. Tokens and cost are what agents reported; calls and times are what Botplay observed. */
export interface UsageFigures {
  calls: number;
  failed: number;
  steps: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  latency_ms: { p50: number | null; p95: number | null };
}

/** The usage of an agent or with an experience. */
export type UsageLine = UsageFigures & {
  /** Null for calls that concern no experience. */
  id: string | null;
  /** Null when it was deleted. */
  name: string | null;
};

/** Usage of some days, in wire names. */
export interface Usage {
  total: UsageFigures;
  /** One for each day (UTC), the oldest first. */
  days: (UsageFigures & { date: string })[];
  /** The most calls first. */
  agents: UsageLine[];
  experiences: UsageLine[];
}

const NOTHING: Pick<UsageSums, 'calls' | 'failed' | 'steps' | 'input_tokens' | 'output_tokens' | 'cost_usd'> = {
  calls: 0,
  failed: 0,
  steps: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost_usd: 0,
};

/**
 * What the agents of an owner called and used in the last `days` days (UTC), also of one agent or with one experience. One
 * query over the stored sums of days, whose number does not depend on the number of calls. The last two seconds may be
 * missing.
 */
export async function readUsage(of: {
  ownerId: string;
  agentId?: string | null;
  experienceId?: string | null;
  days: number;
}): Promise<Usage> {
  const dates = Array.from({ length: of.days }, (_, index) =>
    new Date(now().getTime() - (of.days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const rows = await sumUsage({
    ownerId: of.ownerId,
    agentId: of.agentId ?? null,
    experienceId: of.experienceId ?? null,
    since: dates[0] ?? '',
  });
  const byDay = new Map(rows.flatMap((row) => (row.day === null ? [] : [[row.day, row]])));
  const isTotal = ({ day, agent_id, experience_id }: UsageSums) =>
    day === null && agent_id === null && experience_id === null;
  return {
    total: toFigures(rows.find(isTotal)),
    days: dates.map((date) => ({ date, ...toFigures(byDay.get(date)) })),
    agents: rows.flatMap((row) => (row.agent_id === null ? [] : [toLine(row, row.agent_id)])),
    experiences: rows.flatMap((row) => (row.experience_id === null ? [] : [toLine(row, row.experience_id)])),
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
