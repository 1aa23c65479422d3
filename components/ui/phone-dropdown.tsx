'use client';
import './dialog-styles';
import { Menu } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import Link from 'next/link';
import { IconButton } from './button';
import { MantineScope } from './mantine-scope';
import { DESTINATIONS, isCurrent } from './navigation';

/** The menu of pages on phones, open from the start. */
export function PhoneDropdown({ path }: { path: string }) {
  return (
    <MantineScope>
      <Menu position="bottom-end" width={220} defaultOpened>
        <Menu.Target>
          <IconButton size={40} aria-label="Pages">
            <IconMenu2 size={18} stroke={1.75} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {DESTINATIONS.filter((page) => page.bar).map((page) => (
            <Menu.Item
              key={page.href}
              component={Link}
              href={page.href}
              aria-current={isCurrent(page.href, path) ? 'page' : undefined}
            >
              {page.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </MantineScope>
  );
}
