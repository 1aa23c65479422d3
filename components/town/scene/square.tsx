import { SQUARE } from '../layout';
import { FlowerBed, NoticeBoard, Stall } from './market';
import classes from './scene.module.css';

/** The Town Square: its pavement, and a fountain with a wolf. */
export function TownSquare() {
  return (
    <g transform={`translate(${SQUARE.x} ${SQUARE.y})`}>
      <ellipse className={classes.pavement} cx="0" cy="0" rx="214" ry="82" />
      <ellipse className={classes.detail} cx="0" cy="2" rx="150" ry="56" />
      <ellipse className={classes.detail} cx="0" cy="2" rx="182" ry="69" />
      <path className={classes.detail} d="M-150 2h-62M150 2h62M0 -54v-26M0 58v24" />
      <path className={classes.cobbles} d={COBBLES} />
      <FlowerBed x={-96} y={-46} />
      <FlowerBed x={96} y={-46} />
      <Stall x={-150} y={10} />
      <Fountain />
      <NoticeBoard x={132} y={4} />
      <Bench x={-96} y={42} />
      <Bench x={96} y={42} />
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
      <path className={classes.jet} d="M-18 -30q-22 -6 -26 20M18 -30q22 -6 26 20" />
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

/** The joints of the pavement between its rings. */
const COBBLES = Array.from({ length: 28 }, (_, index) => {
  const angle = (2 * Math.PI * index) / 28;
  const point = (share: number) =>
    `${(214 * share * Math.cos(angle)).toFixed(1)} ${(82 * share * Math.sin(angle)).toFixed(1)}`;
  return `M${point(0.7)}L${point(0.85)}M${point(0.87)}L${point(0.98)}`;
}).join('');

function Bench({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse className={classes.shadow} cx="0" cy="9" rx="24" ry="4" />
      <path className={classes.trunk} d="M-20 -12h40v5h-40ZM-20 -4h40v5h-40Z" />
      <path className={classes.line} d="M-16 1v8M16 1v8" />
    </g>
  );
}
