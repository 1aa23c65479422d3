'use client';
import { TextField } from '@/components/ui/field';
import { AccountChange } from './account-change';
import { PasswordField } from './account-form';

/** Changes the e-mail of the account, after its password was entered again. */
export function ChangeEmail() {
  return (
    <AccountChange
      path="/api/console/email"
      label="Change the e-mail"
      variant="default"
      done={({ email }) => `The e-mail was changed. Sign in with ${email} from now on.`}
      kept="The e-mail was not changed."
    >
      {(faults) => (
        <>
          <TextField
            label="New e-mail"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            required
            error={faults.email}
          />
          <PasswordField label="Your password" name="current_password" error={faults.current_password} />
        </>
      )}
    </AccountChange>
  );
}
