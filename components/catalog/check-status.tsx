'use client';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';

/** Asks a server for its status now, in place of waiting for the next minute's question. */
export function CheckStatus({ experienceId }: { experienceId: string }) {
  const check = useChange((id: string) => ({
    method: 'POST' as const,
    path: `/api/console/experiences/${id}/status`,
    answer: ignoredSchema,
  }));
  return (
    <>
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate(experienceId)}>
        Check status now
      </Button>
      <FailureNotice failure={check.error} kept="The last known status is still shown." />
    </>
  );
}
