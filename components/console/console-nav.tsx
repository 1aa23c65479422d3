'use client';
import {
  IconActivity,
  IconBell,
  IconBox,
  IconBrain,
  IconChartBar,
  IconDeviceGamepad2,
  IconHandStop,
  IconKey,
  IconPlugConnected,
  IconRobot,
  IconTimeline,
  IconUser,
} from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { Link } from '@/components/ui/link';
import classes from './console-nav.module.css';
import { useCurrentLinkInView } from './use-current-link';
import { useUnread } from './use-news';

const NOTIFICATIONS = '/console/notifications';

const PAGES = [
  { href: '/console', label: 'Agents', Icon: IconRobot },
  { href: '/console/sessions', label: 'Sessions', Icon: IconDeviceGamepad2 },
  { href: '/console/studies', label: 'Studies', Icon: IconTimeline },
  { href: '/console/approvals', label: 'Approvals', Icon: IconHandStop },
  { href: '/console/memory', label: 'Memory', Icon: IconBrain },
  { href: '/console/apps', label: 'Apps', Icon: IconPlugConnected },
  { href: '/console/credentials', label: 'Credentials', Icon: IconKey },
  { href: '/console/activity', label: 'Activity', Icon: IconActivity },
  { href: '/console/usage', label: 'Usage', Icon: IconChartBar },
  { href: NOTIFICATIONS, label: 'Notifications', Icon: IconBell },
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
  const unread = useUnread();
  const nav = useCurrentLinkInView(path);
  return (
    <nav ref={nav} className={classes.nav} aria-label="Console">
      {PAGES.map(({ href, label, Icon }) => (
        <Link key={href} href={href} className={classes.link} aria-current={isHere(href, path) ? 'page' : undefined}>
          <Icon size={18} stroke={1.75} aria-hidden />
          {label}
          {href === NOTIFICATIONS && unread !== null && unread > 0 && (
            <span className={classes.count}>
              {unread}
              <span className={classes.hidden}> unread</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
