'use client';
import { Alert, Button, Stack } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useRef } from 'react';
import { NewPasswordField, PasswordField } from './account-form';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import classes from './form.module.css';
import { ignoredSchema } from './responses';

/** Changes the password; every other browser is signed out. */
export function ChangePassword() {
  const form = useRef<HTMLFormElement>(null);
  const change = useChange((input: { current: string; next: string }) => ({
    method: 'POST' as const,
    path: '/api/console/password',
    body: { current_password: input.current, new_password: input.next },
    answer: ignoredSchema,
  }));
  const fields = change.error?.fields ?? {};
  const unplaced = change.error && Object.keys(fields).length === 0 ? change.error : null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entry = new FormData(event.currentTarget);
    change.mutate(
      { current: String(entry.get('current_password')), next: String(entry.get('new_password')) },
      { onSuccess: () => form.current?.reset() },
    );
  }

  return (
    <form ref={form} method="post" onSubmit={submit} className={classes.narrow}>
      <Stack gap="sm">
        {change.isSuccess && (
          <Alert role="status" color="green" variant="light" icon={<IconCheck size={18} aria-hidden />}>
            The password was changed. Every other browser is signed out.
          </Alert>
        )}
        <FailureNotice failure={unplaced} kept="The password was not changed." />
        <PasswordField label="Current password" name="current_password" error={fields.current_password} />
        <NewPasswordField label="New password" name="new_password" error={fields.new_password} />
        <Button type="submit" loading={change.isPending} className={classes.submit}>
          Change the password
        </Button>
      </Stack>
    </form>
  );
}
