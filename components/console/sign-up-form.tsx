'use client';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureNotice } from './failure-notice';
import { ProviderButtons, type SignInProvider } from './provider-buttons';
import { type RequestFailure, request, toFailure } from './request';
import { signInWithPassword } from './sign-in';
import { nothingSchema } from './wire';

/** Makes an account and signs in with it. `callbackUrl` is a path of this site. */
export function SignUpForm({ callbackUrl, providers }: { callbackUrl: string; providers: readonly SignInProvider[] }) {
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = failure?.fields ?? {};
  const unplaced = failure && Object.keys(fields).length === 0 ? failure : null;

  async function submit(form: FormData) {
    setBusy(true);
    setFailure(null);
    setProblem(null);
    const email = String(form.get('email'));
    const password = String(form.get('password'));
    const displayName = String(form.get('display_name')).trim();
    const body = { email, password, ...(displayName === '' ? {} : { display_name: displayName }) };
    try {
      await request({ method: 'POST', path: '/api/owners', body, answer: nothingSchema });
    } catch (thrown) {
      setFailure(toFailure(thrown));
      setBusy(false);
      return;
    }
    const refused = await signInWithPassword({ email, password });
    if (refused === null) {
      window.location.assign(callbackUrl);
      return;
    }
    setProblem(`Your account was made, but signing in did not work: ${refused}`);
    setBusy(false);
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
          <FailureNotice failure={unplaced} kept="No account was made." />
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
            error={fields.email}
          />
          <TextInput
            label="Name (optional)"
            name="display_name"
            autoComplete="name"
            maxLength={80}
            description="How you appear beside what you publish."
            error={fields.display_name}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="new-password"
            minLength={10}
            required
            withAsterisk={false}
            description="At least 10 characters. A sentence is easiest to keep."
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            error={fields.password}
          />
          <Button type="submit" loading={busy} fullWidth mt="xs">
            Create account
          </Button>
        </Stack>
      </form>
      <ProviderButtons providers={providers} callbackUrl={callbackUrl} />
    </>
  );
}
