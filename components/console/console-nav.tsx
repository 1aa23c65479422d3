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
  IconShieldCheck,
  IconShieldLock,
  IconTimeline,
  IconUser,
} from '@tabler/icons-react';
import { usePathname, useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useStream } from '@/components/live/use-stream';
import { Link } from '@/components/ui/link';
import shared from '../ui/shared.module.css';
import classes from './console-nav.module.css';
import { useCurrentLinkInView } from './use-current-link';

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
  { href: '/console/security', label: 'Security', Icon: IconShieldLock },
  { href: '/admin', label: 'Moderation', Icon: IconShieldCheck },
] as const;

function isHere(href: string, path: string): boolean {
  if (href === '/console') return path === '/console' || path.startsWith('/console/agents');
  return path === href || path.startsWith(`${href}/`);
}

/** The console's side bar; a scrolling row of tabs on a phone. */
export function ConsoleNav({ isModerator }: { isModerator: boolean }) {
  const path = usePathname();
  const unread = useUnread();
  const nav = useCurrentLinkInView(path);
  return (
    <nav ref={nav} className={classes.nav} aria-label="Console">
      {PAGES.filter(({ href }) => isModerator || href !== '/admin').map(({ href, label, Icon }) => (
        <Link key={href} href={href} className={classes.link} aria-current={isHere(href, path) ? 'page' : undefined}>
          <Icon size={18} stroke={1.75} aria-hidden />
          {label}
          {href === NOTIFICATIONS && unread !== null && unread > 0 && (
            <span className={classes.count}>
              {unread}
              <span className={shared.visuallyHidden}> unread</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

const newsSchema = z.object({ unread: z.number(), newest_id: z.string().nullable() });
type News = z.infer<typeof newsSchema>;

/** How many notifications are unread; the page fetches its data again when that changes. Null until it is known. */
function useUnread(): number | null {
  const router = useRouter();
  const [unread, setUnread] = useState<number | null>(null);
  const seen = useRef<News | null>(null);
  const take = (sent: unknown) => {
    const news = newsSchema.safeParse(sent).data;
    if (!news) return;
    // What came between the page and the subscription is not on the page yet.
    const isNew = seen.current === null ? news.unread > 0 : !isSame(seen.current, news);
    seen.current = news;
    setUnread(news.unread);
    if (isNew) router.refresh();
  };
  useStream({
    stream: 'owner',
    onSnapshot: take,
    onEvents: (events) => take(events.findLast(({ type }) => type === 'notices_changed')?.data),
  });
  return unread;
}

const isSame = (a: News, b: News) => a.unread === b.unread && a.newest_id === b.newest_id;
