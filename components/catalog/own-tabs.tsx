'use client';
import { usePathname } from 'next/navigation';
import { useCurrentLinkInView } from '@/components/console/use-current-link';
import { ChoiceLink } from '@/components/ui/choice-link';
import classes from './own-tabs.module.css';

const TABS = [
  { path: '', label: 'Overview', needsServer: false },
  { path: '/checks', label: 'Checks', needsServer: true },
  { path: '/errors', label: 'Errors', needsServer: true },
  { path: '/sessions', label: 'Sessions', needsServer: true },
  { path: '/reviews', label: 'Reviews and reports', needsServer: false },
  { path: '/versions', label: 'Versions', needsServer: false },
  { path: '/settings', label: 'Settings', needsServer: false },
] as const;

/** The pages about one experience of a publisher; those about its server only where it has one. */
export function OwnTabs({ experienceId, hasServer }: { experienceId: string; hasServer: boolean }) {
  const path = usePathname();
  const base = `/publish/${experienceId}`;
  const nav = useCurrentLinkInView(path);
  const isCurrent = (tab: string) =>
    tab === '' ? path === base : path === base + tab || path.startsWith(`${base}${tab}/`);
  return (
    <nav ref={nav} className={classes.tabs} aria-label="About this experience">
      {TABS.filter(({ needsServer }) => hasServer || !needsServer).map((tab) => (
        <ChoiceLink key={tab.path} href={base + tab.path} isChosen={isCurrent(tab.path)}>
          {tab.label}
        </ChoiceLink>
      ))}
    </nav>
  );
}
