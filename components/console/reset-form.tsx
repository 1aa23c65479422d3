'use client';
import { AccountForm, NewPasswordField } from './account-form';
import { useOneRequest } from './api';
import { FailureNotice } from './failure-notice';
import { ignoredSchema } from './responses';

/** Sets a new password by the token of a link, and signs in. */
export function ResetForm({ token }: { token: string }) {
  const reset = useOneRequest(
    (password: string) => ({
      method: 'POST' as const,
      path: '/api/owners/password',
      body: { token, password },
      answer: ignoredSchema,
    }),
    () => window.location.assign('/console'),
  );
  const fieldFault = reset.error?.fields.password;
  return (
    <AccountForm
      action="Set the password"
      busy={reset.isPending || reset.isSuccess}
      problem={null}
      onSubmit={(form) => reset.mutate(String(form.get('password')))}
    >
      <FailureNotice failure={fieldFault ? null : reset.error} kept="The password was not changed." />
      <NewPasswordField error={fieldFault} />
    </AccountForm>
  );
}
