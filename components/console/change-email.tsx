'use client';
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useRef } from 'react';
import { PasswordField } from './account-form';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import classes from './form.module.css';
import { ignoredSchema } from './responses';

/** Changes the e-mail of the account, after its password was entered again. */
export function ChangeEmail() {
  const form = useRef<HTMLFormElement>(null);
  const change = useChange((input: { email: string; password: string }) => ({
    method: 'POST' as const,
    path: '/api/console/email',
    body: { email: input.email, current_password: input.password },
    answer: ignoredSchema,
  }));
  const fields = change.error?.fields ?? {};
  const unplaced = change.error && Object.keys(fields).length === 0 ? change.error : null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entry = new FormData(event.currentTarget);
    change.mutate(
      { email: String(entry.get('email')).trim(), password: String(entry.get('current_password')) },
      { onSuccess: () => form.current?.reset() },
    );
  }

  return (
    <form ref={form} method="post" onSubmit={submit} className={classes.narrow}>
      <Stack gap="sm">
        {change.isSuccess && (
          <Alert role="status" color="green" variant="light" icon={<IconCheck size={18} aria-hidden />}>
            The e-mail was changed. Sign in with {change.variables.email} from now on.
          </Alert>
        )}
        <FailureNotice failure={unplaced} kept="The e-mail was not changed." />
        <TextInput
          label="New e-mail"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          withAsterisk={false}
          error={fields.email}
        />
        <PasswordField label="Your password" name="current_password" error={fields.current_password} />
        <Button type="submit" variant="default" loading={change.isPending} className={classes.submit}>
          Change the e-mail
        </Button>
      </Stack>
    </form>
  );
}
