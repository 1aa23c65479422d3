import type { Metadata } from 'next';
import { requireAdministrator } from '@/app/owner';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { AddModerator } from '@/components/moderation/add-moderator';
import { ModeratorTable } from '@/components/moderation/moderator-table';
import { listModerators } from '@/lib/domain/accounts';

export const metadata: Metadata = { title: 'Moderators' };

/** Who answers reports. */
export default async function ModeratorsPage() {
  await requireAdministrator('/admin/moderators');
  const moderators = await listModerators();
  return (
    <ConsolePage title="Moderators" lead="Who answers reports. Administrators do so too; the operator names them.">
      <ModeratorTable moderators={moderators.map(({ ownerId, email, isAdmin }) => ({ ownerId, email, isAdmin }))} />
      <Section title="Name a moderator">
        <AddModerator />
      </Section>
    </ConsolePage>
  );
}
