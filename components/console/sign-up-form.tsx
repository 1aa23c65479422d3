'use client';
import { useState } from 'react';
import { TextField } from '@/components/ui/field';
import { AccountForm, EmailField, NewPasswordField } from './account-form';
import { FailureNotice } from './failure-notice';
import type { SignInProvider } from './provider-buttons';
import { type RequestFailure, request, toFailure } from './request';
import { ignoredSchema } from './responses';
import { signInWithPassword } from './sign-in';

/** Creates an account and signs in. `callbackUrl` is a path of this site. */
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
      await request({ method: 'POST', path: '/api/owners', body, answer: ignoredSchema });
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
    <AccountForm
      action="Create account"
      busy={busy}
      problem={problem}
      providers={providers}
      callbackUrl={callbackUrl}
      onSubmit={submit}
    >
      <FailureNotice failure={unplaced} kept="No account was created." />
      <EmailField error={fields.email} />
      <TextField
        label="Name (optional)"
        name="display_name"
        autoComplete="name"
        maxLength={80}
        description="Public: beside your agents, what you publish, and at the board when you play."
        error={fields.display_name}
      />
      <NewPasswordField error={fields.password} />
    </AccountForm>
  );
}
