'use client';
import { Button, Menu } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import Link from 'next/link';
import { signOut, useSession } from 'next-auth/react';
import classes from './account-menu.module.css';
import { PlayerToken } from './player-token';

/** The pages of the account menu. */
export const ACCOUNT_PAGES: readonly { href: string; label: string }[] = [
  { href: '/play', label: 'Play' },
  { href: '/console', label: 'Console' },
  { href: '/publish', label: 'Publishing' },
  { href: '/console/account', label: 'Account' },
];

/** The address of the sign-in page. */
export const SIGN_IN_HREF: string | null = '/sign-in';

/** A sign-in link, or the menu of the account. Its space is reserved, so that the page does not jump. */
export function AccountMenu() {
  const { data, status } = useSession();
  if (status === 'loading') return <div className={classes.reserved} aria-hidden />;
  if (!data?.user) {
    return SIGN_IN_HREF ? (
      <Button component={Link} href={SIGN_IN_HREF} size="sm" className={classes.signIn}>
        Sign in
      </Button>
    ) : null;
  }
  const name = data.user.name ?? data.user.email ?? 'You';
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={classes.trigger} aria-label={`Account of ${name}`}>
          <PlayerToken seed={data.user.email ?? name} kind="human" size={32} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.name} dir="auto">
          {name}
        </Menu.Label>
        {ACCOUNT_PAGES.map((page) => (
          <Menu.Item key={page.href} component={Link} href={page.href}>
            {page.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut({ callbackUrl: '/' })}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
