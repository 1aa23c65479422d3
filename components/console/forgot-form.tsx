'use client';
import { TextField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { AccountForm } from './account-form';
import { useOneRequest } from './api';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';

/** Asks for a mail with a link that sets a new password. The answer is the same whether the e-mail has an account. */
export function ForgotForm() {
  const mail = useOneRequest(
    (email: string) => ({
      method: 'POST' as const,
      path: '/api/owners/password/mail',
      body: { email },
      answer: ignoredSchema,
    }),
    () => {},
  );
  if (mail.isSuccess) {
    return (
      <Notice tone="green" role="status" title="Look into your mailbox">
        If an account has this e-mail, a link is on its way. It works once and for an hour. Nothing there? Look among
        spam, and check the spelling.
      </Notice>
    );
  }
  const fieldFault = mail.error?.fields.email;
  return (
    <AccountForm
      action="Mail me a link"
      busy={mail.isPending}
      problem={null}
      onSubmit={(form) => mail.mutate(String(form.get('email')).trim())}
    >
      <FailureNotice failure={fieldFault ? null : mail.error} kept="No mail was sent." />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
        error={fieldFault}
      />
    </AccountForm>
  );
}
