'use client';
import { Button } from '@/components/ui/button';
import table from '@/components/ui/data-table.module.css';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';

/** Signs one browser out. */
export function SignOutBrowser({ browserId, name }: { browserId: string; name: string }) {
  const end = useChange<void, unknown>(() => ({
    method: 'DELETE',
    path: `/api/console/browsers/${browserId}`,
    answer: ignoredSchema,
  }));
  return (
    <div className={table.actions}>
      <Button
        size="compact-sm"
        variant="default"
        loading={end.isPending}
        onClick={() => end.mutate()}
        aria-label={`Sign out ${name}`}
      >
        Sign out
      </Button>
      <FailureNotice failure={end.error} kept="The browser is still signed in." />
    </div>
  );
}
