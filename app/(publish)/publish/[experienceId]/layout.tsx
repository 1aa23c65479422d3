import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { LiveBadge, VerificationBadge } from '@/components/catalog/badges';
import { OwnTabs } from '@/components/catalog/own-tabs';
import { ConsolePage } from '@/components/console/console-page';
import table from '@/components/ui/data-table.module.css';
import { Link } from '@/components/ui/link';
import { findOwn, type Params } from './own';

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  return { title: (await findOwn((await params).experienceId)).name };
}

/** One experience for its publisher: its name and state, and the pages about it. */
export default async function OwnExperienceLayout({ params, children }: Params & { children: ReactNode }) {
  const experience = await findOwn((await params).experienceId);
  return (
    <ConsolePage
      title={<bdi>{experience.name}</bdi>}
      lead={
        <span className={table.sub}>
          <VerificationBadge status={experience.verification_status} tier={experience.tier} />
          <LiveBadge
            status={experience.live_status.status}
            players={experience.live_status.current_players}
            since={experience.live_since}
          />
          <Link href={`/experiences/${experience.id}`}>Its page in the catalog</Link>
        </span>
      }
    >
      <OwnTabs experienceId={experience.id} hasServer={experience.tier === 2} />
      {children}
    </ConsolePage>
  );
}
