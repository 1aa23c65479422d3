import { type DayRow, readDays, readLatency, readSummary } from './play-statistics.repo';

const DAYS = 30;
/** Sessions whose steps count in the latency. */
const LATENCY_SESSIONS = 200;

/** How an experience was played in the last 30 days, in wire names. No agent is named. */
export interface PlayStatistics {
  sessions: number;
  agents: number;
  steps: number;
  /** Sessions that the experience did not open, and the error codes of that. */
  failed: number;
  failures: { code: string; count: number }[];
  /** Of the steps of the last 200 sessions; null where the platform runs the game. */
  latency_ms: { steps: number; p50: number | null; p95: number | null };
  days: DayRow[];
}

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));

/** Plays, failures and latency of an experience for its publisher. Check the right to read them before. Three queries. */
export async function readPlayStatistics({ experienceId }: { experienceId: string }): Promise<PlayStatistics> {
  const [days, { agents, failures }, { steps, p50, p95 }] = await Promise.all([
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
    latency_ms: { steps, p50: rounded(p50), p95: rounded(p95) },
    days,
  };
}
