import { z } from 'zod';

/**
 * How a player answers: in time; later than half of its time; wrongly; a request not at all; or no connection can be made.
 */
export const HEALTH_STATUSES = ['answers', 'slow', 'faulty', 'silent', 'unreachable'] as const;
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

/** What is known of the answers of a player. */
export interface PlayerHealth {
  status: HealthStatus;
  /** Messages that were sent to its endpoint, and how many it answered. */
  sent: number;
  answered: number;
  /** Answers that did not count, requests without an answer, and connections that could not be made. */
  faults: number;
  lastAnswerAt: Date | null;
  /** From the message to its answer; null for a player that calls. */
  lastLatencyMs: number | null;
  lastFault: string | null;
  lastFaultAt: Date | null;
}

/** What happened with a player since the counts were written. */
export interface HealthCounts extends PlayerHealth {
  leagueUid: string;
  playerId: string;
}

/** How a player answers, in wire names, for its organizer and for itself. */
export const healthSchema = z.strictObject({
  player_id: z.string().describe('The player'),
  status: z
    .enum(HEALTH_STATUSES)
    .describe('answers; slow: later than half of its time; faulty; silent: a request had no answer; unreachable'),
  sent: z.int().describe('Messages that were sent to its endpoint'),
  answered: z.int().describe('How many of them it answered'),
  faults: z.int().describe('Answers that did not count, requests without an answer, and failed connections'),
  last_answer_at: z.iso.datetime().nullable().describe('When it last answered, or moved by itself'),
  last_latency_ms: z.int().nullable().describe('From the message to that answer; null for a player that calls'),
  last_fault: z.string().nullable().describe('Its last fault: timeout, invalid_move, unreachable, …'),
  last_fault_at: z.iso.datetime().nullable().describe('When that was'),
});
export type HealthRecord = z.infer<typeof healthSchema>;
