'use client';
import dynamic from 'next/dynamic';
import classes from './account-menu.module.css';
import { ButtonLink } from './button';
import { useAccount } from './use-account';

/** The address of the sign-in page. */
export const SIGN_IN_HREF = '/sign-in';

const Reserved = () => <div className={classes.reserved} aria-hidden />;

/** Loaded for people who are signed in. */
const AccountDropdown = dynamic(() => import('./account-dropdown').then((module) => module.AccountDropdown), {
  ssr: false,
  loading: Reserved,
});

/** A sign-in link, or the menu of the account. Its space is reserved, so that the page does not jump. */
export function AccountMenu({ mayBeSignedIn }: { mayBeSignedIn: boolean }) {
  const account = useAccount(mayBeSignedIn);
  if (account === 'loading') return <Reserved />;
  if (account) return <AccountDropdown account={account} />;
  return (
    <ButtonLink href={SIGN_IN_HREF} size="sm" className={classes.signIn}>
      Sign in
    </ButtonLink>
  );
}
