'use client';
import { AccountMenu } from './account-menu';
import { Link } from './link';
import { LogoMark } from './logo';
import { useMarkedPath } from './marked-page';
import { BAR_PAGES, isCurrent } from './navigation';
import { PhoneMenu } from './phone-menu';
import { SchemeSwitch } from './scheme-switch';
import { Search } from './search';
import classes from './top-bar.module.css';

/** Logo, pages, search, theme and account. `mayBeSignedIn` is false when the server saw no session cookie. */
export function TopBar({ mayBeSignedIn }: { mayBeSignedIn: boolean }) {
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
