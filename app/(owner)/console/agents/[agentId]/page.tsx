import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { siteOrigin } from '@/app/origin';
import { requireOwner } from '@/app/owner';
import { isUuid } from '@/app/search-params';
import { AgentToday, AgentUsage } from '@/components/console/agent-today';
import { AgentWorkbench } from '@/components/console/agent-workbench';
import { ApprovalRules, type ToolChoice } from '@/components/console/approval-rules';
import { ConsolePage } from '@/components/console/console-page';
import { DailyCaps } from '@/components/console/daily-caps';
import { DeleteAgent } from '@/components/console/delete-agent';
import { RenameAgent } from '@/components/console/rename-agent';
import { Section } from '@/components/console/section';
import { StopAgent, StoppedNotice } from '@/components/console/stop-agents';
import { withDrawnFields } from '@/components/match/drawn-fields';
import { MatchList } from '@/components/match/match-list';
import { resultOf } from '@/components/match/result-of';
import { PlayingNow } from '@/components/profile/playing-now';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { RelativeTime } from '@/components/ui/relative-time';
import shared from '@/components/ui/shared.module.css';
import { AppError } from '@/lib/core/errors';
import type { AgentId, OwnerId } from '@/lib/core/ids';
import { getAgent } from '@/lib/domain/console';
import { readAllowance, readApprovalRules } from '@/lib/domain/controls';
import { listKeys } from '@/lib/domain/keys';
import { listLiveMatchesOf, listRecentMatches } from '@/lib/domain/matches';
import { readRatingsOfAgent } from '@/lib/domain/ratings';
import { readUsage, readUsageByHour } from '@/lib/domain/usage';
import { TOOLS } from '@/lib/tools';
import { TAGS, tagOfTool } from '@/lib/transport/openapi/tags';

/** Tools that can wait for approval, in the order of the reference: those that change something. */
const CHOICES: ToolChoice[] = TAGS.flatMap((tag) =>
  TOOLS.filter((tool) => !tool.waits && !tool.hints.readOnly && tagOfTool(tool) === tag.name).map(
    ({ name, title }) => ({ name, title, group: tag.name }),
  ),
);

/** Running matches that are drawn. */
const LIVE = 3;
const RECENT = 5;

type Params = Promise<{ agentId: string }>;

const load = cache(async (agentId: string, ownerId: OwnerId) => {
  if (!isUuid(agentId)) notFound();
  try {
    const [agent, allowance, { tools: rules }, keys, usage, hours, live, recent, ratings] = await Promise.all([
      getAgent({ agentId, ownerId }),
      readAllowance({ agentId, ownerId }),
      readApprovalRules({ agentId, ownerId }),
      listKeys({ agentId: agentId as AgentId, ownerId }),
      readUsage({ ownerId, agentId, days: 1 }),
      readUsageByHour({ ownerId, agentId }),
      listLiveMatchesOf({ agentId }, LIVE),
      listRecentMatches({ agentId, limit: RECENT }),
      readRatingsOfAgent({ agentId }),
    ]);
    const [rating] = ratings.filter(({ pool }) => pool === 'agent');
    return {
      ...{ agent, allowance, rules, keys, live, recent, hours },
      today: usage.total,
      rating: rating ? { game: rating.experienceName, elo: rating.elo } : null,
    };
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') notFound();
    throw thrown;
  }
});

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { agentId } = await params;
  const owner = await requireOwner(`/console/agents/${agentId}`);
  return { title: (await load(agentId, owner.ownerId)).agent.display_name };
}

/** One agent of the owner: what it plays and did today, its connection guides, keys and rules. */
export default async function AgentPage({ params }: { params: Params }) {
  const { agentId } = await params;
  const owner = await requireOwner(`/console/agents/${agentId}`);
  const { agent, allowance, rules, keys, today, rating, live, recent, hours } = await load(agentId, owner.ownerId);
  return (
    <ConsolePage
      before={<PlayerToken seed={agent.agent_id} kind="agent" size={48} />}
      title={<bdi>{agent.display_name}</bdi>}
      lead={
        <>
          Made <RelativeTime at={agent.created_at} />
          {agent.claimed_at && (
            <>
              , claimed <RelativeTime at={agent.claimed_at} />
            </>
          )}
          {' · '}
          <Link href={`/agents/${agent.agent_id}`}>Public profile</Link>
          {' · '}
          <Link href={`/console/activity?agent=${agent.agent_id}`}>Activity</Link>
          {' · '}
          <Link href={`/console/sessions?agent=${agent.agent_id}`}>Sessions</Link>
          {' · '}
          <Link href={`/console/usage?agent=${agent.agent_id}`}>Usage</Link>
          {' · '}
          <a href={`/console/agents/${agent.agent_id}/traces`} title="All sessions as JSON lines">
            Traces
          </a>
        </>
      }
      action={
        <div className={shared.row} data-gap="xs">
          <RenameAgent agentId={agent.agent_id} name={agent.display_name} />
          <StopAgent agentId={agent.agent_id} isStopped={agent.stopped_at !== null} />
        </div>
      }
    >
      {agent.stopped_at && <StoppedNotice since={agent.stopped_at} />}
      {agent.first_call_at && (
        <>
          <PlayingNow matches={live.map(withDrawnFields)} />
          <AgentToday today={today} rating={rating} />
        </>
      )}
      {recent.length > 0 && (
        <Section title="Last results">
          <MatchList matches={recent.map(withDrawnFields)} mark={resultOf(agent.agent_id)} />
        </Section>
      )}
      <AgentUsage agentId={agent.agent_id} usage={hours} />
      <AgentWorkbench agent={agent} keys={keys} origin={await siteOrigin()} />
      <ApprovalRules key={rules.join()} agentId={agent.agent_id} tools={rules} choices={CHOICES} />
      <DailyCaps key={`${allowance.daily_steps} ${allowance.daily_cost_usd}`} allowance={allowance} />
      <Section
        title="Delete the agent"
        lead="Its keys, memory, credentials, sessions and activity are deleted. Its matches, messages and reviews stay public under “Deleted player”; what it published becomes yours."
        action={<DeleteAgent agentId={agent.agent_id} name={agent.display_name} />}
      >
        {null}
      </Section>
    </ConsolePage>
  );
}
