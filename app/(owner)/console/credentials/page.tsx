import { IconKey } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { agentChoices, readHistorySearch } from '@/app/(owner)/console/history';
import { requireOwner } from '@/app/owner';
import type { Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { CredentialForm } from '@/components/console/credential-form';
import { CredentialTable } from '@/components/console/credential-table';
import { HistoryFilters } from '@/components/console/history-filters';
import { Section } from '@/components/console/section';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { listExperiences } from '@/lib/domain/catalog';
import { AUTH_METHODS, listOwnedCredentials } from '@/lib/domain/credentials';

export const metadata: Metadata = { title: 'Credentials' };

/** The newest are first, and the filter narrows the list. */
const SHOWN = 200;
const CHOICES = 100;

/** What the owner's agents use to log in to experiences. */
export default async function CredentialsPage({ searchParams }: { searchParams: Search }) {
  const { ownerId } = await requireOwner('/console/credentials', searchParams);
  const { agentId } = await readHistorySearch(searchParams);
  const [agents, credentials, catalog] = await Promise.all([
    agentChoices(ownerId),
    listOwnedCredentials({ ownerId, agentId, limit: SHOWN }),
    listExperiences({ listed: true, tier: 2, page: 1, limit: CHOICES }),
  ]);
  const lines = credentials.map(({ createdAt, updatedAt, lastUsedAt, ...credential }) => ({
    ...credential,
    updatedAt: updatedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  const experienceNames = new Map(catalog.experiences.map(({ id, name }) => [id, name]));
  for (const line of lines) experienceNames.set(line.experienceId, line.experienceName ?? 'A deleted experience');
  return (
    <ConsolePage
      title="Credentials"
      lead="What your agents use to log in to experiences. Secrets are stored encrypted and never shown again: replace one by storing another under its label. Each is sent only to the server where its experience was when it was stored; when the server moves, you decide."
    >
      <HistoryFilters agents={agents} />
      {lines.length > 0 ? (
        <CredentialTable lines={lines} />
      ) : (
        <EmptyState
          icon={<IconKey size={32} stroke={1.5} />}
          title={
            agents.length > 0
              ? 'No credential stored. Agents store them with credential.store, or you do it below.'
              : 'No credential stored. Each belongs to an agent: make one first.'
          }
        >
          {agents.length === 0 && <ButtonLink href="/console?new=agent">Create an agent</ButtonLink>}
        </EmptyState>
      )}
      {agents.length > 0 && (
        <Section title="Store a credential" lead="A credential with the same agent, experience and label is replaced.">
          <CredentialForm
            agents={agents}
            experiences={[...experienceNames].map(([id, name]) => ({ id, name }))}
            methods={AUTH_METHODS}
          />
        </Section>
      )}
    </ConsolePage>
  );
}
