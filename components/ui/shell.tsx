'use client';

import { IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { AccountMenu } from './account-menu';
import { IconButton } from './button';
import { SWITCH_ATTRIBUTE } from './color-scheme';
import { markReady } from './early-keys';
import { KeyHelpProvider } from './key-help';
import { Link } from './link';
import { LogoMark } from './logo';
import { useMarkedPath } from './marked-page';
import { Menu, menuItemClass } from './menu';
import { BAR_PAGES, isCurrent } from './navigation';
import { OnDemand } from './on-demand';
import classes from './shell.module.css';
import { useKey } from './use-key';

/**
 * The frame of every page: skip link, top bar, main, links of the instance. When it is hydrated the page can be used
 * (`data-ready`).
 */
export function Shell({
  mayBeSignedIn,
  links,
  children,
}: {
  mayBeSignedIn: boolean;
  /** Links below every page. */
  links: readonly { href: string; label: string }[];
  children: ReactNode;
}) {
  useEffect(() => void markReady(), []);
  return (
    <KeyHelpProvider>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <TopBar mayBeSignedIn={mayBeSignedIn} />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      {links.length > 0 && (
        <footer className={classes.footer}>
          {links.map(({ href, label }) => (
            <Link key={href} href={href} className={classes.footerLink}>
              {label}
            </Link>
          ))}
        </footer>
      )}
    </KeyHelpProvider>
  );
}

/** Logo, pages, search, theme and account. `mayBeSignedIn` is false when the server saw no session cookie. */
function TopBar({ mayBeSignedIn }: { mayBeSignedIn: boolean }) {
  const path = useMarkedPath();
  return (
    <header className={classes.bar}>
      <Link className={classes.logo} href="/">
        <LogoMark />
        <span className={classes.word}>Botplay</span>
      </Link>
      <nav className={classes.pages} aria-label="Pages">
        {BAR_PAGES.map((page) => (
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
        <Search />
        <SchemeSwitch />
        <AccountMenu mayBeSignedIn={mayBeSignedIn} />
        <PhoneMenu path={path} />
      </div>
    </header>
  );
}

/** The pages of the top bar as a menu, on phones. */
function PhoneMenu({ path }: { path: string }) {
  return (
    <div className={classes.phone}>
      <Menu label="Pages" className={classes.phoneButton} icon={<IconMenu2 size={18} stroke={1.75} aria-hidden />}>
        <nav aria-label="Pages">
          {BAR_PAGES.map((page) => (
            <Link
              key={page.href}
              className={menuItemClass}
              href={page.href}
              aria-current={isCurrent(page.href, path) ? 'page' : undefined}
            >
              {page.label}
            </Link>
          ))}
        </nav>
      </Menu>
    </div>
  );
}

/** Switches between dark and light, by the script of the page's head. CSS chooses the icon, so that the first paint is right. */
function SchemeSwitch() {
  return (
    <IconButton
      className={classes.button}
      {...{ [SWITCH_ATTRIBUTE]: '' }}
      aria-label="Switch between the dark and the light theme"
    >
      <IconSun className={classes.sun} size={18} stroke={1.75} aria-hidden />
      <IconMoon className={classes.moon} size={18} stroke={1.75} aria-hidden />
    </IconButton>
  );
}

/** Loaded when the search is opened for the first time: no page needs it before. */
const loadSearch = () => import('./search-dialog').then((module) => module.SearchDialog);

const isSearchKey = ({ key, metaKey, ctrlKey, shiftKey, altKey }: KeyboardEvent) =>
  (metaKey || ctrlKey) && !shiftKey && !altKey && key.toLowerCase() === 'k';

/** The button of the search, which ⌘K opens as well. */
function Search() {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  useKey(isSearchKey, open);
  return (
    <>
      <button type="button" className={classes.search} onClick={open} aria-label="Search">
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <span className={classes.searchWord}>Search</span>
        <kbd className={classes.searchKey}>⌘K</kbd>
      </button>
      {opened && <OnDemand load={loadSearch} given={{ onClose: () => setOpened(false) }} />}
    </>
  );
}
