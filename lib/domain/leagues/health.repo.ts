import { pool, sql } from '@/lib/data/database';
import { rowsOf } from '@/lib/data/rows';
import type { HealthCounts, HealthStatus, PlayerHealth } from './health.schema';

const ROWS = rowsOf<HealthCounts>('h', {
  league_uid: ['uuid', ({ leagueUid }) => leagueUid],
  player_id: ['text', ({ playerId }) => playerId],
  status: ['text', ({ status }) => status],
  sent: ['int', ({ sent }) => sent],
  answered: ['int', ({ answered }) => answered],
  faults: ['int', ({ faults }) => faults],
  last_answer_at: ['timestamptz', ({ lastAnswerAt }) => lastAnswerAt],
  last_latency_ms: ['int', ({ lastLatencyMs }) => lastLatencyMs],
  last_fault: ['text', ({ lastFault }) => lastFault],
  last_fault_at: ['timestamptz', ({ lastFaultAt }) => lastFaultAt],
});

/** A player whose status is another one than before. */
export interface ChangedStatus {
  leagueId: string;
  playerId: string;
  /** Null before its first message. */
  before: HealthStatus | null;
  status: HealthStatus;
}

/** Adds counts to those that are stored, by league and player. Returns the players whose status changed. One statement. */
export async function addHealth(counts: readonly HealthCounts[]): Promise<ChangedStatus[]> {
  return sql<ChangedStatus>(
    'leagues.add_health',
    `WITH before AS (
       SELECT o.league_uid, o.player_id, o.status FROM league_health o
       JOIN ${ROWS.from(1)} ON o.league_uid = h.league_uid AND o.player_id = h.player_id),
     added AS (
       INSERT INTO league_health AS o (league_uid, player_id, status, sent, answered, faults, last_answer_at, last_latency_ms,
         last_fault, last_fault_at)
       SELECT h.* FROM ${ROWS.from(1)} JOIN leagues l ON l.id = h.league_uid ORDER BY h.league_uid, h.player_id
       ON CONFLICT (league_uid, player_id) DO UPDATE SET status = EXCLUDED.status, sent = o.sent + EXCLUDED.sent,
         answered = o.answered + EXCLUDED.answered, faults = o.faults + EXCLUDED.faults,
         last_answer_at = COALESCE(EXCLUDED.last_answer_at, o.last_answer_at),
         last_latency_ms = COALESCE(EXCLUDED.last_latency_ms, o.last_latency_ms),
         last_fault = COALESCE(EXCLUDED.last_fault, o.last_fault),
         last_fault_at = COALESCE(EXCLUDED.last_fault_at, o.last_fault_at)
       RETURNING o.league_uid, o.player_id, o.status)
     SELECT l.league_id AS "leagueId", a.player_id AS "playerId", b.status AS before, a.status
     FROM added a JOIN leagues l ON l.id = a.league_uid
     LEFT JOIN before b ON b.league_uid = a.league_uid AND b.player_id = a.player_id
     WHERE b.status IS DISTINCT FROM a.status`,
    ROWS.values(counts),
  );
}

/** The health of the players of a league that were called or moved. One index scan. */
export async function findHealth(leagueUid: string): Promise<(PlayerHealth & { playerId: string })[]> {
  return sql<PlayerHealth & { playerId: string }>(
    'leagues.health',
    `SELECT player_id AS "playerId", status, sent, answered, faults, last_answer_at AS "lastAnswerAt",
       last_latency_ms AS "lastLatencyMs", last_fault AS "lastFault", last_fault_at AS "lastFaultAt"
     FROM league_health WHERE league_uid = $1`,
    [leagueUid],
    pool(),
  );
}
