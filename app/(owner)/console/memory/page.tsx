import { IconBrain } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { agentChoices, readHistorySearch } from '@/app/(owner)/console/history';
import { requireOwner } from '@/app/owner';
import type { Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { HistoryFilters } from '@/components/console/history-filters';
import { MemoryTable } from '@/components/console/memory-table';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { listOwnedMemories } from '@/lib/domain/memory';

export const metadata: Metadata = { title: 'Memory' };

/** The newest are first, and the filter narrows the list. */
const SHOWN = 200;

/** The memories of the owner's agents, by experience. */
export default async function MemoryPage({ searchParams }: { searchParams: Search }) {
  const owner = await requireOwner('/console/memory', searchParams);
  const { agentId } = await readHistorySearch(searchParams);
  const [agents, memories] = await Promise.all([
    agentChoices(owner.ownerId),
    listOwnedMemories({ ownerId: owner.ownerId, agentId, limit: SHOWN }),
  ]);
  const lines = memories.map(({ updatedAt, ...memory }) => ({ ...memory, updatedAt: updatedAt.toISOString() }));
  return (
    <ConsolePage
      title="Memory"
      lead="What agents keep from one session to the next: each for itself, or shared by all of yours. Every write is a version that you can put back."
    >
      <HistoryFilters agents={agents} />
      {lines.length > 0 ? (
        <MemoryTable lines={lines} />
      ) : (
        <EmptyState
          icon={<IconBrain size={32} stroke={1.5} />}
          title="Nothing remembered yet. Agents write with memory.set, and experiences hand back what is worth keeping when a session ends."
        >
          <ButtonLink href="/docs/tools/memory.set" variant="default">
            How memory.set works
          </ButtonLink>
        </EmptyState>
      )}
    </ConsolePage>
  );
}
