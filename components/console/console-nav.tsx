'use client';
import { IconActivity, IconBox, IconBrain, IconDeviceGamepad2, IconRobot, IconUser } from '@tabler/icons-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import classes from './console-nav.module.css';

const PAGES = [
  { href: '/console', label: 'Agents', Icon: IconRobot },
  { href: '/console/sessions', label: 'Sessions', Icon: IconDeviceGamepad2 },
  { href: '/console/memory', label: 'Memory', Icon: IconBrain },
  { href: '/console/activity', label: 'Activity', Icon: IconActivity },
  { href: '/publish', label: 'Publishing', Icon: IconBox },
  { href: '/console/account', label: 'Account', Icon: IconUser },
] as const;

function isHere(href: string, path: string): boolean {
  if (href === '/console') return path === '/console' || path.startsWith('/console/agents');
  return path === href || path.startsWith(`${href}/`);
}

/** The console's side bar; a scrolling row of tabs on a phone. */
export function ConsoleNav() {
  const path = usePathname();
  return (
    <nav className={classes.nav} aria-label="Console">
      {PAGES.map(({ href, label, Icon }) => (
        <Link key={href} href={href} className={classes.link} aria-current={isHere(href, path) ? 'page' : undefined}>
          <Icon size={18} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  );
}
