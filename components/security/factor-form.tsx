'use client';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureNotice } from '@/components/console/failure-notice';
import { RequestFailure, request, toFailure } from '@/components/console/request';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { signWithPasskey } from './passkey';

/**
 * Asks for the second factor: a passkey, a code of the app, or a recovery code. `path` takes it, `path`/options gives the
 * challenge; afterwards `next` opens.
 */
export function FactorForm({
  path,
  next,
  hasPasskey,
  hasAuthenticator,
  action,
}: {
  path: '/api/console/sign-in/factor' | '/api/console/proof';
  next: string;
  hasPasskey: boolean;
  hasAuthenticator: boolean;
  /** The label of the button of the code. */
  action: string;
}) {
  const [busy, setBusy] = useState<'passkey' | 'code' | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const codeFault = failure?.fields.code;

  async function send(kind: 'passkey' | 'code', bodyOf: () => Promise<object>) {
    setBusy(kind);
    setFailure(null);
    try {
      await request({ method: 'POST', path, body: await bodyOf(), answer: ignoredSchema });
      window.location.assign(next);
    } catch (thrown) {
      setFailure(thrown instanceof RequestFailure ? thrown : toFailure(thrown));
      setBusy(null);
    }
  }

  return (
    <div className={shared.stack}>
      <FailureNotice failure={codeFault ? null : failure} />
      {hasPasskey && (
        <Button
          fullWidth
          loading={busy === 'passkey'}
          leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
          onClick={() => send('passkey', async () => ({ credential: await signWithPasskey(`${path}/options`) }))}
        >
          Use a passkey
        </Button>
      )}
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          const code = String(new FormData(event.currentTarget).get('code'));
          void send('code', async () => ({ code }));
        }}
      >
        <div className={shared.stack} data-gap="sm">
          <TextField
            label={hasAuthenticator ? 'Code' : 'Recovery code'}
            name="code"
            description={
              hasAuthenticator
                ? 'The six digits of your authenticator app, or a recovery code.'
                : 'One of the codes that you kept when you added the passkey.'
            }
            autoComplete="one-time-code"
            inputMode={hasAuthenticator ? 'numeric' : 'text'}
            spellCheck={false}
            autoFocus={!hasPasskey}
            required
            maxLength={40}
            error={codeFault}
          />
          <Button type="submit" fullWidth variant={hasPasskey ? 'default' : undefined} loading={busy === 'code'}>
            {action}
          </Button>
        </div>
      </form>
    </div>
  );
}
