'use client';
import { useState } from 'react';
import { AccountForm, EmailField, PasswordField } from './account-form';
import type { SignInProvider } from './provider-buttons';
import { signInWithPassword } from './sign-in';
import { describeSignInFault } from './sign-in-faults';

/** Signs in by e-mail and password, or by a provider. `callbackUrl` is a path of this site. */
export function SignInForm({
  callbackUrl,
  providers,
  fault,
}: {
  callbackUrl: string;
  providers: readonly SignInProvider[];
  /** The error word that next-auth put into the address. */
  fault: string | null;
}) {
  const [problem, setProblem] = useState<string | null>(fault === null ? null : describeSignInFault(fault));
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
    <AccountForm
      action="Sign in"
      busy={busy}
      problem={problem}
      providers={providers}
      callbackUrl={callbackUrl}
      onSubmit={submit}
    >
      <EmailField />
      <PasswordField />
    </AccountForm>
  );
}
