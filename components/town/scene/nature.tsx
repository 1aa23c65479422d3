import { scaleAt } from '../layout';
import classes from './scene.module.css';

export interface Planted {
  x: number;
  y: number;
  kind: 'round' | 'fir' | 'bush';
  scale?: number;
}

/** A tree or a bush, its foot at the point. */
export function Plant({ x, y, kind, scale = scaleAt(y) }: Planted) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <ellipse className={classes.shadow} cx="5" cy="1" rx={kind === 'round' ? 22 : 19} ry="5" />
      {DRAWINGS[kind]}
    </g>
  );
}

const DRAWINGS = {
  round: (
    <>
      <path className={classes.trunk} d="M-3 0L-2 -26h4L3 0Z" />
      <path
        className={classes.leaf}
        d="M-20 -34c-6-14 4-24 12-24c2-12 20-14 24-2c10 0 14 14 6 22c2 10-12 16-20 12c-8 6-22 2-22-8Z"
      />
      <path className={classes.crown} d="M16 -42c6 8 0 16 -8 16c-8 6 -22 2 -26 -2c8 8 16 2 20 0c8 0 16 -6 14 -14Z" />
      <path className={classes.detail} d="M-12 -46q4 4 9 1M2 -54q5 4 10 1M-4 -34q5 4 10 0" />
    </>
  ),
  fir: (
    <>
      <path className={classes.trunk} d="M-3 0v-10h6V0Z" />
      <path className={classes.leafDark} d="M0 -68L10 -46H5L16 -26H9L20 -8H-20L-9 -26H-16L-5 -46H-10Z" />
      <path className={classes.crown} d="M0 -68L10 -46H5L16 -26H9L20 -8H4Q10 -30 0 -68Z" />
      <path className={classes.detail} d="M-5 -46q4 4 8 0M-9 -26q7 5 14 0" />
    </>
  ),
  bush: (
    <>
      <path className={classes.leaf} d="M-18 0c-6-10 4-16 9-13c2-9 16-9 18 0c8-2 12 8 8 13Z" />
      <path className={classes.detail} d="M-5 -6q4 3 8 0" />
    </>
  ),
};

/** A street lamp; its light is drawn at night. */
export function Lamp({ x, y, scale = scaleAt(y) }: { x: number; y: number; scale?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <ellipse className={classes.glow} cx="0" cy="2" rx="58" ry="17" />
      <circle className={classes.glow} cx="0" cy="-46" r="48" />
      <path className={classes.line} d="M0 0V-38M-5 0h10" />
      <path className={classes.lampGlass} d="M-5 -40L-6.5 -52h13L5 -40Z" />
      <path className={classes.line} d="M-8 -52h16L0 -58Z" />
    </g>
  );
}
