import { answerOf } from '@/components/console/answer';
import type { CheckReport, VerificationReport } from '@/lib/domain/verification';

/** The newest run. */
export const newestRunSchema = answerOf<{ report: VerificationReport | null }>();

/** The checks of a manifest that is not registered. */
export const dryRunSchema = answerOf<{ passed: boolean; checks: CheckReport[] }>();

/** Whether the tools have changed and their publisher has not accepted them. */
export function awaitsAcceptance(run: VerificationReport): boolean {
  return run.status === 'failed' && run.tools_hash !== null && run.definition_changes.length > 0;
}
