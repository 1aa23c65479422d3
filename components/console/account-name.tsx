'use client';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
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
      <Stack gap="sm">
        <FailureNotice failure={fault ? null : save.error} kept="The name was not changed." />
        <TextInput
          label="Name"
          value={value}
          maxLength={80}
          autoComplete="nickname"
          placeholder="No public name"
          error={fault}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button type="submit" variant="default" disabled={next === name} loading={save.isPending}>
            Save the name
          </Button>
          <span role="status">{save.isSuccess && next === name && 'Saved.'}</span>
        </Group>
      </Stack>
    </form>
  );
}
