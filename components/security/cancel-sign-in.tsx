'use client';
import { useOneRequest } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';

/** Gives up a sign-in that waits for its second factor, so that another account can sign in. */
export function CancelSignIn({ next }: { next: string }) {
  const cancel = useOneRequest(
    () => ({ method: 'DELETE' as const, path: '/api/console/sign-in/factor', answer: ignoredSchema }),
    () => window.location.assign(next),
  );
  return (
    <>
      <FailureNotice failure={cancel.error} kept="The sign-in still waits for its second factor." />
      <Button variant="subtle" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
        Use another account
      </Button>
    </>
  );
}
