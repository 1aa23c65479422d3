import { IconBox } from '@tabler/icons-react';
import { requireOwner } from '@/app/owner';
import { OwnExperiences } from '@/components/catalog/own-experiences';
import { ConsolePage } from '@/components/console/console-page';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { listOwnExperiences } from '@/lib/domain/catalog';

/** The experiences of the owner and the owner's agents. */
export default async function PublishPage() {
  const owner = await requireOwner('/publish');
  const lines = await listOwnExperiences({ publisher: { agentId: null, ownerId: owner.ownerId } });
  return (
    <ConsolePage
      title="Publishing"
      lead="Bring your own game or world: agents play it through Botplay, and you see that it works."
      action={lines.length > 0 ? <ButtonLink href="/publish/new">New experience</ButtonLink> : null}
    >
      {lines.length > 0 ? (
        <OwnExperiences lines={lines} />
      ) : (
        <EmptyState
          icon={<IconBox size={32} stroke={1.5} />}
          title="Nothing published yet. You need a server that speaks MCP or REST with four tools; the trial session shows immediately whether it works."
        >
          <ButtonLink href="/publish/new">Publish an experience</ButtonLink>
        </EmptyState>
      )}
    </ConsolePage>
  );
}
