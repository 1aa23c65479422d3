'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { z } from 'zod';
import { answerOf } from '@/components/console/answer';
import { useOneRequest } from '@/components/console/api';
import { ConfirmButton } from '@/components/console/confirm-button';
import { CopyButton } from '@/components/console/copy-button';
import { FailureNotice } from '@/components/console/failure-notice';
import forms from '@/components/console/form.module.css';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import type { AuthenticatorSetup as Setup } from '@/lib/domain/second-factors';
import classes from './authenticator-setup.module.css';
import { RecoveryCodesDialog } from './recovery-codes';

const addedSchema = z.object({ recovery_codes: z.array(z.string()).nullable() });

/** Sets an authenticator app up: a QR code, then its first code. */
export function AuthenticatorSetup() {
  const router = useRouter();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = useOneRequest(
    () => ({ method: 'POST' as const, path: '/api/console/authenticator', body: {}, answer: answerOf<Setup>() }),
    setSetup,
  );
  const confirm = useOneRequest(
    (code: string) => ({
      method: 'POST' as const,
      path: '/api/console/authenticator/confirm',
      body: { code },
      answer: addedSchema,
    }),
    ({ recovery_codes: newCodes }) => {
      if (newCodes === null) router.refresh();
      else setCodes(newCodes);
    },
  );
  if (codes) {
    return <RecoveryCodesDialog codes={codes} />;
  }
  if (!setup) {
    return (
      <div className={shared.stack} data-gap="sm">
        <FailureNotice failure={begin.error} kept="Nothing was changed." />
        <Button
          variant="default"
          className={forms.submit}
          loading={begin.isPending}
          onClick={() => begin.mutate(undefined)}
        >
          Set up an authenticator app
        </Button>
      </div>
    );
  }
  const fault = confirm.error?.fields.code;
  return (
    <form
      method="post"
      className={forms.narrow}
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate(String(new FormData(event.currentTarget).get('code')));
      }}
    >
      <ol className={classes.steps}>
        <li>
          <p>Scan this code with the app.</p>
          <QrCode {...setup.qr} />
          <p className={shared.muted}>
            Or type this secret into it: <code>{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>{' '}
            <CopyButton text={setup.secret} what="secret" />
          </p>
        </li>
        <li>
          <div className={shared.stack} data-gap="sm">
            <FailureNotice failure={fault ? null : confirm.error} kept="The app is not set up yet." />
            <TextField
              label="Code that the app shows"
              name="code"
              autoComplete="one-time-code"
              inputMode="numeric"
              spellCheck={false}
              required
              maxLength={10}
              error={fault}
            />
            <Button type="submit" className={forms.submit} loading={confirm.isPending}>
              Confirm the app
            </Button>
          </div>
        </li>
      </ol>
    </form>
  );
}

/** Dark modules on white in both themes: cameras read it so. */
function QrCode({ size, path }: Setup['qr']) {
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code with the secret"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

/** Removes the authenticator app. */
export function RemoveAuthenticator() {
  return (
    <ConfirmButton
      label="Remove the app"
      title="Remove the authenticator app?"
      explanation="Its codes no longer sign in to this account. Delete the entry in the app as well."
      action="Remove"
      keep="Keep it"
      kept="The app still works."
      toRequest={() => ({ method: 'DELETE', path: '/api/console/authenticator', answer: ignoredSchema })}
    />
  );
}
