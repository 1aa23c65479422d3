import { iso } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { AppError } from '@/lib/core/errors';
import { fairQueue } from '@/lib/core/fair-queue';
import { once } from '@/lib/core/globals';
import { newId, type OwnerId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import type { Queryable } from '@/lib/data/database';
import {
  announceChange,
  findPublishingOwner,
  PLAYABLE_STATUSES,
  UNVERIFIABLE_KINDS,
  type VerificationOutcome,
  type VerificationStatus,
} from '@/lib/domain/catalog';
import { shareOf } from '@/lib/domain/limits';
import { announceNotices, notifyOwner } from '@/lib/domain/notifications';
import { publish } from '@/lib/events';
import { type ExperienceTarget, isRemoteKind, targetOf, type UpstreamTool } from '@/lib/gateway';
import type { Subject } from './checks';
import { newSubject, runChecks } from './run-checks';
import { hashTools } from './tool-changes';
import { asStored } from './usable-tools';
import {
  claimRun,
  findGolden,
  findLatest,
  findSubject,
  finishRun,
  insertRun,
  isPlayedByOtherTools,
  listAbandoned,
  listDue,
  listFinished,
  type SubjectRow,
  storeChecks,
  type VerificationRow,
} from './verification.repo';
import type {
  CheckReport,
  GoldenSession,
  SessionCall,
  StartTrigger,
  Trigger,
  VerificationReport,
} from './verification.schema';

/** Runs that one sweep starts. */
const MAX_SWEEP = 20;

/**
 * The runs of this process; the second key is the host. A place is reserved for first verifications, so that a new experience
 * does not wait for the repeated ones. A run that does not fit in the queue waits as a row for the next sweep.
 */
const runs = () =>
  fairQueue({
    name: 'verification',
    what: 'verifications',
    maxRunning: 16,
    reserved: 8,
    maxRunningPerKey: 4,
    maxRunningPerSecondKey: 2,
    maxWaitingPerKey: 200,
    timeoutMs: 60_000,
  });

/** Background runs of this process that run or wait, by their id. */
const background = () => once('verification.background', () => new Map<string, Promise<void>>());

/** Details that checks of earlier versions did not store. */
const NO_DETAILS = { expected: null, remedy: null, exchanges: [] };

function toReport(row: VerificationRow): VerificationReport {
  return {
    verification_id: row.id,
    experience_id: row.experience_id,
    trigger: row.trigger,
    status: row.status,
    checks: row.checks.map((check) => ({ ...NO_DETAILS, ...check })),
    tools_hash: row.seen_hash,
    definition_changes: row.definition_changes,
    session_changes: row.session_changes,
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
export async function startVerification(args: {
  experienceId: string;
  trigger: StartTrigger;
  /** Whose share of the places it uses; by default that of the publisher. */
  share?: string;
}): Promise<VerificationReport> {
  return queueRun({ ...args, acceptedHash: null });
}

/** Verifies a manifest that is new, when there is anything to verify. Returns what it was given. */
export async function verifyManifest<Details extends { id: string; tier: number }>(
  details: Details,
  trigger: 'register' | 'update',
  share: string,
): Promise<Details> {
  if (details.tier === 2) await startVerification({ experienceId: details.id, trigger, share });
  return details;
}

/**
 * Accepts the tools that the newest report shows, and verifies again. Tools that have changed once more in the meantime
 * are not accepted: the new report shows them. Check the right to do so before.
 * @throws NOT_FOUND; INVALID_STATE when the newest report shows other tools
 */
export async function acceptDefinitions(args: {
  experienceId: string;
  toolsHash: string;
}): Promise<VerificationReport> {
  const [latest] = await listFinished(args.experienceId, 1);
  if (latest?.seen_hash !== args.toolsHash) {
    throw new AppError('INVALID_STATE', 'The newest report shows other tools: read it and decide again.');
  }
  return queueRun({ experienceId: args.experienceId, trigger: 'accept', acceptedHash: args.toolsHash });
}

async function queueRun(args: {
  experienceId: string;
  trigger: Trigger;
  acceptedHash: string | null;
  share?: string;
}): Promise<VerificationReport> {
  const subject = await findSubject(args.experienceId);
  if (!subject) throw new AppError('NOT_FOUND', 'There is no experience with this id.');
  const unverifiable = UNVERIFIABLE_KINDS.get(subject.kind);
  if (unverifiable) throw new AppError('INVALID_STATE', unverifiable);
  const staysPlayable = PLAYABLE_STATUSES.includes(subject.verification_status);
  const { experienceId, trigger, acceptedHash } = args;
  const run = { id: newId(), experienceId, trigger, acceptedHash, isPending: !staysPlayable };
  const queued = await insertRun(run);
  if (!queued) throw new AppError('NOT_FOUND', 'There is no experience with this id.');
  if (queued.isNew) {
    publish(queued.events);
    await announceChange(args.experienceId);
    runInBackground(queued.row.id, { ...subject, trigger }, args.share ?? (await shareOfPublisher(experienceId)));
  }
  return toReport(queued.row);
}

/**
 * Runs `work` on a server in a place of the verifications, for a caller who waits for it.
 * @throws RATE_LIMITED when too many of the share wait · what `work` throws
 */
export function runChecksInTurn<Result>(
  of: { share: string; url: string },
  work: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  return runs().run({ key: of.share, secondKey: hostOf(of.url), isReserved: true }, work);
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);

type Queued = Pick<SubjectRow, 'id' | 'kind' | 'manifest'> & { trigger: Trigger };

/** Of a run that no caller started; without an owner an experience has a share of its own. */
async function shareOfPublisher(experienceId: string): Promise<string> {
  const publisher = await findPublishingOwner(experienceId);
  return publisher ? shareOf(publisher.ownerId, '') : `experience:${experienceId}`;
}

/** Runs a stored verification in the background; `waitForVerifications` waits for it. */
function runInBackground(id: string, of: Queued, share: string): void {
  if (background().has(id) || !isRemoteKind(of.kind)) return;
  const secondKey = hostOf(targetOf({ ...of, kind: of.kind }).url);
  const place = { key: share, secondKey, isReserved: of.trigger === 'register' };
  const run = runs()
    .run(place, (signal) => runVerification(id, signal))
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return;
      log.error({ err: error, verification: id }, 'could not run a verification');
    })
    .finally(() => background().delete(id));
  background().set(id, run);
}

/** Resolves when this process runs no verification: for a clean stop and for tests. */
export async function waitForVerifications(): Promise<void> {
  while (background().size > 0) await Promise.all(background().values());
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

/** The last runs of an experience that have ended, newest first. */
export async function listVerifications(args: { experienceId: string; limit: number }): Promise<VerificationReport[]> {
  return (await listFinished(args.experienceId, args.limit)).map(toReport);
}

/** The recorded first session of an experience; null before it was verified. */
export async function readGoldenSession({ experienceId }: { experienceId: string }): Promise<GoldenSession | null> {
  const row = await findGolden(experienceId);
  return row && { verification_id: row.verification_id, recorded_at: iso(row.recorded_at), calls: row.calls };
}

/** By experience. */
const starts = new DueRows('verification.start');

/**
 * Continues runs whose process died, and verifies experiences whose last verification is a day old.
 * @returns how many were started
 */
export async function sweepVerifications(): Promise<number> {
  let started = 0;
  const start = async (experienceId: string, work: () => Promise<unknown>) => {
    const isStarted = await starts.attempt(experienceId, async () => {
      await work();
      return true;
    });
    if (isStarted) started++;
  };
  for (const { verification_id: id, ...queued } of await listAbandoned(MAX_SWEEP, starts.postponed()))
    await start(queued.id, async () => runInBackground(id, queued, await shareOfPublisher(queued.id)));
  for (const experienceId of await listDue(MAX_SWEEP, starts.postponed()))
    await start(experienceId, () => startVerification({ experienceId, trigger: 'schedule' }));
  return started;
}

/**
 * Verifies an experience whose server lists other tools than the accepted ones: the status poller of servers that are
 * played by their own tools sees them every minute.
 */
export async function compareListedTools(listed: { experienceId: string; tools: UpstreamTool[] }): Promise<void> {
  const { experienceId } = listed;
  if (!(await isPlayedByOtherTools(experienceId, hashTools(asStored(listed.tools))))) return;
  await startVerification({ experienceId, trigger: 'schedule' });
}

/** Runs the checks of one stored run, unless another process runs them. When `signal` aborts, the check under way fails. */
async function runVerification(id: string, signal?: AbortSignal): Promise<void> {
  const run = await claimRun(id);
  if (!run) return;
  const row = await findSubject(run.experience_id);
  if (!row || !isRemoteKind(row.kind)) return;
  const golden = await findGolden(row.id);
  const subject = toSubject(run, row, targetOf({ ...row, kind: row.kind }), golden?.calls ?? null);
  try {
    const checks = await runChecks(subject, async (reports) => publish(await storeChecks(run, reports)), signal);
    await storeRunOutcome(run, row, subject, checks);
  } finally {
    await subject.client.close();
  }
}

function toSubject(
  run: VerificationRow,
  row: SubjectRow,
  target: ExperienceTarget,
  recorded: SessionCall[] | null,
): Subject {
  return {
    ...newSubject({ manifest: row.manifest, target, interactionModel: row.interaction_model }),
    trigger: run.trigger,
    acceptedHash: run.accepted_hash,
    knownTools: Array.isArray(row.tools) ? (row.tools as UpstreamTool[]) : null,
    recorded,
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
    toolsHash: passed && learned.tools ? learned.toolsHash : null,
    info: learned.info,
    live: learned.live ?? (learned.isUnreachable ? { status: 'offline', current_players: 0, active_lobbies: 0 } : null),
  };
}

/** A run with which the publisher changed the experience: its session is the new record. */
const isPublishersRun = ({ trigger }: VerificationRow): boolean => trigger === 'update' || trigger === 'accept';

/** Whether a run that the publisher did not start ends that the experience can be played. */
function losesVerification(
  run: VerificationRow,
  row: SubjectRow,
  { verificationStatus }: VerificationOutcome,
): boolean {
  const isOurs = run.trigger === 'schedule' || run.trigger === 'admin';
  const wasPlayable = PLAYABLE_STATUSES.includes(row.verification_status);
  return isOurs && wasPlayable && verificationStatus !== null && !PLAYABLE_STATUSES.includes(verificationStatus);
}

async function notifyPublisher(
  client: Queryable,
  of: {
    publisher: { ownerId: OwnerId; name: string };
    run: VerificationRow;
    subject: Subject;
    checks: readonly CheckReport[];
  },
): Promise<void> {
  const { publisher, run, subject, checks } = of;
  const failed = checks.find(({ outcome }) => outcome === 'failed');
  await notifyOwner(
    {
      ownerId: publisher.ownerId,
      type: 'experience_unverified',
      data: {
        experience_id: run.experience_id,
        experience_name: publisher.name,
        reason: subject.learned.hasChanged ? 'tools_changed' : 'check_failed',
        check: failed?.check ?? null,
        message: failed?.message ?? null,
      },
      onceKey: `unverified:${run.id}`,
    },
    client,
  );
}

async function storeRunOutcome(
  run: VerificationRow,
  row: SubjectRow,
  subject: Subject,
  checks: readonly CheckReport[],
): Promise<void> {
  const passed = checks.every(({ outcome }) => outcome !== 'failed');
  const { session } = subject.learned;
  const outcome = outcomeOf(run, subject, passed);
  const publisher = losesVerification(run, row, outcome) ? await findPublishingOwner(row.id) : null;
  const { events, counted } = await finishRun({
    run,
    status: passed ? 'verified' : 'failed',
    checkedVersion: row.updated_at,
    outcome,
    seenHash: subject.learned.toolsHash,
    definitionChanges: subject.learned.definitionChanges,
    sessionChanges: subject.learned.sessionChanges,
    session: passed && session ? { calls: session.calls, replaces: isPublishersRun(run) } : null,
    async notify(client) {
      if (publisher) await notifyPublisher(client, { publisher, run, subject, checks });
    },
  });
  await announceChange(row.id);
  if (counted && publisher) await announceNotices(publisher.ownerId);
  publish(events);
  if (!counted)
    log.info({ experience: row.id }, 'an experience changed during its verification; the outcome was discarded');
}
