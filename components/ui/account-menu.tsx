'use client';
import { Button, Menu } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import Link from 'next/link';
import { signOut, useSession } from 'next-auth/react';
import classes from './account-menu.module.css';
import { PlayerToken } from './player-token';

/** Where the signed-in owner goes; pages enter this list when they exist. */
export const ACCOUNT_PAGES: readonly { href: string; label: string }[] = [
  { href: '/play', label: 'Play' },
  { href: '/console', label: 'Console' },
  { href: '/publish', label: 'Publishing' },
  { href: '/console/account', label: 'Account' },
];

/** Where a visitor signs in; null until that page exists. */
export const SIGN_IN_HREF: string | null = '/sign-in';

/** Sign in, or who is signed in. Its room is reserved, so that nothing jumps when the answer comes. */
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
        <button type="button" className={classes.who} aria-label={`Account of ${name}`}>
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
