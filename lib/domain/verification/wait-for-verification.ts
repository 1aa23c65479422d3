import { now } from '@/lib/core/clock';
import { experienceStream } from '@/lib/core/stream';
import { waitForEvents } from '@/lib/events';
import type { VerificationReport } from './verification.schema';
import { latestVerification } from './verification.service';

/** A marker of how much of a report a page has shown: the run and its progress. */
export function changeMarkOf(report: VerificationReport | null): string {
  return report === null ? 'none' : `${report.verification_id}.${report.status}.${report.checks.length}`;
}

/**
 * Waits until the newest verification of an experience differs from `seen` (a `changeMarkOf`); returns immediately when it does.
 * Woken by the events of the run, without polling.
 */
export async function waitForVerification(wait: {
  experienceId: string;
  seen: string | null;
  timeoutMs: number;
  signal?: AbortSignal;
}): Promise<VerificationReport | null> {
  const deadlineMs = now().getTime() + wait.timeoutMs;
  let after: string | null = null;
  for (;;) {
    const report = await latestVerification({ experienceId: wait.experienceId });
    const leftMs = deadlineMs - now().getTime();
    if (changeMarkOf(report) !== wait.seen || leftMs <= 0 || wait.signal?.aborted) return report;
    const events = await waitForEvents({
      stream: experienceStream(wait.experienceId),
      after,
      audiences: 'all',
      timeoutMs: leftMs,
      signal: wait.signal,
    });
    after = events.at(-1)?.id ?? after;
  }
}
