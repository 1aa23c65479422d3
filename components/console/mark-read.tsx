'use client';
import { Button } from '@/components/ui/button';
import { useChange } from './api';
import { ignoredSchema } from './responses';

/** The button that marks every notification as read. */
export function MarkRead() {
  const read = useChange<void, unknown>(() => ({
    method: 'POST',
    path: '/api/console/notifications/read',
    answer: ignoredSchema,
  }));
  return (
    <Button variant="default" loading={read.isPending} onClick={() => read.mutate()}>
      Mark all as read
    </Button>
  );
}
