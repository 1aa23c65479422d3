'use client';
import { Alert, Button, PasswordInput, type PasswordInputProps, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ProviderButtons, type SignInProvider } from './provider-buttons';

/** What signing in, signing up and setting a password look like: what went wrong, fields, one button, the configured providers. */
export function AccountForm({
  action,
  busy,
  problem,
  providers = [],
  callbackUrl = '/console',
  onSubmit,
  children,
}: {
  /** The word on the button. */
  action: string;
  busy: boolean;
  problem: string | null;
  /** Other ways in; none unless told. */
  providers?: readonly SignInProvider[];
  /** A path of this site. */
  callbackUrl?: string;
  onSubmit: (form: FormData) => void;
  /** The fields. */
  children: ReactNode;
}) {
  return (
    <>
      {/* method=post: should the script not be there yet, the password never gets into an address. */}
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(new FormData(event.currentTarget));
        }}
      >
        <Stack gap="sm">
          {problem && (
            <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
              {problem}
            </Alert>
          )}
          {children}
          <Button type="submit" loading={busy} fullWidth mt="xs">
            {action}
          </Button>
        </Stack>
      </form>
      <ProviderButtons providers={providers} callbackUrl={callbackUrl} />
    </>
  );
}

/** The first field: who it is. */
export function EmailField({ error }: { error?: string }) {
  return (
    <TextInput
      label="E-mail"
      name="email"
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      autoFocus
      error={error}
    />
  );
}

/** The password; what is new about a new one is said by the caller. */
export function PasswordField(
  props: Pick<PasswordInputProps, 'label' | 'name' | 'minLength' | 'description' | 'error'> & {
    autoComplete: 'current-password' | 'new-password';
  },
) {
  return (
    <PasswordInput
      label="Password"
      name="password"
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...props}
    />
  );
}
