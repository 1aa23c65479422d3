'use client';
import { IconLogout } from '@tabler/icons-react';
import classes from './account-menu.module.css';
import { ButtonLink } from './button';
import { Link } from './link';
import { Menu, menuItemClass } from './menu';
import { showNoAnswer } from './on-demand';
import { PlayerToken } from './player-token';
import { type Account, useAccount } from './use-account';

/** The address of the sign-in page. */
const SIGN_IN_HREF = '/sign-in';

/** The pages of the account menu. */
const ACCOUNT_PAGES: readonly { href: string; label: string }[] = [
  { href: '/play', label: 'Play' },
  { href: '/console', label: 'Console' },
  { href: '/publish', label: 'Publishing' },
  { href: '/console/account', label: 'Account' },
];

/** A sign-in link, or the menu of the account. Its space is reserved, so that the page does not jump. */
export function AccountMenu({ mayBeSignedIn }: { mayBeSignedIn: boolean }) {
  const account = useAccount(mayBeSignedIn);
  if (account === 'loading') return <div className={classes.reserved} aria-hidden />;
  if (account) return <SignedIn account={account} />;
  return (
    <ButtonLink href={SIGN_IN_HREF} size="sm" className={classes.signIn}>
      Sign in
    </ButtonLink>
  );
}

function SignedIn({ account: { name, email } }: { account: Account }) {
  return (
    <Menu
      label={`Account of ${name}`}
      className={classes.trigger}
      icon={<PlayerToken seed={email ?? name} kind="human" size={32} />}
    >
      <p className={classes.name} dir="auto">
        {name}
      </p>
      {ACCOUNT_PAGES.map((page) => (
        <Link key={page.href} className={menuItemClass} href={page.href}>
          {page.label}
        </Link>
      ))}
      <hr className={classes.line} />
      <button
        type="button"
        className={menuItemClass}
        onClick={() => {
          import('./session-request').then(({ signOut }) => signOut('/')).catch(showNoAnswer);
        }}
      >
        <IconLogout size={16} aria-hidden /> Sign out
      </button>
    </Menu>
  );
}
