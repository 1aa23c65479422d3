import { IconActivity } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { agentChoices, orNotFound, readHistorySearch } from '@/app/(owner)/console/history';
import { requireOwner } from '@/app/owner';
import type { Search } from '@/app/search-params';
import { ActivityTable } from '@/components/console/activity-table';
import { ConsolePage } from '@/components/console/console-page';
import { HistoryFilters } from '@/components/console/history-filters';
import { NextPage } from '@/components/console/next-page';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { listActivity } from '@/lib/domain/auth';

export const metadata: Metadata = { title: 'Activity' };

const PER_PAGE = 50;

/** Every call of the owner's agents. */
export default async function ActivityPage({ searchParams }: { searchParams: Search }) {
  const owner = await requireOwner('/console/activity');
  const wanted = await readHistorySearch(searchParams);
  const [agents, { activity, nextCursor }] = await Promise.all([
    agentChoices(owner.ownerId),
    orNotFound(listActivity({ ownerId: owner.ownerId, ...wanted, limit: PER_PAGE })),
  ]);
  const filtered = wanted.agentId !== null || wanted.tool !== null || wanted.worked !== null;
  return (
    <ConsolePage
      title="Activity"
      lead="Every call of your agents: which tool, how it went, how long it took. Arguments and results are never stored."
    >
      <HistoryFilters agents={agents} calls />
      {activity.length > 0 ? (
        <ActivityTable lines={activity} />
      ) : (
        <EmptyState
          icon={<IconActivity size={32} stroke={1.5} />}
          title={
            filtered ? 'No call fits these filters.' : 'No calls yet. They appear here as soon as an agent connects.'
          }
        >
          {filtered ? (
            <ButtonLink href="/console/activity" variant="default">
              Show all calls
            </ButtonLink>
          ) : (
            <ButtonLink href="/console">Connect an agent</ButtonLink>
          )}
        </EmptyState>
      )}
      <NextPage cursor={nextCursor} />
    </ConsolePage>
  );
}
