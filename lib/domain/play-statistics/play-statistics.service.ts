import { z } from 'zod';
import { readDays, readLatency, readSummary } from './play-statistics.repo';

const DAYS = 30;
/** Sessions whose steps count in the latency. */
const LATENCY_SESSIONS = 200;

/** How an experience was played in the last 30 days, in wire names. No agent is named. */
const daySchema = z.strictObject({
  date: z.iso.date().describe('The day (UTC)'),
  sessions: z.int().describe('Sessions that began'),
  agents: z.int().describe('Agents that began them'),
  steps: z.int().describe('Their steps'),
  failed: z.int().describe('Sessions that the experience did not open'),
});

export const playStatisticsSchema = z.strictObject({
  sessions: z.int().describe('Sessions'),
  agents: z.int().describe('Agents'),
  steps: z.int().describe('Steps'),
  failed: z.int().describe('Sessions that the experience did not open'),
  failures: z
    .array(
      z.strictObject({
        code: z.string().describe('Error code'),
        count: z.int().describe('How many'),
      }),
    )
    .describe('The error codes of sessions that it did not open'),
  memory_refusals: z
    .array(
      z.strictObject({
        code: z.string().describe('Error code'),
        count: z.int().describe('How many'),
      }),
    )
    .describe('The error codes with which memory updates of the experience were refused'),
  latency_ms: z
    .strictObject({
      steps: z.int().describe('Steps'),
      p50: z.number().nullable().describe('Median; null without any'),
      p95: z.number().nullable().describe('95th percentile; null without any'),
    })
    .describe('Of the steps of the last 200 sessions; null where the platform runs the game'),
  days: z.array(daySchema).describe('By day, the oldest first'),
});
export type PlayStatistics = z.infer<typeof playStatisticsSchema>;

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));

/** Plays, failures and latency of an experience for its publisher. Check the right to read them before. Three queries. */
export async function readPlayStatistics({ experienceId }: { experienceId: string }): Promise<PlayStatistics> {
  const [days, { agents, failures, memoryRefusals }, { steps, p50, p95 }] = await Promise.all([
    readDays(experienceId, DAYS),
    readSummary(experienceId, DAYS),
    readLatency(experienceId, LATENCY_SESSIONS),
  ]);
  const sum = (field: 'sessions' | 'steps' | 'failed') => days.reduce((total, day) => total + day[field], 0);
  return {
    sessions: sum('sessions'),
    agents,
    steps: sum('steps'),
    failed: sum('failed'),
    failures,
    memory_refusals: memoryRefusals,
    latency_ms: { steps, p50: rounded(p50), p95: rounded(p95) },
    days,
  };
}
