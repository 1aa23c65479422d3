import { DayChart } from '@/components/ui/day-chart';
import { Figures } from '@/components/ui/figures';
import type { Usage, UsageFigures } from '@/lib/domain/usage';
import classes from './usage-charts.module.css';
import { formatCost, formatCount } from './usage-figures';

/** "12 ms", "1.4 s"; as exact as the histogram that it comes from. */
export function formatLatency(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1_000 ? `${Number(ms.toPrecision(2))} ms` : `${Number((ms / 1_000).toPrecision(2))} s`;
}

/** The sums of the range and a chart for each, by day or by hour. */
export function UsageCharts({ usage }: { usage: Pick<Usage, 'total' | 'days' | 'hours'> }) {
  const { total } = usage;
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
      <UsageBars usage={usage} />
    </>
  );
}

/** A chart each of calls, steps, tokens, cost and the median call. */
export function UsageBars({ usage: { days, hours } }: { usage: Pick<Usage, 'days' | 'hours'> }) {
  const by = hours.length > 0 ? 'hour' : 'day';
  const times: readonly (UsageFigures & { date: string })[] =
    by === 'hour' ? hours.map((hour) => ({ ...hour, date: `${hour.hour.slice(11, 16)} UTC` })) : days;
  const of = (pick: (time: UsageFigures) => number) => times.map((time) => ({ date: time.date, value: pick(time) }));
  return (
    <div className={classes.charts}>
      <DayChart
        label="Calls"
        by={by}
        days={times.map((time) => ({ date: time.date, value: time.calls, failed: time.failed }))}
        format={formatCount}
      />
      <DayChart label="Steps" by={by} days={of((time) => time.steps)} format={formatCount} />
      <DayChart
        label="Tokens"
        by={by}
        days={of((time) => time.input_tokens + time.output_tokens)}
        format={formatCount}
      />
      <DayChart label="Cost" by={by} days={of((time) => time.cost_usd)} format={formatCost} />
      <DayChart label="Median call" by={by} days={of((time) => time.latency_ms.p50 ?? 0)} format={formatLatency} />
    </div>
  );
}
