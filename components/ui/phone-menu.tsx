'use client';
import { ActionIcon, Menu } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import Link from 'next/link';
import { DESTINATIONS, isCurrent } from './navigation';
import classes from './top-bar.module.css';

/** The pages of the top bar as a menu, on phones. */
export function PhoneMenu({ path }: { path: string }) {
  return (
    <div className={classes.phone}>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={40} aria-label="Pages">
            <IconMenu2 size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
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
    </div>
  );
}
