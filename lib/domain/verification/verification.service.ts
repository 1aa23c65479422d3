import pLimit from 'p-limit';
import { iso } from '@/lib/core/clock';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import {
  announceChange,
  PLAYABLE_STATUSES,
  UNVERIFIABLE_KINDS,
  type VerificationOutcome,
  type VerificationStatus,
} from '@/lib/domain/catalog';
import { publish } from '@/lib/events';
import { type ExperienceTarget, isRemoteKind, protocolOf, targetOf, type UpstreamTool } from '@/lib/gateway';
import { CHECKS, type Check, callsExperienceTools, type Subject } from './checks';
import {
  claimRun,
  findLatest,
  findSubject,
  finishRun,
  insertRun,
  listAbandoned,
  listDue,
  type SubjectRow,
  storeChecks,
  type VerificationRow,
} from './verification.repo';
import type { CheckReport, Trigger, VerificationReport } from './verification.schema';
import { verifierClient } from './verifier-client';

const MAX_CONCURRENT = 4;
/** Runs that one sweep starts. */
const MAX_SWEEP = 20;

interface RunQueue {
  limit: ReturnType<typeof pLimit>;
  running: Set<Promise<void>>;
}

const queue = () => once<RunQueue>('verification.work', () => ({ limit: pLimit(MAX_CONCURRENT), running: new Set() }));

function toReport(row: VerificationRow): VerificationReport {
  return {
    verification_id: row.id,
    experience_id: row.experience_id,
    trigger: row.trigger,
    status: row.status,
    checks: row.checks,
    started_at: iso(row.started_at),
    finished_at: row.finished_at === null ? null : iso(row.finished_at),
  };
}

/**
 * Starts a verification: immediately in this process; another process continues the stored run if this one dies.
 * The run is followed on the stream `experience:<id>`: verification_started, verification_checked,
 * verification_finished. A verified experience stays playable while it is checked again.
 * Specification: gateway-tool-contract.md, Verification.
 * @throws NOT_FOUND; INVALID_STATE for what needs no verification
 */
export async function startVerification(args: { experienceId: string; trigger: Trigger }): Promise<VerificationReport> {
  const subject = await findSubject(args.experienceId);
  if (!subject) throw new AppError('NOT_FOUND', 'There is no experience with this id.');
  const unverifiable = UNVERIFIABLE_KINDS.get(subject.kind);
  if (unverifiable) throw new AppError('INVALID_STATE', unverifiable);
  const staysPlayable = PLAYABLE_STATUSES.includes(subject.verification_status);
  const queued = await insertRun({ id: newId(), ...args, isPending: !staysPlayable });
  if (!queued) throw new AppError('NOT_FOUND', 'There is no experience with this id.');
  if (queued.isNew) {
    publish(queued.events);
    await announceChange(args.experienceId);
    runInBackground(queued.row.id);
  }
  return toReport(queued.row);
}

/** Runs a stored verification in the background; `waitForVerifications` waits for it. */
function runInBackground(id: string): void {
  const { limit, running } = queue();
  const run = limit(() => runVerification(id)).catch((error: unknown) => {
    log.error({ err: error, verification: id }, 'could not run a verification');
  });
  running.add(run);
  void run.finally(() => running.delete(run));
}

/** Resolves when this process runs no verification: for a clean stop and for tests. */
export async function waitForVerifications(): Promise<void> {
  while (queue().running.size > 0) await Promise.all(queue().running);
}

/** The newest verification of an experience, or null. */
export async function latestVerification({
  experienceId,
}: {
  experienceId: string;
}): Promise<VerificationReport | null> {
  const row = await findLatest(experienceId);
  return row ? toReport(row) : null;
}

/**
 * Continues runs whose process died, and verifies experiences whose last verification is a day old.
 * @returns how many were started
 */
export async function sweepVerifications(): Promise<number> {
  const abandoned = await listAbandoned(MAX_SWEEP);
  for (const id of abandoned) runInBackground(id);
  const due = await listDue(MAX_SWEEP);
  for (const experienceId of due) await startVerification({ experienceId, trigger: 'schedule' });
  return abandoned.length + due.length;
}

/** Runs the checks of one stored run, unless another process runs them. */
export async function runVerification(id: string): Promise<void> {
  const run = await claimRun(id);
  if (!run) return;
  const row = await findSubject(run.experience_id);
  if (!row || !isRemoteKind(row.kind)) return;
  const subject = toSubject(run, row, targetOf({ ...row, kind: row.kind }));
  try {
    const checks = await runChecks(run, subject);
    await storeRunOutcome(run, row, subject, checks);
  } finally {
    await subject.client.close();
  }
}

function toSubject(run: VerificationRow, row: SubjectRow, target: ExperienceTarget): Subject {
  return {
    experienceId: row.id,
    manifest: row.manifest,
    target,
    protocol: protocolOf(target.kind, row.interaction_model),
    trigger: run.trigger,
    knownTools: Array.isArray(row.tools) ? (row.tools as UpstreamTool[]) : null,
    client: verifierClient(target),
    learned: {
      tools: null,
      toolsHash: null,
      info: null,
      live: null,
      requiresCredentials: false,
      isUnreachable: false,
      hasChanged: false,
    },
  };
}

async function runChecks(run: VerificationRow, subject: Subject): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  for (const check of CHECKS) {
    const report = reports.some(({ outcome }) => outcome === 'failed')
      ? skippedReport(check, 'An earlier check failed.')
      : await runCheck(check, subject);
    reports.push(report);
    publish(await storeChecks(run, reports));
  }
  return reports;
}

function skippedReport(check: Check, message: string): CheckReport {
  return { check: check.name, outcome: 'skipped', duration_ms: 0, message, upstream: null };
}

async function runCheck(check: Check, subject: Subject): Promise<CheckReport> {
  if (subject.protocol === 'tools' && callsExperienceTools(check.name)) {
    return skippedReport(check, 'Agents call the own tools of this server.');
  }
  if (subject.learned.requiresCredentials && callsExperienceTools(check.name)) {
    return skippedReport(check, 'The server answers only agents with stored credentials.');
  }
  const startedMs = performance.now();
  const finding = await check.run(subject);
  return {
    check: check.name,
    outcome: finding.outcome,
    duration_ms: Math.round((performance.now() - startedMs) * 10) / 10,
    message: finding.message,
    upstream: finding.upstream ?? null,
  };
}

/** The outcome of the checks. A scheduled run of an unreachable server changes its live status only. */
function outcomeOf(run: VerificationRow, subject: Subject, passed: boolean): VerificationOutcome {
  const { learned } = subject;
  const isDown = run.trigger === 'schedule' && learned.isUnreachable;
  const failure: VerificationStatus = learned.hasChanged ? 'unverified' : 'failed';
  const isTried = subject.protocol === 'experience' && !learned.requiresCredentials;
  const success: VerificationStatus = isTried ? 'verified' : 'connectivity_verified';
  return {
    verificationStatus: isDown ? null : passed ? success : failure,
    tools: passed ? learned.tools : null,
    toolsHash: passed ? learned.toolsHash : null,
    info: learned.info,
    live: learned.live ?? (learned.isUnreachable ? { status: 'offline', current_players: 0, active_lobbies: 0 } : null),
  };
}

async function storeRunOutcome(
  run: VerificationRow,
  row: SubjectRow,
  subject: Subject,
  checks: readonly CheckReport[],
): Promise<void> {
  const passed = checks.every(({ outcome }) => outcome !== 'failed');
  const { events, counted } = await finishRun({
    run,
    status: passed ? 'verified' : 'failed',
    checkedVersion: row.updated_at,
    outcome: outcomeOf(run, subject, passed),
  });
  await announceChange(row.id);
  publish(events);
  if (!counted)
    log.info({ experience: row.id }, 'an experience changed during its verification; the outcome was discarded');
}
