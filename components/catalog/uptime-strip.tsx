import type { UptimeDay } from '@/lib/domain/catalog';
import classes from './uptime-strip.module.css';

/** The last days of an experience or a part of the site, the oldest first, in the names of the API. */
export interface UptimeDays {
  percent: number | null;
  days: readonly (Omit<UptimeDay, 'latency_ms'> & { latency_ms?: number | null })[];
}

type Day = UptimeDays['days'][number];

const DAY_LABELS: Record<string, string> = {
  online: 'online',
  degraded: 'slow at times',
  offline: 'offline at times',
  unknown: 'status unknown',
};

function describeDay({ date, status, percent, latency_ms: latencyMs = null }: Day): string {
  const parts = [status === null ? 'not asked' : (DAY_LABELS[status] ?? status)];
  if (percent !== null) parts.push(`${percent} % reachable`);
  if (latencyMs !== null) parts.push(`${latencyMs} ms`);
  return `${date}: ${parts.join(', ')}`;
}

/** The strip for screen readers: the percentage, and the days that were not good. */
function describeDays({ percent, days }: UptimeDays): string {
  const bad = days.filter(({ status }) => status === 'offline' || status === 'degraded').map(describeDay);
  const span = `${days.length} days`;
  const total = percent === null ? `No answer known in ${span}` : `${percent} % reachable in ${span}`;
  return [total, ...bad].join('. ');
}

/** One bar a day: its colour and its height say the worst status that was seen. */
export function UptimeStrip({ uptime }: { uptime: UptimeDays }) {
  const latest = uptime.days.findLast(({ latency_ms = null }) => latency_ms !== null);
  return (
    <div className={classes.uptime}>
      <p className={classes.total}>
        <span>
          <b>{uptime.percent === null ? 'Not known yet' : `${uptime.percent} %`}</b>
          {uptime.percent !== null && ' of the status checks were answered'}
        </span>
        {latest && <span>{latest.latency_ms} ms on average</span>}
      </p>
      <div className={classes.days} data-many={uptime.days.length > 31} role="img" aria-label={describeDays(uptime)}>
        {uptime.days.map((day) => (
          <span key={day.date} className={classes.day} data-status={day.status ?? 'none'} title={describeDay(day)} />
        ))}
      </div>
      <p className={classes.ends} aria-hidden>
        <span>{uptime.days.length} days ago</span>
        <span>today</span>
      </p>
    </div>
  );
}
