import { Figures } from '@/components/ui/figures';
import { Link } from '@/components/ui/link';
import shared from '@/components/ui/shared.module.css';
import type { Usage, UsageFigures } from '@/lib/domain/usage';
import { Section } from './section';
import { UsageBars } from './usage-charts';
import { formatCost, formatCount } from './usage-figures';
import { BY_HOUR } from './usage-range';
import { ModelTable } from './usage-table';

/** What an agent did today, and its rating in the game that it played last. */
export function AgentToday({ today, rating }: { today: UsageFigures; rating: { game: string; elo: number } | null }) {
  return (
    <Section title="Today" lead="Since midnight UTC. Tokens and cost are what the agent reported with its steps.">
      <Figures
        figures={[
          { name: 'Calls', value: formatCount(today.calls), note: `${formatCount(today.failed)} failed` },
          { name: 'Steps', value: formatCount(today.steps) },
          { name: 'Tokens', value: formatCount(today.input_tokens + today.output_tokens) },
          { name: 'Cost', value: formatCost(today.cost_usd) },
          ...(rating ? [{ name: 'Rating', value: rating.elo, note: rating.game }] : []),
        ]}
      />
    </Section>
  );
}

/** The last 24 hours of an agent by hour, and by model. Nothing after a day without a call. */
export function AgentUsage({ agentId, usage }: { agentId: string; usage: Usage }) {
  if (usage.total.calls === 0) return null;
  return (
    <Section title="Last 24 hours" lead="By hour; models by day, yesterday and today.">
      <div className={shared.stack}>
        <UsageBars usage={usage} />
        {usage.models.length > 0 && <ModelTable lines={usage.models} />}
        <p className={shared.noMargin}>
          <Link href={`/console/usage?agent=${agentId}&days=${BY_HOUR}`}>All usage</Link>
        </p>
      </div>
    </Section>
  );
}
