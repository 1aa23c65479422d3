import { clsx } from 'clsx';
import classes from './day-chart.module.css';
import shared from './shared.module.css';

/** One day or hour of a chart. */
export interface ChartDay {
  /** `2026-11-22`, or for an hour `14:00` */
  date: string;
  value: number;
  /** The part of `value` that went wrong; drawn at the foot of the bar. */
  failed?: number;
}

const HEIGHT = 100;
/** Width of a bar, of the 10 that a day has. */
const BAR = 8;
/** A day with anything is visible beside one with a thousand times as much. */
const MIN_BAR = 2;

/**
 * A bar a day, or an hour, the oldest first. `label` says what is counted ("Calls"), `format` writes a value with its unit. For screen
 * readers the total, the highest day and the last one.
 */
export function DayChart(props: {
  label: string;
  days: readonly ChartDay[];
  format?: (value: number) => string;
  /** What `failed` counts, for the texts: "failed". */
  failedWord?: string;
  /** What a bar is. */
  by?: 'day' | 'hour';
}) {
  const { label, days, format = (value) => value.toLocaleString('en'), failedWord = 'failed', by = 'day' } = props;
  const highest = Math.max(...days.map(({ value }) => value), 0);
  const heightOf = (value: number) =>
    value === 0 ? 0 : Math.max(MIN_BAR, (HEIGHT * value) / Math.max(highest, Number.MIN_VALUE));
  const describeDay = ({ date, value, failed }: ChartDay) =>
    `${date}: ${format(value)}${failed ? `, ${format(failed)} ${failedWord}` : ''}`;
  const peak = days.find(({ value }) => value === highest);
  const last = days.at(-1);
  const summary =
    highest === 0 ? 'nothing yet' : [peak, last].flatMap((day) => (day ? [describeDay(day)] : [])).join('; latest ');
  return (
    <figure className={clsx(shared.noMargin, shared.minWidth0)}>
      <figcaption className={classes.head}>
        <span>{label}</span>
        <span className={classes.highest}>{highest > 0 && `highest ${format(highest)}`}</span>
      </figcaption>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${days.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} by ${by}: ${summary}`}
      >
        {days.map((day, index) => (
          <g key={day.date}>
            <title>{describeDay(day)}</title>
            <rect className={classes.ground} x={index * 10} y={0} width={10} height={HEIGHT} />
            <rect
              className={classes.bar}
              x={index * 10 + (10 - BAR) / 2}
              y={HEIGHT - heightOf(day.value)}
              width={BAR}
              height={heightOf(day.value)}
            />
            {day.failed !== undefined && day.failed > 0 && (
              <rect
                className={classes.failed}
                x={index * 10 + (10 - BAR) / 2}
                y={HEIGHT - heightOf(day.failed)}
                width={BAR}
                height={heightOf(day.failed)}
              />
            )}
          </g>
        ))}
      </svg>
      <p className={classes.ends} aria-hidden>
        <span>{days[0]?.date}</span>
        <span>{by === 'day' ? 'today' : 'now'}</span>
      </p>
    </figure>
  );
}
