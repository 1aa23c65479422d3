import { clsx } from 'clsx';
import type { Metadata } from 'next';
import { NOT_FOUND_METADATA } from '@/app/not-found-metadata';
import { WayOn } from '@/components/match/board-links';
import { DESTINATIONS } from '@/components/ui/destinations';
import { LateHead } from '@/components/ui/late-head';
import { Link } from '@/components/ui/link';
import { Page } from '@/components/ui/page';
import { Section } from '@/components/ui/section';
import shared from '@/components/ui/shared.module.css';

export const metadata: Metadata = NOT_FOUND_METADATA;

const SUGGESTED = ['/play', '/matches', '/leaderboards', '/experiences', '/docs'];

export default function NotFound() {
  return (
    <Page
      narrow
      title="Page not found"
      lead="The address may be mistyped, or the page was removed. The search in the top bar finds matches, players, experiences and pages."
    >
      {/* Without a style sheet of its own: every page would preload it and use it never. */}
      <div className={shared.stack} data-gap="xl">
        <LateHead />
        <WayOn />
        <Section title="Other pages">
          <ul className={clsx(shared.list, shared.grid12)}>
            {DESTINATIONS.filter(({ href }) => SUGGESTED.includes(href)).map(({ href, label, about }) => (
              <li key={href}>
                <Link href={href}>{label}</Link>
                <span className={clsx(shared.muted, shared.block)}>{about}</span>
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </Page>
  );
}
