'use client';
import { IconFingerprint } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { z } from 'zod';
import { FailureNotice } from '@/components/console/failure-notice';
import classes from '@/components/console/form.module.css';
import { type RequestFailure, request, toFailure } from '@/components/console/request';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { makePasskey } from './passkey';
import { RecoveryCodesDialog } from './recovery-codes';

const answerSchema = z.object({ recovery_codes: z.array(z.string()).nullable() });

/** Adds a passkey or a security key; with the first factor it shows the recovery codes. */
export function AddPasskey() {
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function add(form: HTMLFormElement) {
    const name = String(new FormData(form).get('name'));
    setBusy(true);
    setFailure(null);
    try {
      const credential = await makePasskey();
      const answer = await request({
        method: 'POST',
        path: '/api/console/passkeys',
        body: { name, credential },
        answer: answerSchema,
      });
      form.reset();
      setCodes(answer.recovery_codes);
      if (answer.recovery_codes === null) router.refresh();
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
    setBusy(false);
  }

  const fault = failure?.fields.name;
  return (
    <>
      <form
        method="post"
        className={classes.narrow}
        onSubmit={(event) => {
          event.preventDefault();
          void add(event.currentTarget);
        }}
      >
        <div className={shared.stack} data-gap="sm">
          <FailureNotice failure={fault ? null : failure} kept="No passkey was added." />
          <TextField
            label="Name of the new passkey"
            name="name"
            placeholder="Phone, security key"
            required
            maxLength={60}
            error={fault}
          />
          <Button
            type="submit"
            className={classes.submit}
            loading={isBusy}
            leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
          >
            Add a passkey
          </Button>
        </div>
      </form>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}
