import { type ExperienceTarget, protocolOf } from '@/lib/gateway';
import { CHECKS, type Check, callsExperienceTools, type Subject } from './checks';
import { recordExchanges } from './recording-client';
import type { CheckReport } from './verification.schema';
import { verifierClient } from './verifier-client';

/** A subject of which nothing is known before, with a client that the caller closes. */
export function newSubject(args: {
  manifest: Record<string, unknown>;
  target: ExperienceTarget;
  interactionModel: 'session' | 'proxy';
}): Subject {
  const { manifest, target } = args;
  return {
    experienceId: target.id,
    manifest,
    target,
    protocol: protocolOf(target.kind, args.interactionModel),
    trigger: 'register',
    acceptedHash: null,
    knownTools: null,
    recorded: null,
    client: recordExchanges((observe) => verifierClient(target, observe)),
    learned: {
      tools: null,
      toolsHash: null,
      definitionChanges: [],
      session: null,
      sessionChanges: [],
      info: null,
      live: null,
      requiresCredentials: false,
      isUnreachable: false,
      hasChanged: false,
    },
  };
}

/**
 * Runs the checks in order; after a failure the others are skipped. `onReport` gets the reports after each. When `signal`
 * aborts, the calls to the server are cut, and the check under way or the next one fails.
 */
export async function runChecks(
  subject: Subject,
  onReport: (reports: readonly CheckReport[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  const cut = () => void subject.client.close(0);
  signal?.addEventListener('abort', cut, { once: true });
  try {
    for (const check of CHECKS) {
      reports.push(await reportOf(check, subject, reports, signal));
      await onReport(reports);
    }
    return reports;
  } finally {
    signal?.removeEventListener('abort', cut);
  }
}

function reportOf(
  check: Check,
  subject: Subject,
  before: readonly CheckReport[],
  signal: AbortSignal | undefined,
): CheckReport | Promise<CheckReport> {
  if (before.some(({ outcome }) => outcome === 'failed')) return skippedReport(check, 'An earlier check failed.');
  if (!signal?.aborted) return runCheck(check, subject);
  const message = 'The verification took too long and was stopped.';
  return {
    ...skippedReport(check, message),
    outcome: 'failed',
    remedy: 'Answer each call within a few seconds.',
  };
}

function skippedReport(check: Check, message: string): CheckReport {
  return {
    check: check.name,
    outcome: 'skipped',
    duration_ms: 0,
    message,
    upstream: null,
    expected: check.expected,
    remedy: null,
    exchanges: [],
  };
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
    expected: check.expected,
    remedy: finding.remedy ?? null,
    exchanges: subject.client.takeExchanges(),
  };
}
