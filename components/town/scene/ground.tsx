import { groundAt, MAP, TERRACES } from '../layout';
import { Meadow } from './meadow';
import classes from './scene.module.css';

/** The hill of the town: terraces from far to near, each with its street. */
export function Terrace({ terrace }: { terrace: number }) {
  const { scale } = TERRACES[terrace] as (typeof TERRACES)[number];
  return (
    <g data-terrace={terrace}>
      <path className={classes.grass} d={`${curve(terrace, -30 * scale)}V${MAP.height}H0Z`} />
      <path className={classes.roadEdge} d={curve(terrace, 20 * scale)} strokeWidth={30 * scale + 3} />
      <path className={classes.road} d={curve(terrace, 20 * scale)} strokeWidth={30 * scale} />
      <path
        className={classes.paving}
        d={curve(terrace, 13 * scale)}
        strokeWidth={14 * scale}
        strokeDasharray="1.6 21"
      />
      <path
        className={classes.paving}
        d={curve(terrace, 27 * scale)}
        strokeWidth={14 * scale}
        strokeDasharray="1.6 21"
        strokeDashoffset={11}
      />
      <path className={classes.paving} d={curve(terrace, 20 * scale)} strokeWidth="1.4" />
      <Meadow terrace={terrace} />
    </g>
  );
}

/** The ground of a terrace across the map, moved down by `offset`. */
function curve(terrace: number, offset: number): string {
  const { width } = MAP;
  const middle = groundAt(terrace, width / 2) + offset;
  const edge = groundAt(terrace, 0) + offset;
  // A quadratic curve passes through the middle when its control point is as far above it as the ends are below.
  return `M0 ${edge}Q${width / 2} ${2 * middle - edge} ${width} ${edge}`;
}

/** A lane between the streets of two terraces. */
export function Lane({ from, to }: { from: { x: number; y: number }; to: { x: number; y: number } }) {
  const d = `M${from.x} ${from.y}L${to.x} ${to.y}`;
  return (
    <>
      <path className={classes.roadEdge} d={d} strokeWidth={27} />
      <path className={classes.road} d={d} strokeWidth={24} />
      {steps(from.y, to.y).map((y) => (
        <path key={y} className={classes.detail} d={`M${from.x - 12} ${y}h24`} />
      ))}
    </>
  );
}

const steps = (from: number, to: number) =>
  Array.from({ length: Math.floor((to - from - 40) / 16) }, (_, index) => from + 26 + index * 16);
