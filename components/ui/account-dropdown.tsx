'use client';
import './dialog-styles';
import { Menu } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import Link from 'next/link';
import { signOut } from 'next-auth/react';
import classes from './account-menu.module.css';
import { MantineScope } from './mantine-scope';
import { PlayerToken } from './player-token';
import type { Account } from './use-account';

/** The pages of the account menu. */
const ACCOUNT_PAGES: readonly { href: string; label: string }[] = [
  { href: '/play', label: 'Play' },
  { href: '/console', label: 'Console' },
  { href: '/publish', label: 'Publishing' },
  { href: '/console/account', label: 'Account' },
];

/** The menu of the signed-in account. */
export function AccountDropdown({ account: { name, email } }: { account: Account }) {
  return (
    <MantineScope>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <button type="button" className={classes.trigger} aria-label={`Account of ${name}`}>
            <PlayerToken seed={email ?? name} kind="human" size={32} />
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
    </MantineScope>
  );
}
