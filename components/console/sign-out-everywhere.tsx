'use client';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import { useOneRequest } from './api';
import { FailureNotice } from './failure-notice';
import classes from './form.module.css';
import { ignoredSchema } from './responses';

/** Ends every session of the account, including this one. */
export function SignOutEverywhere() {
  const end = useOneRequest(
    () => ({ method: 'POST' as const, path: '/api/console/sign-out-everywhere', answer: ignoredSchema }),
    () => window.location.assign('/sign-in'),
  );
  return (
    <div className={shared.stack} data-gap="sm">
      <FailureNotice failure={end.error} kept="No session was ended." />
      <Button
        variant="default"
        className={classes.submit}
        loading={end.isPending || end.isSuccess}
        onClick={() => end.mutate(undefined)}
      >
        Sign out everywhere
      </Button>
    </div>
  );
}
