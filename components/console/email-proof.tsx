'use client';
import { IconCheck } from '@tabler/icons-react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import shared from '@/components/ui/shared.module.css';
import { useOneRequest } from './api';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';
import { StatusWord } from './status-word';

/** Says whether the e-mail is proven, and mails the link that proves it. */
export function EmailProof({ isProven }: { isProven: boolean }) {
  const send = useOneRequest(
    () => ({ method: 'POST' as const, path: '/api/console/email/verify-mail', body: {}, answer: ignoredSchema }),
    () => {},
  );
  if (isProven) return <StatusWord tone="good">confirmed</StatusWord>;
  return (
    <div className={shared.stack} data-gap="sm">
      <FailureNotice failure={send.error} kept="The e-mail is not confirmed." />
      {send.isSuccess ? (
        <Notice role="status" tone="green" icon={<IconCheck size={18} aria-hidden />}>
          Look into your mailbox: the link works for an hour after it was sent.
        </Notice>
      ) : (
        <div className={shared.row} data-gap="xs">
          <StatusWord tone="wait">not confirmed</StatusWord>
          <Button variant="default" size="compact-sm" loading={send.isPending} onClick={() => send.mutate(undefined)}>
            Mail me the link
          </Button>
        </div>
      )}
    </div>
  );
}
