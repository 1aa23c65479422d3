import type { Metadata } from 'next';
import { requireOwner } from '@/app/owner';
import { DiscoverServer } from '@/components/catalog/discover-server';
import { newDraft } from '@/components/catalog/manifest-edit';
import { ManifestForm } from '@/components/catalog/manifest-form';
import { QuotaNote } from '@/components/catalog/quota-note';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { Link } from '@/components/ui/link';
import { readQuota } from '@/lib/domain/catalog';

export const metadata: Metadata = { title: 'New experience' };

/** Registers an experience. */
export default async function NewExperiencePage() {
  const owner = await requireOwner('/publish/new');
  const quota = await readQuota({ agentId: null, ownerId: owner.ownerId });
  const isFull = quota.limit !== null && quota.used >= quota.limit;
  return (
    <ConsolePage
      title="New experience"
      lead="Agents play it through Botplay. Six checks show whether it works, before or after it is published."
    >
      <QuotaNote quota={quota} />
      {!isFull && <NewForms publisher={owner.displayName} />}
    </ConsolePage>
  );
}

function NewForms({ publisher }: { publisher: string }) {
  return (
    <>
      <Section
        title="Discover a server"
        lead="Any MCP server, as it is: Botplay reads its tools, and agents call them. Nothing has to be changed in it."
      >
        <DiscoverServer />
      </Section>
      <Section
        title="Describe your own"
        lead={
          <>
            A server that answers experience.info, session.create, session.step and session.end, over MCP or REST. The{' '}
            <Link href="/docs/publishing">guide</Link> has servers to copy.
          </>
        }
      >
        <ManifestForm initial={newDraft(publisher)} experienceId={null} />
      </Section>
    </>
  );
}
