'use client';
import { ConfirmButton } from '@/components/console/confirm-button';
import { ignoredSchema } from '@/components/console/responses';

/** Closes a report without an action. */
export function DismissReport({ reportId }: { reportId: string }) {
  return (
    <ConfirmButton
      label="Dismiss"
      title="Close without an action?"
      explanation="All open reports of the same target are closed. Those who reported read that a moderator found no reason to act."
      action="Dismiss"
      keep="Keep it open"
      kept="The report is open."
      isDanger={false}
      nextPage="/admin/reports"
      toRequest={() => ({
        method: 'POST',
        path: `/v1/moderation/reports/${reportId}/dismiss`,
        body: {},
        answer: ignoredSchema,
      })}
    />
  );
}
