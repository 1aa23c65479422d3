'use client';
import { AccountChange } from './account-change';
import { NewPasswordField, PasswordField } from './account-form';

/** Changes the password; every other browser is signed out. */
export function ChangePassword() {
  return (
    <AccountChange
      path="/api/console/password"
      label="Change the password"
      done={() => 'The password was changed. Every other browser is signed out.'}
      kept="The password was not changed."
    >
      {(faults) => (
        <>
          <PasswordField label="Current password" name="current_password" error={faults.current_password} />
          <NewPasswordField label="New password" name="new_password" error={faults.new_password} />
        </>
      )}
    </AccountChange>
  );
}
