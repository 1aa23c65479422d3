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

/** Runs the checks in order; after a failure the others are skipped. `onReport` gets the reports after each. */
export async function runChecks(
  subject: Subject,
  onReport: (reports: readonly CheckReport[]) => Promise<void>,
): Promise<CheckReport[]> {
  const reports: CheckReport[] = [];
  for (const check of CHECKS) {
    const report = reports.some(({ outcome }) => outcome === 'failed')
      ? skippedReport(check, 'An earlier check failed.')
      : await runCheck(check, subject);
    reports.push(report);
    await onReport(reports);
  }
  return reports;
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
