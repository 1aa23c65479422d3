import { siteOrigin } from '@/app/origin';
import { DeleteExperience } from '@/components/catalog/delete-experience';
import { inManifestOrder } from '@/components/catalog/manifest-edit';
import { ManifestForm } from '@/components/catalog/manifest-form';
import { STATUS_BADGE_LEAD, StatusBadge } from '@/components/catalog/status-badge';
import { Section } from '@/components/console/section';
import { findOwn, type Params } from '../own';

/** The manifest of an experience, its status badge, and its deletion. */
export default async function SettingsPage({ params }: Params) {
  const experience = await findOwn((await params).experienceId);
  return (
    <>
      <Section title="Manifest" lead="Saving verifies it again. Running sessions continue.">
        <ManifestForm
          key={experience.updated_at}
          initial={inManifestOrder(experience.manifest)}
          experienceId={experience.id}
        />
      </Section>
      {experience.tier === 2 && (
        <Section title="Status badge" lead={STATUS_BADGE_LEAD}>
          <StatusBadge experienceId={experience.id} origin={await siteOrigin()} />
        </Section>
      )}
      <Section
        title="Delete the experience"
        lead="Its sessions, memories, ratings and reports are deleted with it. It is refused while it is played."
        action={<DeleteExperience experienceId={experience.id} name={experience.name} />}
      >
        {null}
      </Section>
    </>
  );
}
