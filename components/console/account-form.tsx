'use client';
import { Alert, Button, PasswordInput, type PasswordInputProps, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ProviderButtons, type SignInProvider } from './provider-buttons';

/** The form for signing in, signing up and setting a password: failure, fields, one button, providers. */
export function AccountForm({
  action,
  busy,
  problem,
  providers = [],
  callbackUrl = '/console',
  onSubmit,
  children,
}: {
  /** The label of the button. */
  action: string;
  busy: boolean;
  problem: string | null;
  /** The providers; none by default. */
  providers?: readonly SignInProvider[];
  /** A path of this site. */
  callbackUrl?: string;
  onSubmit: (form: FormData) => void;
  /** The fields. */
  children: ReactNode;
}) {
  return (
    <>
      {/* method=post: before the script has loaded, a GET would put the password into the address. */}
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

/** The first field: e-mail. */
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

/** The password field, by default of the current password. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      name="password"
      autoComplete="current-password"
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      {...props}
    />
  );
}

/** The field of a new password, with its rule. */
export function NewPasswordField(props: Pick<PasswordInputProps, 'label' | 'name' | 'error'>) {
  return (
    <PasswordField
      autoComplete="new-password"
      minLength={10}
      description="At least 10 characters. A sentence is easy to remember."
      {...props}
    />
  );
}
