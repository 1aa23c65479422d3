import type { Plot } from '../layout';
import classes from './scene.module.css';

const PICKETS = Array.from({ length: 11 }, (_, index) => -60 + index * 12);

/** A plot without a building: a fenced garden that waits for one. */
export function FreePlot({ plot: { x, y, scale } }: { plot: Plot }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path className={classes.earth} d="M-62 -6Q-58 -30 0 -31Q58 -30 62 -6Z" />
      <path className={classes.tuft} d="M-34 -16v-8M-34 -16l-4 -5M-34 -16l4 -5M8 -19v-8M8 -19l-4 -5M8 -19l4 -5" />
      <path className={classes.petalGold} d="M-16 -20h.01M30 -19h.01M-44 -13h.01" strokeWidth="4" />
      <path className={classes.petalRed} d="M-6 -12h.01M40 -12h.01M20 -25h.01" strokeWidth="4" />
      <path className={classes.fence} d="M-64 -10H64M-64 -4H64" />
      <path className={classes.picket} d={PICKETS.map((left) => `M${left - 2.5} 0v-14l2.5 -4l2.5 4v14Z`).join('')} />
    </g>
  );
}
