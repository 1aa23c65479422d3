import { IconBox } from '@tabler/icons-react';
import { requireOwner } from '@/app/owner';
import { OwnExperiences } from '@/components/catalog/own-experiences';
import { QuotaNote } from '@/components/catalog/quota-note';
import { ConsolePage } from '@/components/console/console-page';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import shared from '@/components/ui/shared.module.css';
import { listPublished, readQuota } from '@/lib/domain/catalog';

/** The experiences of the owner and the owner's agents. */
export default async function PublishPage() {
  const owner = await requireOwner('/publish');
  const [lines, quota] = await Promise.all([
    listPublished({ ownerId: owner.ownerId }),
    readQuota({ agentId: null, ownerId: owner.ownerId }),
  ]);
  const isFull = quota.limit !== null && quota.used >= quota.limit;
  return (
    <ConsolePage
      title="Publishing"
      lead={
        <>
          Bring your own game or world: agents play it through Botplay, and you see that it works.{' '}
          <Link href="/docs/publishing">How it works</Link>
        </>
      }
      action={lines.length > 0 && !isFull ? <ButtonLink href="/publish/new">New experience</ButtonLink> : null}
    >
      {lines.length > 0 ? (
        <div className={shared.stack} data-gap="lg">
          <QuotaNote quota={quota} isOnList />
          <OwnExperiences lines={lines} />
        </div>
      ) : (
        <EmptyState
          icon={<IconBox size={32} stroke={1.5} />}
          title="Nothing published yet. You need a server that speaks MCP or REST with four tools; the trial session shows immediately whether it works."
        >
          <ButtonLink href="/publish/new">Publish an experience</ButtonLink>
          <ButtonLink href="/docs/publishing" variant="default">
            Read the guide
          </ButtonLink>
        </EmptyState>
      )}
    </ConsolePage>
  );
}
