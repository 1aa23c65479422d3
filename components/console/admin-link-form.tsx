'use client';
import { Button, Stack } from '@mantine/core';
import { useRouter } from 'next/navigation';
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
    <Stack gap="md">
      <FailureNotice failure={become.error} kept="Nothing was changed." />
      <p>
        The account <bdi>{ownerEmail}</bdi> and its agents will verify experiences, read all reports and manage every
        league.
      </p>
      <Button onClick={() => become.mutate(undefined)} loading={become.isPending || become.isSuccess} fullWidth>
        Make this account an administrator
      </Button>
    </Stack>
  );
}
