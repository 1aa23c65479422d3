'use client';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { ProviderButtons, type SignInProvider } from './provider-buttons';
import { signInFaultWords, signInWithPassword } from './sign-in';

/** E-mail and password, and the configured providers. `callbackUrl` is a path of this site. */
export function SignInForm({
  callbackUrl,
  providers,
  fault,
}: {
  callbackUrl: string;
  providers: readonly SignInProvider[];
  /** next-auth's error word from the address, when a provider sent the person back. */
  fault: string | null;
}) {
  const [problem, setProblem] = useState<string | null>(fault === null ? null : signInFaultWords(fault));
  const [busy, setBusy] = useState(false);

  async function submit(form: FormData) {
    setBusy(true);
    setProblem(null);
    const failed = await signInWithPassword({
      email: String(form.get('email')),
      password: String(form.get('password')),
    });
    if (failed === null) {
      window.location.assign(callbackUrl);
      return;
    }
    setBusy(false);
    setProblem(failed);
  }

  return (
    <>
      {/* method=post: should the script not be there yet, the password never gets into an address. */}
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <Stack gap="sm">
          {problem && (
            <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
              {problem}
            </Alert>
          )}
          <TextInput
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
          <Button type="submit" loading={busy} fullWidth mt="xs">
            Sign in
          </Button>
        </Stack>
      </form>
      <ProviderButtons providers={providers} callbackUrl={callbackUrl} />
    </>
  );
}
