import { Section } from '@/components/console/section';
import type { VerificationReport } from '@/lib/domain/verification';
import { AcceptChanges } from './accept-changes';
import { VerificationChanges } from './verification-changes';
import { awaitsAcceptance } from './verification-run';

/** What a verification found changed, and for the publisher the button that accepts it. */
export function WhatChanged({
  run,
  experienceId,
  canAccept,
}: {
  run: VerificationReport;
  experienceId: string;
  canAccept: boolean;
}) {
  const waits = awaitsAcceptance(run);
  return (
    <Section
      title="What changed"
      lead={
        waits
          ? 'The tools are not those that were accepted. It cannot be played before its publisher accepts them.'
          : 'Found by the last verification. It did not fail because of it.'
      }
      action={
        canAccept && waits && run.tools_hash !== null ? (
          <AcceptChanges experienceId={experienceId} toolsHash={run.tools_hash} />
        ) : null
      }
    >
      <VerificationChanges run={run} />
    </Section>
  );
}
