'use client';
import type { FormEvent } from 'react';
import { useChange } from '@/components/console/api';
import { FailureNotice } from '@/components/console/failure-notice';
import { ignoredSchema } from '@/components/console/responses';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';

/** Makes the account with an e-mail a moderator. */
export function AddModerator() {
  const add = useChange((email: string) => ({
    method: 'PUT' as const,
    path: '/v1/moderators',
    body: { email, is_moderator: true },
    answer: ignoredSchema,
  }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    add.mutate(String(new FormData(form).get('email') ?? ''), { onSuccess: () => form.reset() });
  };
  return (
    <form onSubmit={submit} className={`${shared.stack} ${shared.narrow}`} data-gap="sm">
      <FailureNotice failure={add.error} kept="Nobody was named." />
      <TextField
        label="E-mail of the account"
        name="email"
        type="email"
        maxLength={320}
        required
        error={add.error?.fields.email}
      />
      <div>
        <Button type="submit" loading={add.isPending}>
          Make a moderator
        </Button>
      </div>
    </form>
  );
}
