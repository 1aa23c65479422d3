import { toJsonb } from '@/lib/core/json';
import { experienceStream, type NewEvent, type StreamEvent } from '@/lib/core/stream';
import { type Client, sql, transaction } from '@/lib/data/database';
import { registerDeletion } from '@/lib/data/deletions';
import { registerExport } from '@/lib/data/exports';
import { presentAs, processHasGone } from '@/lib/data/presence';
import type { Row } from '@/lib/data/row';
import {
  type ExperienceKind,
  lockExperience,
  markPending,
  storeOutcome,
  type VerificationOutcome,
  type VerificationStatus,
} from '@/lib/domain/catalog';
import { appendEvents } from '@/lib/events';
import { REMOTE_KIND_NAMES } from '@/lib/gateway';
import type { CheckReport, RunStatus, SessionCall, SessionChange, ToolChange, Trigger } from './verification.schema';

/** A run that has not ended after this time belongs to a process that died. */
const ABANDONED_AFTER = `interval '5 minutes'`;
/** SQL that is true for a run whose process died: the database knows which are gone. @param run alias of the row */
const isAbandoned = (run: string): string =>
  `CASE WHEN ${run}.status <> 'running' THEN false
        WHEN ${run}.started_at < now() - ${ABANDONED_AFTER} THEN true
        ELSE ${processHasGone(`${run}.process`)} END`;

export type VerificationRow = Row<
  'Verification',
  | 'id'
  | 'experience_id'
  | 'trigger'
  | 'status'
  | 'checks'
  | 'seen_hash'
  | 'accepted_hash'
  | 'definition_changes'
  | 'session_changes'
  | 'started_at'
  | 'finished_at',
  {
    trigger: Trigger;
    status: RunStatus;
    checks: CheckReport[];
    definition_changes: ToolChange[];
    session_changes: SessionChange[];
  }
>;

/** What a verification reads of its experience. */
export type SubjectRow = Row<
  'Experience',
  'id' | 'kind' | 'interaction_model' | 'manifest' | 'tools' | 'verification_status' | 'updated_at',
  {
    kind: ExperienceKind;
    interaction_model: 'session' | 'proxy';
    manifest: Record<string, unknown>;
    verification_status: VerificationStatus;
  }
>;

/**
 * Queues a run. One is enough: a run that is queued or under way is returned as it is, unless the experience was
 * updated or its tools accepted, which makes a new one necessary.
 * @returns null when there is no such experience
 */
export async function insertRun(args: {
  id: string;
  experienceId: string;
  trigger: Trigger;
  acceptedHash: string | null;
  isPending: boolean;
}): Promise<{
  row: VerificationRow;
  isNew: boolean;
  events: StreamEvent[];
} | null> {
  return transaction(async (client) => {
    if (!(await lockExperience(client, args.experienceId))) return null;
    const isNew = args.trigger === 'update' || args.trigger === 'accept';
    const running = isNew ? undefined : await findUnderWay(client, args.experienceId);
    if (running) return { row: running, isNew: false, events: [] };
    const inserted = await client.query<VerificationRow>(
      `INSERT INTO verifications (id, experience_id, trigger, accepted_hash, status)
       VALUES ($1, $2, $3, $4, 'queued') RETURNING *`,
      [args.id, args.experienceId, args.trigger, args.acceptedHash],
    );
    if (args.isPending) await markPending(client, args.experienceId);
    const event: NewEvent = { type: 'verification_started', data: { verification_id: args.id, trigger: args.trigger } };
    const events = await appendEvents(client, experienceStream(args.experienceId), [event]);
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

/** Claims a queued run, or one whose process died, for this process. */
export async function claimRun(id: string): Promise<VerificationRow | null> {
  const rows = await sql<VerificationRow>(
    'verification.claim',
    `UPDATE verifications v SET status = 'running', started_at = now(), checks = '[]', process = $2
     WHERE id = $1 AND (status = 'queued' OR ${isAbandoned('v')})
     RETURNING *`,
    [id, presentAs()],
  );
  return rows[0] ?? null;
}

export async function findSubject(experienceId: string): Promise<SubjectRow | null> {
  const rows = await sql<SubjectRow>(
    'verification.subject',
    'SELECT id, kind, interaction_model, manifest, tools, verification_status, updated_at FROM experiences WHERE id = $1',
    [experienceId],
  );
  return rows[0] ?? null;
}

/** Whether an experience is played by other tools than these. False for one that cannot be played. */
export async function isPlayedByOtherTools(experienceId: string, hash: string): Promise<boolean> {
  const rows = await sql(
    'verification.other_tools',
    `SELECT 1 FROM experiences WHERE id = $1 AND tools_hash <> $2
       AND verification_status IN ('verified', 'connectivity_verified')`,
    [experienceId, hash],
  );
  return rows.length > 0;
}

/** Stores the checks so far, with an event for the last one; nothing when the experience was deleted meanwhile. */
export async function storeChecks(run: VerificationRow, checks: readonly CheckReport[]): Promise<StreamEvent[]> {
  return transaction(async (client) => {
    const stored = await client.query('UPDATE verifications SET checks = $2 WHERE id = $1', [run.id, toJsonb(checks)]);
    if (stored.rowCount === 0) return [];
    const event: NewEvent = { type: 'verification_checked', data: { verification_id: run.id, ...checks.at(-1) } };
    return appendEvents(client, experienceStream(run.experience_id), [event]);
  });
}

/**
 * Ends a run. Its outcome counts only for the version of the experience that was checked; nothing is stored when it was
 * deleted meanwhile. The experience is locked first, as for its deletion.
 * @returns whether it counted, and the events to publish
 */
export async function finishRun(args: {
  run: VerificationRow;
  status: 'verified' | 'failed';
  checkedVersion: Date;
  outcome: VerificationOutcome;
  seenHash: string | null;
  definitionChanges: readonly ToolChange[];
  sessionChanges: readonly SessionChange[];
  /** The trial session, recorded when the outcome counts and no session is recorded yet or `replaces` it. */
  session: { calls: readonly SessionCall[]; replaces: boolean } | null;
  /** Stores the notification of the publisher, in the same transaction, when the outcome counts. */
  notify: (client: Client) => Promise<void>;
}): Promise<{ counted: boolean; events: StreamEvent[] }> {
  const { run, status, checkedVersion, outcome, session, notify } = args;
  return transaction(async (client) => {
    if (!(await lockExperience(client, run.experience_id))) return { counted: false, events: [] };
    await client.query(
      `UPDATE verifications SET status = $2, finished_at = now(), seen_hash = $3, definition_changes = $4,
         session_changes = $5 WHERE id = $1`,
      [run.id, status, args.seenHash, toJsonb(args.definitionChanges), toJsonb(args.sessionChanges)],
    );
    const current = await storeOutcome(client, { experienceId: run.experience_id, checkedVersion, outcome });
    if (current !== null && session !== null) await storeGolden(client, run, session);
    if (current !== null) await notify(client);
    const data = { verification_id: run.id, status, verification_status: current };
    const events = await appendEvents(client, experienceStream(run.experience_id), [
      { type: 'verification_finished', data },
    ]);
    return { counted: current !== null, events };
  });
}

async function storeGolden(
  client: Client,
  run: VerificationRow,
  session: { calls: readonly SessionCall[]; replaces: boolean },
): Promise<void> {
  await client.query(
    `INSERT INTO golden_sessions (experience_id, verification_id, calls) VALUES ($1, $2, $3)
     ON CONFLICT (experience_id) DO UPDATE
       SET verification_id = EXCLUDED.verification_id, calls = EXCLUDED.calls, recorded_at = now() WHERE $4`,
    [run.experience_id, run.id, toJsonb(session.calls), session.replaces],
  );
}

type GoldenRow = Row<'GoldenSession', 'verification_id' | 'calls' | 'recorded_at', { calls: SessionCall[] }>;

/** The recorded first session of an experience, or null. */
export async function findGolden(experienceId: string): Promise<GoldenRow | null> {
  const rows = await sql<GoldenRow>(
    'verification.golden',
    'SELECT verification_id, calls, recorded_at FROM golden_sessions WHERE experience_id = $1',
    [experienceId],
  );
  return rows[0] ?? null;
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

/** A run that waits, with what decides when it runs. */
export type WaitingRun = Pick<SubjectRow, 'id' | 'kind' | 'manifest'> & {
  verification_id: string;
  trigger: Trigger;
};

/** Runs that no process runs any more: it stopped before or during the run, or had no room. One of each publisher in turn. */
export async function listAbandoned(limit: number, except: readonly string[]): Promise<WaitingRun[]> {
  return sql<WaitingRun>(
    'verification.abandoned',
    `SELECT v.id AS verification_id, v.trigger, e.id, e.kind, e.manifest
     FROM verifications v JOIN experiences e ON e.id = v.experience_id
     WHERE ((v.status = 'queued' AND v.started_at < now() - interval '15 seconds') OR ${isAbandoned('v')})
       AND e.id <> ALL ($2::uuid[])
     ORDER BY row_number() OVER (PARTITION BY coalesce(e.created_by_owner_id, e.created_by_agent_id)
                                 ORDER BY v.started_at), v.started_at LIMIT $1`,
    [limit, except],
  );
}

/** Runs of an experience that have ended, newest first. */
export async function listFinished(experienceId: string, limit: number): Promise<VerificationRow[]> {
  return sql<VerificationRow>(
    'verification.finished',
    `SELECT * FROM verifications WHERE experience_id = $1 AND finished_at IS NOT NULL
     ORDER BY started_at DESC, id DESC LIMIT $2`,
    [experienceId, limit],
  );
}

/**
 * Remote experiences whose last run ended longer ago than a day, and those without a run: their process died before it. Those
 * of `except` are left out.
 */
export async function listDue(limit: number, except: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    'verification.due',
    `SELECT e.id FROM experiences e
     LEFT JOIN LATERAL (SELECT id, finished_at FROM verifications v WHERE v.experience_id = e.id
                        ORDER BY started_at DESC LIMIT 1) last ON true
     WHERE e.kind = ANY($2::text[]) AND e.id <> ALL ($3::uuid[])
       AND (last.finished_at < now() - interval '24 hours'
         OR (last.id IS NULL AND e.created_at < now() - interval '1 minute'))
     ORDER BY last.finished_at NULLS FIRST LIMIT $1`,
    [limit, REMOTE_KIND_NAMES, except],
  );
  return rows.map(({ id }) => id);
}

registerDeletion('verification', {
  async deleteForExperience(client, experienceId) {
    await client.query('DELETE FROM verifications WHERE experience_id = $1', [experienceId]);
    await client.query('DELETE FROM golden_sessions WHERE experience_id = $1', [experienceId]);
  },
});

registerExport('verification', {
  'experiences/verifications': {
    about: 'Verifications of published experiences.',
    rows: `SELECT v.id, v.experience_id, v.trigger, v.status, v.checks, v.started_at, v.finished_at
      FROM verifications v JOIN experiences x ON x.id = v.experience_id
      WHERE x.created_by_owner_id = $1 OR x.created_by_agent_id = ANY ($2)`,
  },
});
