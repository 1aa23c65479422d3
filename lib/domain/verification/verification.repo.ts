import type { NewEvent, StreamEvent } from '@/lib/core/stream';
import { type Client, sql, transaction } from '@/lib/data/database';
import type { ExperienceKind, LiveStatus, VerificationStatus } from '@/lib/domain/catalog';
import { appendEvents } from '@/lib/events';
import { REMOTE_KIND_NAMES } from '@/lib/gateway';
import type { CheckReport, RunStatus, Trigger } from './verification.schema';

/** A run that stays longer than this without an end belongs to a process that died. */
const ABANDONED_AFTER = `interval '5 minutes'`;

export interface VerificationRow {
  [column: string]: unknown;
  id: string;
  experience_id: string;
  trigger: Trigger;
  status: RunStatus;
  checks: CheckReport[];
  started_at: Date;
  finished_at: Date | null;
}

/** What a verification reads of its experience. */
export interface SubjectRow {
  [column: string]: unknown;
  id: string;
  kind: ExperienceKind;
  manifest: Record<string, unknown>;
  tools: unknown;
  verification_status: VerificationStatus;
  updated_at: Date;
}

const streamOf = (experienceId: string) => `experience:${experienceId}`;

/**
 * Queues a run. One is enough: a run that is queued or under way is returned as it is, unless the experience was
 * updated, which makes a new one necessary.
 * @returns null when there is no such experience
 */
export async function insertRun(args: {
  id: string;
  experienceId: string;
  trigger: Trigger;
  isPending: boolean;
}): Promise<{
  row: VerificationRow;
  isNew: boolean;
  events: StreamEvent[];
} | null> {
  return transaction(async (client) => {
    const locked = await client.query('SELECT 1 FROM experiences WHERE id = $1 FOR UPDATE', [args.experienceId]);
    if (locked.rowCount === 0) return null;
    const running = args.trigger === 'update' ? undefined : await findUnderWay(client, args.experienceId);
    if (running) return { row: running, isNew: false, events: [] };
    const inserted = await client.query<VerificationRow>(
      `INSERT INTO verifications (id, experience_id, trigger, status) VALUES ($1, $2, $3, 'queued') RETURNING *`,
      [args.id, args.experienceId, args.trigger],
    );
    if (args.isPending) {
      await client.query(`UPDATE experiences SET verification_status = 'pending' WHERE id = $1`, [args.experienceId]);
    }
    const event: NewEvent = { type: 'verification_started', data: { verification_id: args.id, trigger: args.trigger } };
    const events = await appendEvents(client, streamOf(args.experienceId), [event]);
    return { row: inserted.rows[0] as VerificationRow, isNew: true, events };
  });
}

async function findUnderWay(client: Client, experienceId: string): Promise<VerificationRow | undefined> {
  const result = await client.query<VerificationRow>(
    `SELECT * FROM verifications
     WHERE experience_id = $1 AND status IN ('queued', 'running') AND started_at > now() - ${ABANDONED_AFTER}
     ORDER BY started_at DESC LIMIT 1`,
    [experienceId],
  );
  return result.rows[0];
}

/** Takes a queued run, or one whose process died, for this process. Nobody else gets it. */
export async function claimRun(id: string): Promise<VerificationRow | null> {
  const rows = await sql<VerificationRow>(
    'verification.claim',
    `UPDATE verifications SET status = 'running', started_at = now(), checks = '[]'
     WHERE id = $1 AND (status = 'queued' OR (status = 'running' AND started_at < now() - ${ABANDONED_AFTER}))
     RETURNING *`,
    [id],
  );
  return rows[0] ?? null;
}

export async function findSubject(experienceId: string): Promise<SubjectRow | null> {
  const rows = await sql<SubjectRow>(
    'verification.subject',
    'SELECT id, kind, manifest, tools, verification_status, updated_at FROM experiences WHERE id = $1',
    [experienceId],
  );
  return rows[0] ?? null;
}

/** Stores the checks so far and tells the last one to whoever watches. */
export async function storeChecks(run: VerificationRow, checks: readonly CheckReport[]): Promise<StreamEvent[]> {
  return transaction(async (client) => {
    await client.query('UPDATE verifications SET checks = $2 WHERE id = $1', [run.id, JSON.stringify(checks)]);
    const event: NewEvent = { type: 'verification_checked', data: { verification_id: run.id, ...checks.at(-1) } };
    return appendEvents(client, streamOf(run.experience_id), [event]);
  });
}

/** What a run changes on its experience. Absent fields stay as they are. */
export interface Verdict {
  verificationStatus: VerificationStatus | null;
  tools: unknown;
  toolsHash: string | null;
  info: unknown;
  live: LiveStatus | null;
}

/**
 * Ends a run. Its verdict counts only for the version of the experience that was checked.
 * @returns whether it counted, and the events to publish
 */
export async function finishRun(args: {
  run: VerificationRow;
  status: 'verified' | 'failed';
  checkedVersion: Date;
  verdict: Verdict;
}): Promise<{ counted: boolean; events: StreamEvent[] }> {
  const { run, status, verdict, checkedVersion } = args;
  return transaction(async (client) => {
    await client.query('UPDATE verifications SET status = $2, finished_at = now() WHERE id = $1', [run.id, status]);
    const updated = await client.query<{ verification_status: string }>(
      `UPDATE experiences
       SET verification_status = coalesce($3, verification_status),
           verified_at = CASE WHEN $3 IN ('verified', 'connectivity_verified') THEN now() ELSE verified_at END,
           tools = coalesce($4::jsonb, tools), tools_hash = coalesce($5, tools_hash), info = coalesce($6::jsonb, info),
           live_status = coalesce($7, live_status), current_players = coalesce($8, current_players),
           active_lobbies = coalesce($9, active_lobbies)
       WHERE id = $1 AND updated_at = $2 RETURNING verification_status`,
      [
        run.experience_id,
        checkedVersion,
        verdict.verificationStatus,
        verdict.tools === null ? null : JSON.stringify(verdict.tools),
        verdict.toolsHash,
        verdict.info === null ? null : JSON.stringify(verdict.info),
        verdict.live?.status ?? null,
        verdict.live?.current_players ?? null,
        verdict.live?.active_lobbies ?? null,
      ],
    );
    const current = updated.rows[0];
    const data = { verification_id: run.id, status, verification_status: current?.verification_status ?? null };
    const events = await appendEvents(client, streamOf(run.experience_id), [{ type: 'verification_finished', data }]);
    return { counted: current !== undefined, events };
  });
}

/** The newest run of an experience. */
export async function findLatest(experienceId: string): Promise<VerificationRow | null> {
  const rows = await sql<VerificationRow>(
    'verification.latest',
    'SELECT * FROM verifications WHERE experience_id = $1 ORDER BY started_at DESC, id DESC LIMIT 1',
    [experienceId],
  );
  return rows[0] ?? null;
}

/** Runs that nobody took: their process stopped before it could, or while it was at it. */
export async function listAbandoned(limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'verification.abandoned',
    `SELECT id FROM verifications
     WHERE (status = 'queued' AND started_at < now() - interval '15 seconds')
        OR (status = 'running' AND started_at < now() - ${ABANDONED_AFTER})
     ORDER BY started_at LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Remote experiences whose last run ended longer ago than a day. */
export async function listDue(limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'verification.due',
    `SELECT e.id FROM experiences e
     JOIN LATERAL (SELECT finished_at FROM verifications v WHERE v.experience_id = e.id
                   ORDER BY started_at DESC LIMIT 1) last ON true
     WHERE e.kind = ANY($2::text[]) AND last.finished_at < now() - interval '24 hours'
     ORDER BY last.finished_at LIMIT $1`,
    [limit, REMOTE_KIND_NAMES],
  );
  return rows.map(({ id }) => id);
}
