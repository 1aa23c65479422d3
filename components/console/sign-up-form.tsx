'use client';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { TextAreaField, TextField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { AccountForm, EmailField, NewPasswordField } from './account-form';
import { FailureNotice } from './failure-notice';
import { keepInvitation } from './invitation-cookie';
import type { SignInProvider } from './provider-buttons';
import { type RequestFailure, request, toFailure } from './request';
import { signInWithPassword } from './sign-in';

const answerSchema = z.object({ awaits_approval: z.boolean().optional() });

/** Creates an account and signs in. `callbackUrl` is a path of this site. */
export function SignUpForm({
  callbackUrl,
  providers,
  invitation,
  asks,
}: {
  callbackUrl: string;
  providers: readonly SignInProvider[];
  /** The token of an invitation that admits. */
  invitation: string | null;
  /** An administrator decides about the account. */
  asks: boolean;
}) {
  const [isWaiting, setWaiting] = useState(false);
  // A provider returns to another page, which has no invitation in its address.
  useEffect(() => {
    if (invitation !== null) keepInvitation(invitation);
  }, [invitation]);
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
    const note = String(form.get('note') ?? '').trim();
    const body = {
      email,
      password,
      ...(displayName === '' ? {} : { display_name: displayName }),
      ...(invitation === null ? {} : { invitation }),
      ...(note === '' ? {} : { note }),
    };
    try {
      const account = await request({ method: 'POST', path: '/api/owners', body, answer: answerSchema });
      if (account.awaits_approval) {
        setWaiting(true);
        return;
      }
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

  if (isWaiting) {
    return (
      <Notice role="status" tone="green" title="An administrator decides about your account">
        You can sign in when they have approved it. Signing in says so, and so does a mail where this site sends mail.
      </Notice>
    );
  }
  return (
    <AccountForm
      action={asks ? 'Ask for an account' : 'Create account'}
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
      {asks && (
        <TextAreaField
          label="To the administrators (optional)"
          name="note"
          rows={3}
          maxLength={500}
          description="Who you are, and what for. Only they read it."
          error={fields.note}
        />
      )}
    </AccountForm>
  );
}
