import { now } from '@/lib/core/clock';
import { cutText } from '@/lib/core/cut-text';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { registerRetention } from '@/lib/core/retention';
import { withoutSecretFields } from '@/lib/domain/credentials';
import { removeSecrets, upstreamMessage } from '@/lib/gateway';
import { addFailures, type CountedFailure, deleteFailures, findFailures, findVersions } from './failures.repo';
import { type FailureRecord, toFailureRecord } from './failures.schema';
import { noticeFailing } from './outages';

/** How long failures are collected before they are written. */
const FLUSH_AFTER_MS = 2_000;
/** Kinds that are collected between two writes, of one experience and of all; what comes then is not counted. */
const MAX_KINDS_OF_ONE = 30;
const MAX_KINDS = 2_000;
const MAX_ARGUMENTS = 4_000;
const MAX_MESSAGE = 500;
const MAX_LISTED = 100;

/** The window in which the calls of an experience are counted, and when so many fail that the publisher is notified. */
const WINDOW_MS = 10 * 60_000;
const MIN_CALLS = 20;
const FAILING_SHARE = 0.5;
const MAX_WINDOWS = 5_000;

/** A call of an agent to a remote experience that was answered or failed. */
export interface ExperienceCall {
  experienceId: string;
  tool: string;
  args: Record<string, unknown>;
  /** Texts that must not be stored, such as a password that the platform filled in. */
  secrets?: readonly string[] | undefined;
  durationMs: number;
  /** What was thrown; null for an answer. */
  thrown: unknown;
}

interface Window {
  startedAtMs: number;
  calls: number;
  failed: number;
}

interface Counter {
  pending: Map<string, CountedFailure>;
  windows: Map<string, Window>;
  timer: NodeJS.Timeout | null;
  writing: Promise<void> | null;
}

const counter = () =>
  once<Counter>('failures', () => ({ pending: new Map(), windows: new Map(), timer: null, writing: null }));

/**
 * Counts a call of an agent for the publisher of the experience: a failure by tool, code and words, and how many calls fail.
 * Never waits and never fails: what was counted is written every two seconds.
 */
export function countExperienceCall(call: ExperienceCall): void {
  const { experienceId, thrown } = call;
  if (thrown !== null && !(thrown instanceof AppError)) return;
  const isFailing = countInWindow(experienceId, thrown !== null);
  if (thrown !== null) collect(call, thrown);
  if (isFailing) void noticeFailing(experienceId).catch((err: unknown) => log.warn({ err }, 'a notice was not stored'));
}

/** Counts in the window of ten minutes. Returns whether most calls in it have failed. */
function countInWindow(experienceId: string, hasFailed: boolean): boolean {
  const { windows } = counter();
  const atMs = now().getTime();
  const current = windows.get(experienceId);
  if (!current || atMs - current.startedAtMs > WINDOW_MS) {
    if (!current && windows.size >= MAX_WINDOWS) windows.clear();
    windows.set(experienceId, { startedAtMs: atMs, calls: 1, failed: hasFailed ? 1 : 0 });
    return false;
  }
  current.calls++;
  if (hasFailed) current.failed++;
  return hasFailed && current.calls >= MIN_CALLS && current.failed >= current.calls * FAILING_SHARE;
}

/** Ids and numbers differ from call to call: without them, one fault is one kind. */
const withoutNumbers = (message: string): string =>
  message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9A-HJKMNP-TV-Z]{26}|\d+/gi, '#');

function collect({ experienceId, tool, args, secrets = [], durationMs }: ExperienceCall, thrown: AppError): void {
  const self = counter();
  const message = cutText(upstreamMessage(thrown) ?? thrown.message, MAX_MESSAGE);
  const kind = JSON.stringify([tool, thrown.code, withoutNumbers(message)]);
  const key = `${experienceId} ${kind}`;
  const earlier = self.pending.get(key);
  if (!earlier && isFull(self, experienceId)) return;
  const at = now();
  self.pending.set(key, {
    experienceId,
    kind,
    tool,
    code: thrown.code,
    message,
    calls: (earlier?.calls ?? 0) + 1,
    firstAt: earlier?.firstAt ?? at,
    lastAt: at,
    sessionId: typeof args.session_id === 'string' ? args.session_id : null,
    arguments: toText(args, secrets),
    durationMs: Math.round(durationMs),
  });
  schedule();
}

function isFull({ pending }: Counter, experienceId: string): boolean {
  if (pending.size >= MAX_KINDS) return true;
  let own = 0;
  for (const one of pending.values()) if (one.experienceId === experienceId) own++;
  return own >= MAX_KINDS_OF_ONE;
}

function toText(args: Record<string, unknown>, secrets: readonly string[]): string {
  return cutText(JSON.stringify(removeSecrets(withoutSecretFields(args), [...secrets])), MAX_ARGUMENTS);
}

function schedule(): void {
  const self = counter();
  if (self.timer || self.writing) return;
  self.timer = setTimeout(() => {
    self.timer = null;
    void flushFailures();
  }, FLUSH_AFTER_MS);
  self.timer.unref();
}

/** Writes what was counted until now; for a clean stop and for tests. */
export async function flushFailures(): Promise<void> {
  const self = counter();
  if (self.timer) clearTimeout(self.timer);
  self.timer = null;
  await self.writing;
  if (self.pending.size === 0) return;
  const failures = [...self.pending.values()];
  self.pending = new Map();
  self.writing = addFailures(failures)
    .catch((err: unknown) => log.warn({ err, kinds: failures.length }, 'failures of experiences could not be stored'))
    .finally(() => {
      self.writing = null;
      if (self.pending.size > 0) schedule();
    });
  await self.writing;
}

/** What failed at an experience in the last 30 days, the newest first, for its publisher. Two queries. */
export async function listFailures(of: {
  experienceId: string;
  version?: string | undefined;
}): Promise<{ failures: FailureRecord[]; versions: string[] }> {
  const [rows, versions] = await Promise.all([
    findFailures({ experienceId: of.experienceId, version: of.version ?? null, limit: MAX_LISTED }),
    findVersions(of.experienceId),
  ]);
  return { failures: rows.map(toFailureRecord), versions };
}

registerRetention('experience_failures', deleteFailures);
