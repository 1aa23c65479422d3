'use client';
import type { FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { PasswordField } from './account-form';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import classes from './form.module.css';
import { ignoredSchema } from './responses';

/** Deletes the account after its password, or without one its e-mail, was entered. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const remove = useChange((confirmation: string) => ({
    method: 'POST' as const,
    path: '/api/console/account/delete',
    body: { confirmation },
    answer: ignoredSchema,
  }));
  const fault = remove.error?.fields.confirmation;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const confirmation = String(new FormData(event.currentTarget).get('confirmation'));
    // A full load: nothing of the deleted account stays in the page.
    remove.mutate(confirmation, { onSuccess: () => window.location.assign('/') });
  }

  return (
    <form method="post" onSubmit={submit} className={classes.narrow}>
      <div className={shared.stack} data-gap="sm">
        <FailureNotice failure={fault ? null : remove.error} kept="Nothing was deleted." />
        {hasPassword ? (
          <PasswordField label="Your password, to confirm" name="confirmation" error={fault} />
        ) : (
          <TextField label="Your e-mail, to confirm" name="confirmation" type="email" required error={fault} />
        )}
        <Button type="submit" color="red" loading={remove.isPending || remove.isSuccess} className={classes.submit}>
          Delete the account
        </Button>
      </div>
    </form>
  );
}
