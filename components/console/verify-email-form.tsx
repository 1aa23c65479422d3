'use client';
import { Button, ButtonLink } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import { useOneRequest } from './api';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';

/** Confirms the e-mail of the signed-in account by the token of a link. A press, because programs open the links of mails. */
export function VerifyEmailForm({ token }: { token: string }) {
  const verify = useOneRequest(
    () => ({ method: 'POST' as const, path: '/api/console/email/verify', body: { token }, answer: ignoredSchema }),
    () => {},
  );
  if (verify.isSuccess) {
    return (
      <div className={shared.stack} role="status">
        <p className={shared.noMargin}>The e-mail is confirmed.</p>
        <ButtonLink href="/console" fullWidth>
          Go to the console
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={shared.stack} data-gap="sm">
      <FailureNotice failure={verify.error} kept="The e-mail is not confirmed." />
      <Button fullWidth loading={verify.isPending} onClick={() => verify.mutate(undefined)}>
        Confirm the e-mail
      </Button>
    </div>
  );
}
