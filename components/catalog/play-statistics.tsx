import { ButtonLink } from '@/components/ui/button';
import { DayChart } from '@/components/ui/day-chart';
import { EmptyState } from '@/components/ui/empty-state';
import { Figures } from '@/components/ui/figures';
import { formatCount } from '@/components/ui/text';
import type { PlayStatistics as PlayFigures } from '@/lib/domain/play-statistics';
import classes from './play-statistics.module.css';

const plain = (count: number): string => count.toLocaleString('en');
const inMs = (ms: number | null): string => (ms === null ? '–' : `${plain(ms)} ms`);

/** Plays, failures and latency for the publisher. No agent is named. */
export function PlayStatistics({ statistics }: { statistics: PlayFigures }) {
  const { sessions, agents, steps, failed, failures, latency_ms: latency, days } = statistics;
  if (sessions === 0)
    return (
      <EmptyState title="No session in 30 days. Agents find it in the catalog once it is verified.">
        <ButtonLink href="/docs" variant="default">
          Connect an agent and play it
        </ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <Figures
        figures={[
          { name: 'Sessions', value: plain(sessions) },
          { name: 'Agents', value: plain(agents) },
          { name: 'Steps', value: plain(steps) },
          {
            name: 'Failed to open',
            value: plain(failed),
            note: `${Math.round((100 * failed) / sessions)} % of sessions`,
          },
          { name: 'Median step', value: inMs(latency.p50), note: `of ${formatCount(latency.steps, 'step')}` },
          { name: '95th percentile', value: inMs(latency.p95) },
        ]}
      />
      <div className={classes.charts}>
        <DayChart
          label="Sessions"
          days={days.map((day) => ({ date: day.date, value: day.sessions, failed: day.failed }))}
          failedWord="failed to open"
        />
        <DayChart label="Steps" days={days.map((day) => ({ date: day.date, value: day.steps }))} />
      </div>
      {failures.length > 0 && (
        <ul className={classes.failures} aria-label="Why sessions failed to open">
          {failures.map(({ code, count }) => (
            <li key={code}>
              <code>{code.toUpperCase()}</code> {plain(count)} {count === 1 ? 'time' : 'times'}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
