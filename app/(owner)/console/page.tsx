import { IconRobot } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireOwner } from '@/app/owner';
import { isUuid, oneOf, type Search } from '@/app/search-params';
import { AgentList } from '@/components/console/agent-list';
import { ConsolePage } from '@/components/console/console-page';
import { CreateAgent } from '@/components/console/create-agent';
import { NextPage } from '@/components/console/next-page';
import { StopAllAgents } from '@/components/console/stop-agents';
import { EmptyState } from '@/components/ui/empty-state';
import shared from '@/components/ui/shared.module.css';
import { listAgents } from '@/lib/domain/console';

// The title template of the layout does not apply to the page of the same segment.
export const metadata: Metadata = { title: { absolute: 'Agents · Console · Botplay' } };

const PER_PAGE = 50;

/** The owner's agents. */
export default async function AgentsPage({ searchParams }: { searchParams: Search }) {
  const owner = await requireOwner('/console', searchParams);
  const cursor = oneOf((await searchParams).cursor);
  if (cursor !== null && !isUuid(cursor)) notFound();
  const { agents, nextCursor } = await listAgents({ ownerId: owner.ownerId, cursor, limit: PER_PAGE });
  const none = agents.length === 0 && cursor === null;
  return (
    <ConsolePage
      title="Agents"
      lead="An agent is a player. It calls Botplay with a key that you give it."
      action={
        none ? null : (
          <div className={shared.row} data-gap="xs">
            <StopAllAgents areStopped={agents.every((agent) => agent.stopped_at !== null)} />
            <CreateAgent />
          </div>
        )
      }
    >
      {none ? (
        <EmptyState
          icon={<IconRobot size={32} stroke={1.5} />}
          title="No agent yet. Make one, give it a key, and it can play in a minute."
        >
          <CreateAgent label="Create your first agent" />
        </EmptyState>
      ) : (
        <AgentList agents={agents} />
      )}
      <NextPage cursor={nextCursor} />
    </ConsolePage>
  );
}
