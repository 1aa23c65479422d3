import { DayChart } from '@/components/ui/day-chart';
import { Figures } from '@/components/ui/figures';
import type { UsageFigures } from '@/lib/domain/usage';
import classes from './usage-charts.module.css';
import { formatCost, formatCount } from './usage-figures';

/** "12 ms", "1.4 s"; as exact as the histogram that it comes from. */
export function formatLatency(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1_000 ? `${Number(ms.toPrecision(2))} ms` : `${Number((ms / 1_000).toPrecision(2))} s`;
}

/** The sums of the range and a chart for each. */
export function UsageCharts({
  usage,
}: {
  usage: { total: UsageFigures; days: readonly (UsageFigures & { date: string })[] };
}) {
  const { total, days } = usage;
  const of = (pick: (day: UsageFigures) => number) => days.map((day) => ({ date: day.date, value: pick(day) }));
  return (
    <>
      <Figures
        figures={[
          { name: 'Calls', value: formatCount(total.calls), note: `${formatCount(total.failed)} failed` },
          { name: 'Steps', value: formatCount(total.steps) },
          {
            name: 'Tokens',
            value: formatCount(total.input_tokens + total.output_tokens),
            note: `${formatCount(total.input_tokens)} in, ${formatCount(total.output_tokens)} out`,
          },
          { name: 'Cost', value: formatCost(total.cost_usd), note: 'as reported' },
          {
            name: 'Median call',
            value: formatLatency(total.latency_ms.p50),
            note: `95 % within ${formatLatency(total.latency_ms.p95)}`,
          },
        ]}
      />
      <div className={classes.charts}>
        <DayChart
          label="Calls"
          days={days.map((day) => ({ date: day.date, value: day.calls, failed: day.failed }))}
          format={formatCount}
        />
        <DayChart label="Steps" days={of((day) => day.steps)} format={formatCount} />
        <DayChart label="Tokens" days={of((day) => day.input_tokens + day.output_tokens)} format={formatCount} />
        <DayChart label="Cost" days={of((day) => day.cost_usd)} format={formatCost} />
        <DayChart label="Median call" days={of((day) => day.latency_ms.p50 ?? 0)} format={formatLatency} />
      </div>
    </>
  );
}
