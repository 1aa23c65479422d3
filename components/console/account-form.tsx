'use client';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { SecretField, type SecretFieldProps, TextField } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import shared from '@/components/ui/shared.module.css';
import frame from './auth-frame.module.css';
import { ProviderButtons, type SignInProvider } from './provider-buttons';
import { signInPath } from './safe-callback';

/** The form for signing in, signing up and setting a password: failure, fields, one button, providers. */
export function AccountForm({
  action,
  busy,
  problem,
  providers = [],
  callbackUrl = '/console',
  onSubmit,
  others,
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
  /** Other ways than the form, above the providers. */
  others?: ReactNode;
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
        <div className={shared.stack} data-gap="sm">
          {problem && (
            <Notice role="alert" tone="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
              {problem}
            </Notice>
          )}
          {children}
          <Button type="submit" loading={busy} fullWidth>
            {action}
          </Button>
        </div>
      </form>
      {others || providers.length > 0 ? <p className={frame.divider}>or</p> : null}
      <div className={shared.stack} data-gap="xs">
        {others}
        <ProviderButtons providers={providers} callbackUrl={signInPath(callbackUrl)} />
      </div>
    </>
  );
}

/** The first field: e-mail. */
export function EmailField({ error }: { error?: string }) {
  return (
    <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus error={error} />
  );
}

/** The password field, by default of the current password. */
export function PasswordField(props: SecretFieldProps) {
  return <SecretField label="Password" name="password" autoComplete="current-password" required {...props} />;
}

/** The field of a new password, with its rule. */
export function NewPasswordField(props: Partial<Pick<SecretFieldProps, 'label' | 'name' | 'error'>>) {
  return (
    <PasswordField
      autoComplete="new-password"
      minLength={10}
      description="At least 10 characters. A sentence is easy to remember."
      {...props}
    />
  );
}
