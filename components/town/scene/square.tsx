import { SQUARE } from '../layout';
import classes from './scene.module.css';

/** The Town Square: its pavement, and a fountain with a wolf. */
export function TownSquare() {
  return (
    <g transform={`translate(${SQUARE.x} ${SQUARE.y})`}>
      <ellipse className={classes.pavement} cx="0" cy="0" rx="214" ry="82" />
      <ellipse className={classes.detail} cx="0" cy="2" rx="150" ry="56" />
      <ellipse className={classes.detail} cx="0" cy="2" rx="182" ry="69" />
      <path className={classes.detail} d="M-150 2h-62M150 2h62M0 -54v-26M0 58v24" />
      <Fountain />
      <Bench x={-128} />
    </g>
  );
}

function Fountain() {
  return (
    <g>
      <path className={classes.stone} d="M-68 6c0 30 136 30 136 0v-14h-136Z" />
      <ellipse className={classes.stone} cx="0" cy="-8" rx="68" ry="20" />
      <ellipse className={classes.water} cx="0" cy="-8" rx="58" ry="15" />
      <path className={classes.detail} d="M-40 -6q8 4 16 0M18 -4q8 4 16 0M-12 2q8 4 16 0" />
      <path className={classes.stone} d="M-16 -8v-26h32v26q-16 6-32 0Z" />
      <path className={classes.stone} d="M-21 -34h42v-7h-42Z" />
      <Wolf />
    </g>
  );
}

/** A howling wolf of bronze. */
function Wolf() {
  return (
    <path
      className={classes.bronze}
      d="M-15 -41v-6c0-10 4-14 3-22c0-6 3-10 7-13l1-9l5 6l12-8l-3 9c-2 5-5 7-6 11c5 6 7 14 7 20l1 12h-7l-2-13l-3 13h-9c-7 2-12-5-8-10"
    />
  );
}

function Bench({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} -14)`}>
      <path className={classes.trunk} d="M-20 -12h40v5h-40ZM-20 -4h40v5h-40Z" />
      <path className={classes.line} d="M-16 1v8M16 1v8" />
    </g>
  );
}
