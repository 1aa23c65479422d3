'use client';
import { PasswordField } from '@/components/console/account-form';
import { useOneRequest } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';

/** Confirms by the password who uses this browser; afterwards `next` opens. */
export function PasswordProof({ next }: { next: string }) {
  const prove = useOneRequest(
    (password: string) => ({
      method: 'POST' as const,
      path: '/api/console/proof',
      body: { password },
      answer: ignoredSchema,
    }),
    () => window.location.assign(next),
  );
  const fault = prove.error?.fields.password;
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        prove.mutate(String(new FormData(event.currentTarget).get('password')));
      }}
    >
      <div className={shared.stack} data-gap="sm">
        <FailureNotice failure={fault ? null : prove.error} />
        <PasswordField label="Your password" error={fault} />
        <Button type="submit" fullWidth loading={prove.isPending || prove.isSuccess}>
          Confirm
        </Button>
      </div>
    </form>
  );
}
