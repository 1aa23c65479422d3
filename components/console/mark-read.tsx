'use client';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';

/** The button that marks every notification as read. */
export function MarkRead() {
  const read = useChange<void, unknown>(() => ({
    method: 'POST',
    path: '/api/console/notifications/read',
    answer: ignoredSchema,
  }));
  return (
    <div className={shared.row} data-gap="xs">
      <FailureNotice failure={read.error} kept="No notification was marked." />
      <Button variant="default" loading={read.isPending} onClick={() => read.mutate()}>
        Mark all as read
      </Button>
    </div>
  );
}
