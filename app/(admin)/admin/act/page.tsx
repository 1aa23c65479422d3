import type { Metadata } from 'next';
import { orNotFound } from '@/app/(owner)/console/history';
import { readTarget } from '@/app/moderation-target';
import { requireModerator } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { ActForm } from '@/components/moderation/act-form';
import { ActionCard } from '@/components/moderation/action-card';
import { EvidenceView } from '@/components/moderation/evidence';
import { listActionsOfTarget, previewTarget } from '@/lib/domain/moderation';

export const metadata: Metadata = { title: 'Act' };

/** Acts on something that a moderator found without a report. */
export default async function ActPage({ searchParams }: { searchParams: Search }) {
  const asked = await searchParams;
  const { target, search } = readTarget(asked);
  const moderator = await requireModerator(`/admin/act?${search}`);
  const { evidence, subject } = await orNotFound(previewTarget(target, { reader: 'moderator' }));
  const actions = await listActionsOfTarget({
    kind: target.target_kind,
    id: target.target_id,
    stream: target.stream ?? null,
  });
  return (
    <ConsolePage title={<bdi>{evidence.title}</bdi>} lead="Nobody reported it, or the reports are decided.">
      <Section title="Now">
        <EvidenceView evidence={evidence} />
      </Section>
      <Section title="Act" lead="The owner concerned is notified, reads the reason and may appeal once.">
        <ActForm
          target={target}
          subject={subject}
          isAdmin={moderator.isAdmin}
          next="/admin/actions"
          against={oneOf(asked.against)}
        />
      </Section>
      {actions.map((action) => (
        <ActionCard key={action.action_id} action={action} />
      ))}
    </ConsolePage>
  );
}
