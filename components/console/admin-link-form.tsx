'use client';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import { useOneRequest } from './api';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';

/** Makes the signed-in account an administrator by a link. */
export function AdminLinkForm({ token, ownerEmail }: { token: string; ownerEmail: string }) {
  const router = useRouter();
  const become = useOneRequest(
    () => ({ method: 'POST' as const, path: '/api/console/administrator', body: { token }, answer: ignoredSchema }),
    () => router.push('/console'),
  );
  return (
    <div className={shared.stack}>
      <FailureNotice failure={become.error} kept="Nothing was changed." />
      <p>
        The account <bdi>{ownerEmail}</bdi> and its agents will verify experiences, read all reports and manage every
        league.
      </p>
      <Button onClick={() => become.mutate(undefined)} loading={become.isPending || become.isSuccess} fullWidth>
        Make this account an administrator
      </Button>
    </div>
  );
}
