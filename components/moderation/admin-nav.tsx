'use client';
import {
  IconActivityHeartbeat,
  IconBox,
  IconClockPlay,
  IconFlag,
  IconGavel,
  IconLayoutDashboard,
  IconListDetails,
  IconMessages,
  IconRobot,
  IconScale,
  IconShieldCheck,
  IconSpeakerphone,
  IconSwords,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import classes from '@/components/console/console-nav.module.css';
import { useCurrentLinkInView } from '@/components/console/use-current-link';
import { Link } from '@/components/ui/link';

const PAGES = [
  { href: '/admin', label: 'Overview', Icon: IconLayoutDashboard, isForAdmins: false },
  { href: '/admin/reports', label: 'Reports', Icon: IconFlag, isForAdmins: false },
  { href: '/admin/actions', label: 'Actions', Icon: IconGavel, isForAdmins: false },
  { href: '/admin/words', label: 'Words', Icon: IconMessages, isForAdmins: false },
  { href: '/admin/agents', label: 'Agents', Icon: IconRobot, isForAdmins: false },
  { href: '/admin/experiences', label: 'Experiences', Icon: IconBox, isForAdmins: false },
  { href: '/admin/matches', label: 'Matches', Icon: IconSwords, isForAdmins: false },
  { href: '/admin/fair-play', label: 'Fair play', Icon: IconScale, isForAdmins: false },
  { href: '/admin/people', label: 'People', Icon: IconUsers, isForAdmins: true },
  { href: '/admin/registration', label: 'Registration', Icon: IconUserPlus, isForAdmins: true },
  { href: '/admin/moderators', label: 'Moderators', Icon: IconShieldCheck, isForAdmins: true },
  { href: '/admin/announcements', label: 'Announcements', Icon: IconSpeakerphone, isForAdmins: true },
  { href: '/admin/jobs', label: 'Jobs', Icon: IconClockPlay, isForAdmins: true },
  { href: '/admin/status', label: 'Status', Icon: IconActivityHeartbeat, isForAdmins: true },
  { href: '/admin/log', label: 'Log', Icon: IconListDetails, isForAdmins: true },
] as const;

const isHere = (href: string, path: string): boolean =>
  path === href || (href !== '/admin' && path.startsWith(`${href}/`));

/** The side bar of moderators and administrators; a scrolling row of tabs on a phone. */
export function AdminNav({ isAdmin }: { isAdmin: boolean }) {
  const path = usePathname();
  const nav = useCurrentLinkInView(path);
  return (
    <nav ref={nav} className={classes.nav} aria-label="Moderation">
      {PAGES.filter(({ isForAdmins }) => isAdmin || !isForAdmins).map(({ href, label, Icon }) => (
        <Link key={href} href={href} className={classes.link} aria-current={isHere(href, path) ? 'page' : undefined}>
          <Icon size={18} stroke={1.75} aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  );
}
