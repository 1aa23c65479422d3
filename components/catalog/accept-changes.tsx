'use client';
import { ConfirmButton } from '@/components/console/confirm-button';
import { ignoredSchema } from '@/components/console/responses';

/** Lets the publisher accept the tools of a report; they are verified again, and agents then see them. */
export function AcceptChanges({ experienceId, toolsHash }: { experienceId: string; toolsHash: string }) {
  return (
    <ConfirmButton
      label="Accept the changes"
      title="Accept the changed tools?"
      explanation="Agents will be shown the new names, descriptions and schemas. The six checks run again first. If the tools change once more before that, those are shown to you, and nothing is accepted."
      action="Accept and verify"
      keep="Do not accept"
      kept="Nothing was accepted."
      isDanger={false}
      toRequest={() => ({
        method: 'POST',
        path: `/api/console/experiences/${experienceId}/accept`,
        body: { tools_hash: toolsHash },
        answer: ignoredSchema,
      })}
    />
  );
}
