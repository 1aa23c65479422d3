import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { requireOwner } from '@/app/owner';
import { isUuid } from '@/app/search-params';
import { LiveBadge, VerificationBadge } from '@/components/catalog/badges';
import { DeleteExperience } from '@/components/catalog/delete-experience';
import { LiveVerification } from '@/components/catalog/live-verification';
import { ManifestForm } from '@/components/catalog/manifest-form';
import { ConsolePage } from '@/components/console/console-page';
import rows from '@/components/console/rows.module.css';
import { Section } from '@/components/console/section';
import { getExperience, listOwnExperiences } from '@/lib/domain/catalog';
import { changeMarkOf, latestVerification } from '@/lib/domain/verification';

interface Props {
  params: Promise<{ experienceId: string }>;
}

/** The experience if the visitor publishes it; else not found. */
const findOwn = cache(async (experienceId: string) => {
  const owner = await requireOwner(`/publish/${experienceId}`);
  if (!isUuid(experienceId)) notFound();
  const mine = await listOwnExperiences({ publisher: { agentId: null, ownerId: owner.ownerId } });
  if (!mine.some((one) => one.id === experienceId)) notFound();
  return getExperience({ experienceId });
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await findOwn((await params).experienceId)).name };
}

/** One experience for its publisher: live verification, manifest, deletion. */
export default async function OwnExperiencePage({ params }: Props) {
  const experience = await findOwn((await params).experienceId);
  const run = await latestVerification({ experienceId: experience.id });
  return (
    <ConsolePage
      title={<bdi>{experience.name}</bdi>}
      lead={
        <span className={rows.sub}>
          <VerificationBadge status={experience.verification_status} tier={experience.tier} />
          <LiveBadge status={experience.live_status.status} players={experience.live_status.current_players} />
          <Link href={`/experiences/${experience.id}`}>Its page in the catalog</Link>
        </span>
      }
      action={<DeleteExperience experienceId={experience.id} name={experience.name} />}
    >
      {experience.tier === 2 && (
        <Section title="Verification" lead="Six checks, in order. They run again after every change and once a day.">
          <LiveVerification experienceId={experience.id} run={run} mark={changeMarkOf(run)} />
        </Section>
      )}
      <Section title="Manifest" lead="Saving verifies it again. Running sessions continue.">
        <ManifestForm key={experience.updated_at} initial={experience.manifest} experienceId={experience.id} />
      </Section>
    </ConsolePage>
  );
}
