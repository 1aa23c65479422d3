import { IconActivity } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { agentChoices, orNotFound, readHistorySearch } from '@/app/(owner)/console/history';
import { requireOwner } from '@/app/owner';
import type { Search } from '@/app/search-params';
import { ActivityLog } from '@/components/console/activity-log';
import { ConsolePage } from '@/components/console/console-page';
import { HistoryFilters } from '@/components/console/history-filters';
import { NextPage } from '@/components/console/next-page';
import { ButtonLink } from '@/components/ui/button';
import { DayChart } from '@/components/ui/day-chart';
import { EmptyState } from '@/components/ui/empty-state';
import { listActivity } from '@/lib/domain/console';
import { readUsage } from '@/lib/domain/usage';
import classes from './page.module.css';

export const metadata: Metadata = { title: 'Activity' };

const PER_PAGE = 50;
const CHART_DAYS = 30;

type Filters = Awaited<ReturnType<typeof readHistorySearch>>;

/** The filters as REST names them. */
function toQuery({ agentId, worked, tool, sessionId, apiKeyId, since }: Filters): string {
  const fields = {
    agent_id: agentId,
    outcome: worked === null ? null : worked ? 'ok' : 'error',
    tool,
    session_id: sessionId,
    key_id: apiKeyId,
    since: since?.toISOString() ?? null,
  };
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
  return new URLSearchParams(given).toString();
}

/** Every call of the owner's agents. */
export default async function ActivityPage({ searchParams }: { searchParams: Search }) {
  const owner = await requireOwner('/console/activity', searchParams);
  const wanted = await readHistorySearch(searchParams);
  const [agents, { days }, { activity, nextCursor }] = await Promise.all([
    agentChoices(owner.ownerId),
    readUsage({ ownerId: owner.ownerId, agentId: wanted.agentId, experienceId: wanted.experienceId, days: CHART_DAYS }),
    orNotFound(listActivity({ ownerId: owner.ownerId, ...wanted, limit: PER_PAGE })),
  ]);
  const query = toQuery(wanted);
  const isEmpty = activity.length === 0 && query === '' && wanted.cursor === null;
  return (
    <ConsolePage
      title="Activity"
      lead="Every call of your agents of the last 90 days. Open a row for its message, key and session. Values of arguments are never recorded."
    >
      {days.some(({ calls }) => calls > 0) && (
        <div className={classes.chart}>
          <DayChart
            label="Calls of 30 days"
            days={days.map(({ date, calls, failed }) => ({ date, value: calls, failed }))}
          />
        </div>
      )}
      <HistoryFilters agents={agents} calls />
      <ActivityLog
        lines={activity}
        search={query}
        canFollow={wanted.cursor === null}
        exportPath={`/console/activity/export?${query}`}
        whenEmpty={
          isEmpty ? (
            <EmptyState
              icon={<IconActivity size={32} stroke={1.5} />}
              title="No calls yet. They appear here as soon as an agent connects."
            >
              <ButtonLink href="/console">Connect an agent</ButtonLink>
            </EmptyState>
          ) : (
            <EmptyState title="No call fits these filters. New ones appear here.">
              <ButtonLink href="/console/activity" variant="default">
                Show all calls
              </ButtonLink>
            </EmptyState>
          )
        }
      />
      <NextPage cursor={nextCursor} />
    </ConsolePage>
  );
}
