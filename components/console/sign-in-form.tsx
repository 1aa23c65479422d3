'use client';
import { type ReactNode, useState } from 'react';
import { AccountForm, EmailField, PasswordField } from './account-form';
import type { SignInProvider } from './provider-buttons';
import { signInPath } from './safe-callback';
import { signInWithPassword } from './sign-in';
import { describeSignInFault } from './sign-in-faults';

/** Signs in by e-mail and password, or by a provider. `callbackUrl` is a path of this site. */
export function SignInForm({
  callbackUrl,
  providers,
  fault,
  children,
}: {
  callbackUrl: string;
  providers: readonly SignInProvider[];
  /** The error word that next-auth put into the address. */
  fault: string | null;
  /** Other ways to sign in, below the form. */
  children?: ReactNode;
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
      // The sign-in page asks for the second factor, or opens the page itself.
      window.location.assign(signInPath(callbackUrl));
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
      others={children}
    >
      <EmailField />
      <PasswordField />
    </AccountForm>
  );
}
