'use client';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from './link';
import { Menu, menuItemClass } from './menu';
import { BAR_PAGES, isCurrent } from './navigation';
import classes from './top-bar.module.css';

/** The pages of the top bar as a menu, on phones. */
export function PhoneMenu({ path }: { path: string }) {
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
