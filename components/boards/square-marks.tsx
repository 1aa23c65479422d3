import type { Drawn } from './square-notes';
import { placeOf } from './squares';
import classes from './squares.module.css';

/** Length of the head of an arrow, in squares. */
const HEAD = 0.42;

export interface SquareMarksProps {
  drawn: readonly Drawn[];
  /** Drawn by the viewer, or a better move than the last one. */
  kind: 'note' | 'better';
  flipped: boolean;
}

/** Arrows and marks over the pieces. */
export function SquareMarks({ drawn, kind, flipped }: SquareMarksProps) {
  if (drawn.length === 0) return null;
  return (
    <svg className={classes.notes} viewBox="0 0 8 8" data-kind={kind} aria-hidden>
      {drawn.map((one) =>
        one.from === one.to ? (
          <circle key={one.from} className={classes.circled} {...middleOf(one.from, flipped)} r="0.45" />
        ) : (
          <Arrow key={`${one.from}${one.to}`} drawn={one} flipped={flipped} />
        ),
      )}
    </svg>
  );
}

function middleOf(square: string, flipped: boolean): { cx: number; cy: number } {
  const { column, row } = placeOf(square, flipped);
  return { cx: column + 0.5, cy: row + 0.5 };
}

function Arrow({ drawn, flipped }: { drawn: Drawn; flipped: boolean }) {
  const [tail, tip] = [middleOf(drawn.from, flipped), middleOf(drawn.to, flipped)];
  const length = Math.hypot(tip.cx - tail.cx, tip.cy - tail.cy);
  const angle = (Math.atan2(tip.cy - tail.cy, tip.cx - tail.cx) * 180) / Math.PI;
  const neck = length - HEAD;
  return (
    <path
      className={classes.arrow}
      transform={`translate(${tail.cx} ${tail.cy}) rotate(${angle})`}
      d={`M0.1 -0.08H${neck}V-0.22L${length} 0L${neck} 0.22V0.08H0.1z`}
      data-arrow={`${drawn.from}${drawn.to}`}
    />
  );
}
