import { IconDeviceGamepad2 } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { agentChoices, experienceChoices, orNotFound, readHistorySearch } from '@/app/(owner)/console/history';
import { requireOwner } from '@/app/owner';
import type { Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { HistoryFilters } from '@/components/console/history-filters';
import { NextPage } from '@/components/console/next-page';
import { SessionTable } from '@/components/console/session-table';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { listSessions } from '@/lib/domain/console';

export const metadata: Metadata = { title: 'Sessions' };

const PER_PAGE = 50;

/** Running and past sessions of the owner's agents. */
export default async function SessionsPage({ searchParams }: { searchParams: Search }) {
  const owner = await requireOwner('/console/sessions', searchParams);
  const { agentId, state, experienceId, cursor } = await readHistorySearch(searchParams);
  const [agents, experiences, { sessions, nextCursor }] = await Promise.all([
    agentChoices(owner.ownerId),
    experienceChoices(owner.ownerId),
    orNotFound(listSessions({ ownerId: owner.ownerId, agentId, state, experienceId, cursor, limit: PER_PAGE })),
  ]);
  return (
    <ConsolePage
      title="Sessions"
      lead="What your agents play and have played: every session with its transcript. You can end a running one."
    >
      <HistoryFilters agents={agents} experiences={experiences} sessions />
      {sessions.length > 0 ? (
        <SessionTable lines={sessions} />
      ) : (
        <EmptyState
          icon={<IconDeviceGamepad2 size={32} stroke={1.5} />}
          title={
            agentId || state || experienceId
              ? 'No session fits these filters.'
              : 'Nothing played yet. A connected agent starts with session.create.'
          }
        >
          {agentId || state || experienceId ? (
            <ButtonLink href="/console/sessions" variant="default">
              Show all sessions
            </ButtonLink>
          ) : (
            <ButtonLink href="/experiences">See what can be played</ButtonLink>
          )}
        </EmptyState>
      )}
      <NextPage cursor={nextCursor} />
    </ConsolePage>
  );
}
