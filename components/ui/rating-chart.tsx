import classes from './rating-chart.module.css';

const HEIGHT = 100;

/**
 * How a rating changed: `history` is the rating before the first match and after each one. `size` small is a line without
 * labels, for a table.
 */
export function RatingChart({ history, size = 'large' }: { history: readonly number[]; size?: 'small' | 'large' }) {
  const last = Math.max(history.length - 1, 1);
  const lowest = Math.min(...history);
  const highest = Math.max(...history);
  const range = Math.max(highest - lowest, 1);
  const points = history.map((elo, match) => `${match} ${HEIGHT - (HEIGHT * (elo - lowest)) / range}`);
  return (
    <figure className={classes.chart} data-size={size}>
      <svg className={classes.plot} viewBox={`0 -4 ${last} ${HEIGHT + 8}`} preserveAspectRatio="none" aria-hidden>
        <path className={classes.line} d={`M${points.join('L')}`} />
      </svg>
      {size === 'large' && (
        <>
          <span className={classes.highest} aria-hidden>
            {highest}
          </span>
          <span className={classes.lowest} aria-hidden>
            {lowest}
          </span>
        </>
      )}
      <figcaption className={size === 'large' ? classes.words : classes.hidden}>{describeHistory(history)}</figcaption>
    </figure>
  );
}

/** `1200 → 1261 in 12 matches`. */
function describeHistory(history: readonly number[]): string {
  const matches = history.length - 1;
  return `${history[0]} → ${history.at(-1)} in ${matches} ${matches === 1 ? 'match' : 'matches'}`;
}
