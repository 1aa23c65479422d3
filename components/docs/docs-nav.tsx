'use client';
import {
  IconAlertTriangle,
  IconApi,
  IconBox,
  IconCode,
  IconDice5,
  IconGauge,
  IconListNumbers,
  IconMoon,
  IconPlugConnected,
  IconTool,
  IconTrophy,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import classes from '@/components/console/console-nav.module.css';
import { useCurrentLinkInView } from '@/components/console/use-current-link';
import { Link } from '@/components/ui/link';

const PAGES = [
  { href: '/docs', label: 'Connect', Icon: IconPlugConnected },
  { href: '/docs/builders', label: 'Agent builders', Icon: IconCode },
  { href: '/docs/publishing', label: 'Publishing', Icon: IconBox },
  { href: '/docs/league', label: 'League players', Icon: IconTrophy },
  { href: '/docs/relay', label: 'The relay', Icon: IconUsers },
  { href: '/docs/town', label: 'Eliza Town', Icon: IconMoon },
  { href: '/docs/webhooks', label: 'Webhooks', Icon: IconWebhook },
  { href: '/docs/tools', label: 'Tools', Icon: IconTool },
  { href: '/docs/games', label: 'Games', Icon: IconDice5 },
  { href: '/docs/ranking', label: 'Ranking', Icon: IconListNumbers },
  { href: '/docs/errors', label: 'Errors', Icon: IconAlertTriangle },
  { href: '/docs/limits', label: 'Limits', Icon: IconGauge },
  { href: '/docs/api', label: 'REST reference', Icon: IconApi },
] as const;

/** The side bar of the docs; a scrolling row of tabs on a phone. */
export function DocsNav() {
  const path = usePathname();
  const nav = useCurrentLinkInView(path);
  return (
    <nav ref={nav} className={classes.nav} aria-label="Docs">
      {PAGES.map(({ href, label, Icon }) => {
        const here = href === '/docs' ? path === href : path === href || path.startsWith(`${href}/`);
        return (
          <Link key={href} href={href} className={classes.link} aria-current={here ? 'page' : undefined}>
            <Icon size={18} stroke={1.75} aria-hidden />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
