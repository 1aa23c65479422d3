import { Figures } from '@/components/ui/figures';
import type { UsageFigures } from '@/lib/domain/usage';
import { Section } from './section';
import { formatCost, formatCount } from './usage-figures';

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
