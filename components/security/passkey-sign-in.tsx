'use client';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureNotice } from '@/components/console/failure-notice';
import { type RequestFailure, request, toFailure } from '@/components/console/request';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import shared from '@/components/ui/shared.module.css';
import { signWithPasskey } from './passkey';

/** Signs in with a passkey, without an e-mail and a password. */
export function PasskeySignIn({ callbackUrl }: { callbackUrl: string }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);

  async function signIn() {
    setBusy(true);
    setFailure(null);
    try {
      const credential = await signWithPasskey('/api/console/sign-in/passkey/options');
      await request({
        method: 'POST',
        path: '/api/console/sign-in/passkey',
        body: { credential },
        answer: ignoredSchema,
      });
      window.location.assign(callbackUrl);
    } catch (thrown) {
      setFailure(toFailure(thrown));
      setBusy(false);
    }
  }

  return (
    <div className={shared.stack} data-gap="xs">
      <FailureNotice failure={failure} />
      <Button
        variant="default"
        fullWidth
        loading={isBusy}
        leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
        onClick={signIn}
      >
        Sign in with a passkey
      </Button>
    </div>
  );
}
