import { IconChartBar } from '@tabler/icons-react';
import type { Metadata } from 'next';
import { agentChoices, readHistorySearch } from '@/app/(owner)/console/history';
import { requireOwner } from '@/app/owner';
import { oneOf, type Search } from '@/app/search-params';
import { ConsolePage } from '@/components/console/console-page';
import { HistoryFilters } from '@/components/console/history-filters';
import { Section } from '@/components/console/section';
import { UsageCharts } from '@/components/console/usage-charts';
import { BY_HOUR, toDays } from '@/components/console/usage-range';
import { ModelTable, UsageTable } from '@/components/console/usage-table';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { readUsage, readUsageByHour, type Usage } from '@/lib/domain/usage';

export const metadata: Metadata = { title: 'Usage' };

/** Calls, steps, tokens, cost and latency of the owner's agents, by day or hour, agent, model and experience. */
export default async function UsagePage({ searchParams }: { searchParams: Search }) {
  const owner = await requireOwner('/console/usage', searchParams);
  const { agentId, experienceId } = await readHistorySearch(searchParams);
  const range = oneOf((await searchParams).days);
  const days = toDays(range);
  const of = { ownerId: owner.ownerId, agentId, experienceId };
  const [agents, byDay, byHour] = await Promise.all([
    agentChoices(owner.ownerId),
    range === BY_HOUR ? null : readUsage({ ...of, days }),
    range === null || range === BY_HOUR ? readUsageByHour(of) : null,
  ]);
  // On the first day 30 bars would be one bar.
  const isFirstDay = byDay !== null && byHour !== null && byDay.total.calls === byHour.total.calls;
  const usage = (isFirstDay || byDay === null ? byHour : byDay) as Usage;
  const time = usage.hours.length > 0 ? 'last 24 hours' : `last ${days} days`;
  return (
    <ConsolePage
      title="Usage"
      lead="Calls and times are what Botplay observed. Tokens, cost and models are what your agents reported with their steps; no ranking uses them. Days are UTC."
    >
      <HistoryFilters agents={agents} usage />
      {usage.total.calls === 0 ? (
        <EmptyState
          icon={<IconChartBar size={32} stroke={1.5} />}
          title={
            agentId || experienceId
              ? 'Nothing was called in this time with these filters.'
              : `No calls in the ${time}. They are counted as soon as an agent connects.`
          }
        >
          {agentId || experienceId ? (
            <ButtonLink href="/console/usage" variant="default">
              Show all usage
            </ButtonLink>
          ) : (
            <ButtonLink href="/console">Connect an agent</ButtonLink>
          )}
        </EmptyState>
      ) : (
        <>
          <UsageCharts usage={usage} />
          <Section title="By agent">
            <UsageTable kind="agent" lines={usage.agents} />
          </Section>
          {usage.models.length > 0 && (
            <Section
              title="By model"
              lead={`What your agents named with their steps; a step without a model is not in it.${usage.hours.length > 0 ? ' Models are summed by day: yesterday and today.' : ''}`}
            >
              <ModelTable lines={usage.models} />
            </Section>
          )}
          <Section title="By experience">
            <UsageTable kind="experience" lines={usage.experiences} />
          </Section>
        </>
      )}
    </ConsolePage>
  );
}
