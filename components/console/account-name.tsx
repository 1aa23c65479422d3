'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import shared from '@/components/ui/shared.module.css';
import { useChange } from './api';
import { FailureNotice } from './failure-notice';
import classes from './form.module.css';
import { ignoredSchema } from './responses';

/** Changes the name of the account. `name` is null while the owner has chosen none. */
export function AccountName({ name }: { name: string | null }) {
  const [value, setValue] = useState(name ?? '');
  const save = useChange((displayName: string | null) => ({
    method: 'PATCH' as const,
    path: '/api/console/account',
    body: { display_name: displayName },
    answer: ignoredSchema,
  }));
  const fault = save.error?.fields.display_name;
  const next = value.trim() === '' ? null : value.trim();
  return (
    <form
      method="post"
      noValidate
      className={classes.narrow}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(next);
      }}
    >
      <div className={shared.stack} data-gap="sm">
        <FailureNotice failure={fault ? null : save.error} kept="The name was not changed." />
        <TextField
          label="Name"
          value={value}
          maxLength={80}
          autoComplete="nickname"
          placeholder="No public name"
          error={fault}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <div className={shared.row} data-gap="sm">
          <Button type="submit" variant="default" disabled={next === name} loading={save.isPending}>
            Save the name
          </Button>
          <span role="status">{save.isSuccess && next === name && 'Saved.'}</span>
        </div>
      </div>
    </form>
  );
}
