import type { Plot } from '../layout';
import classes from './scene.module.css';

/** A plot without a building: stakes with a rope, and a sign. */
export function FreePlot({ plot: { x, y, scale } }: { plot: Plot }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path className={classes.earth} d="M-58 -14L-50 -30H50L58 -14Z" />
      <path className={classes.rope} d="M-58 -22L-50 -36H50L58 -22" />
      <path className={classes.line} d="M-58 -12v-14M-50 -28v-12M50 -28v-12M58 -12v-14" />
      <path className={classes.line} d="M0 -14v-22" />
      <rect className={classes.trunk} x="-19" y="-48" width="38" height="16" rx="2" />
    </g>
  );
}
