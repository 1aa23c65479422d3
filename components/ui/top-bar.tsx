'use client';
import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { AccountMenu } from './account-menu';
import { LogoMark } from './logo';
import { DESTINATIONS, isCurrent } from './navigation';
import { PhoneMenu } from './phone-menu';
import { SchemeSwitch } from './scheme-switch';
import { openSearch, Search } from './search';
import classes from './top-bar.module.css';

/** Logo, pages, search, theme and account. */
export function TopBar() {
  const path = usePathname();
  return (
    <header className={classes.bar}>
      <Link className={classes.logo} href="/">
        <LogoMark />
        <span className={classes.word}>Botplay</span>
      </Link>
      <nav className={classes.pages} aria-label="Pages">
        {DESTINATIONS.filter((page) => page.bar).map((page) => (
          <Link
            key={page.href}
            href={page.href}
            className={classes.page}
            aria-current={isCurrent(page.href, path) ? 'page' : undefined}
          >
            {page.label}
          </Link>
        ))}
      </nav>
      <div className={classes.tools}>
        <UnstyledButton className={classes.search} onClick={openSearch} aria-label="Search">
          <IconSearch size={16} stroke={1.75} aria-hidden />
          <span className={classes.searchWord}>Search</span>
          <Kbd className={classes.searchKey} size="xs">
            ⌘K
          </Kbd>
        </UnstyledButton>
        <SchemeSwitch />
        <AccountMenu />
        <PhoneMenu path={path} />
      </div>
      <Search />
    </header>
  );
}
