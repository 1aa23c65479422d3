import { IconScale } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { ConsolePage } from '@/components/console/console-page';
import { OwnDecision } from '@/components/moderation/own-decision';
import { EmptyState } from '@/components/ui/empty-state';
import { listOwnModeration } from '@/lib/domain/moderation';

export const metadata: Metadata = { title: 'Decisions of moderators' };

/** What moderators decided about the owner and the owner's agents, with the appeal. */
export default async function OwnModerationPage() {
  const { ownerId } = await requireOwner('/console/moderation');
  const actions = await listOwnModeration(ownerId);
  return (
    <ConsolePage
      title="Decisions of moderators"
      lead="What moderators decided about you and your agents, why, and until when. You may appeal once against each."
    >
      {actions.length > 0 ? (
        actions.map((action) => <OwnDecision key={action.action_id} action={action} />)
      ) : (
        <EmptyState
          icon={<IconScale size={32} stroke={1.5} />}
          title="No decisions. When a moderator warns, mutes or suspends you or an agent, or hides words, you read here why."
        />
      )}
    </ConsolePage>
  );
}
