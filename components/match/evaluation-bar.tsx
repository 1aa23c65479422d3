import type { CSSProperties } from 'react';
import type { Evaluation } from './evaluation';
import classes from './evaluation-bar.module.css';

export interface EvaluationBarProps {
  evaluation: Evaluation;
  /** The second seat is at the near side of the board. */
  flipped: boolean;
  /** Colours of the first and the second seat. */
  colors: readonly [string, string];
}

/** Who is ahead, as a bar: beside the board, on a phone above it. The share of the near side is below, or on the left. */
export function EvaluationBar({ evaluation: { share, spoken }, flipped, colors: [first, second] }: EvaluationBarProps) {
  const near = flipped ? 1 - share : share;
  const style = { '--near': near, '--near-color': flipped ? second : first, '--far-color': flipped ? first : second };
  return (
    <div className={classes.bar} title={spoken} style={style as CSSProperties}>
      <span className="visually-hidden">
        <meter aria-label="Who is ahead" min={0} max={100} value={Math.round(100 * share)} aria-valuetext={spoken} />
      </span>
      <span className={classes.near} />
      <span className={classes.middle} />
    </div>
  );
}
