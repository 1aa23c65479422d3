import { groundAt, MAP, PLOTS, type Plot, streetAt } from '../layout';
import { Glow } from './glow';
import { Lane, Terrace } from './ground';
import { TownHall } from './hall';
import { House, type HouseProps } from './house';
import { Bunting } from './market';
import { Lamp, Plant, type Planted } from './nature';
import classes from './scene.module.css';
import { Sky } from './sky';
import { TownSquare } from './square';

const on = (terrace: number, x: number) => ({ x, y: groundAt(terrace, x) });

/** Houses far up the hill, small. */
const HILL_HOUSES: readonly HouseProps[] = [
  { x: 96, y: 334, width: 52, height: 40, shape: 'gable', tone: 'cool', lit: [0], scale: 0.56 },
  { x: 214, y: 322, width: 66, height: 36, shape: 'long', tone: 'warm', lit: [1], scale: 0.56 },
  { x: 372, y: 322, width: 50, height: 44, shape: 'gable', tone: 'warm', lit: [], scale: 0.56 },
  { x: 540, y: 316, width: 70, height: 38, shape: 'long', tone: 'cool', lit: [0, 3], scale: 0.58 },
  { x: 866, y: 314, width: 50, height: 46, shape: 'gable', tone: 'cool', lit: [1], scale: 0.58 },
  { x: 1026, y: 320, width: 70, height: 36, shape: 'long', tone: 'warm', lit: [2], scale: 0.56 },
  { x: 1190, y: 322, width: 52, height: 42, shape: 'gable', tone: 'cool', lit: [0], scale: 0.56 },
  { x: 1322, y: 332, width: 64, height: 38, shape: 'long', tone: 'cool', lit: [1], scale: 0.56 },
];

const HOUSES: readonly (readonly HouseProps[])[] = [
  [
    { ...on(0, 606), width: 72, height: 62, shape: 'gable', tone: 'warm', lit: [0, 3] },
    { ...on(0, 794), width: 78, height: 56, shape: 'long', tone: 'cool', lit: [1] },
    { ...on(0, 40), width: 66, height: 66, shape: 'gable', tone: 'cool', lit: [1] },
    { ...on(0, 1358), width: 70, height: 62, shape: 'gable', tone: 'warm', lit: [0] },
  ],
  [
    { ...on(1, 36), width: 74, height: 66, shape: 'long', tone: 'warm', lit: [0, 3] },
    { ...on(1, 246), width: 54, height: 84, shape: 'gable', tone: 'cool', lit: [1, 2] },
    { ...on(1, 470), width: 72, height: 62, shape: 'long', tone: 'cool', lit: [1] },
    { ...on(1, 930), width: 66, height: 74, shape: 'gable', tone: 'warm', lit: [0] },
    { ...on(1, 1158), width: 56, height: 80, shape: 'gable', tone: 'cool', lit: [0, 2] },
    { ...on(1, 1364), width: 72, height: 68, shape: 'long', tone: 'warm', lit: [1] },
  ],
  [
    { ...on(2, 30), width: 64, height: 70, shape: 'gable', tone: 'warm', lit: [0] },
    { ...on(2, 250), width: 50, height: 58, shape: 'gable', tone: 'cool', lit: [1] },
    { ...on(2, 1150), width: 52, height: 58, shape: 'gable', tone: 'warm', lit: [0] },
    { ...on(2, 1370), width: 64, height: 70, shape: 'gable', tone: 'cool', lit: [1] },
  ],
];

const PLANTS: readonly (readonly Planted[])[] = [
  [
    { ...on(0, 88), kind: 'fir' },
    { ...on(0, 216), kind: 'round' },
    { ...on(0, 376), kind: 'fir' },
    { ...on(0, 700), kind: 'fir' },
    { ...on(0, 660), kind: 'round' },
    { ...on(0, 742), kind: 'fir' },
    { ...on(0, 1026), kind: 'round' },
    { ...on(0, 1186), kind: 'fir' },
    { ...on(0, 1316), kind: 'round' },
    { x: 470, y: 500, kind: 'fir' },
    { x: 446, y: 516, kind: 'fir' },
    { x: 602, y: 486, kind: 'bush' },
    { x: 930, y: 492, kind: 'fir' },
    { x: 956, y: 512, kind: 'round' },
    { x: 812, y: 482, kind: 'bush' },
    { x: 60, y: 502, kind: 'round' },
    { x: 240, y: 498, kind: 'bush' },
    { x: 1180, y: 500, kind: 'bush' },
    { x: 1340, y: 506, kind: 'fir' },
    { x: 1310, y: 512, kind: 'fir' },
  ],
  [
    { ...on(1, 92), kind: 'round' },
    { ...on(1, 418), kind: 'fir' },
    { ...on(1, 514), kind: 'bush' },
    { ...on(1, 886), kind: 'bush' },
    { ...on(1, 984), kind: 'fir' },
    { ...on(1, 1310), kind: 'round' },
    { x: 60, y: 752, kind: 'fir' },
    { x: 90, y: 764, kind: 'fir' },
    { x: 250, y: 742, kind: 'bush' },
    { x: 444, y: 752, kind: 'round' },
    { x: 952, y: 752, kind: 'round' },
    { x: 1152, y: 742, kind: 'bush' },
    { x: 1326, y: 760, kind: 'fir' },
  ],
  [
    { ...on(2, 462), kind: 'round' },
    { ...on(2, 940), kind: 'round' },
    { ...on(2, 76), kind: 'bush' },
    { ...on(2, 1328), kind: 'bush' },
  ],
];

/** In front of the last street. */
const FOREGROUND: readonly Planted[] = [
  { x: 40, y: 1004, kind: 'fir', scale: 1.6 },
  { x: 96, y: 1012, kind: 'fir', scale: 1.9 },
  { x: 196, y: 996, kind: 'bush', scale: 1.5 },
  { x: 330, y: 1000, kind: 'bush', scale: 1.3 },
  { x: 486, y: 1006, kind: 'round', scale: 1.2 },
  { x: 930, y: 1004, kind: 'bush', scale: 1.5 },
  { x: 1096, y: 1000, kind: 'bush', scale: 1.3 },
  { x: 1226, y: 1004, kind: 'round', scale: 1.3 },
  { x: 1312, y: 1012, kind: 'fir', scale: 1.8 },
  { x: 1372, y: 1004, kind: 'fir', scale: 1.5 },
];

const LAMPS: readonly (readonly number[])[] = [
  [216, 600, 800, 1186],
  [60, 246, 430, 970, 1154, 1340],
  [60, 250, 480, 920, 1150, 1340],
];

/**
 * Everything of the town that does not change. Pages show it as a picture, which scripts/town-pictures.mjs writes for the day and
 * for the night of each theme: more than a thousand shapes as elements of the page made every click on it slow.
 */
export function Scene() {
  const { width, height } = MAP;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
    >
      <defs>
        <Glow />
      </defs>
      <Sky />
      {HILL_HOUSES.map((house) => (
        <House key={house.x} {...house} />
      ))}
      {[0, 1, 2].map((terrace) => (
        <g key={terrace}>
          <Terrace terrace={terrace} />
          {terrace > 0 && <Lanes terrace={terrace} />}
          {terrace === 2 && <TownSquare />}
          {HOUSES[terrace]?.map((house) => (
            <House key={house.x} {...house} />
          ))}
          {PLANTS[terrace]?.map((plant) => (
            <Plant key={`${plant.x} ${plant.y}`} {...plant} />
          ))}
          {PLOTS.filter((plot) => plot.terrace === terrace).map((plot) => (
            <FreePlot key={plot.x} plot={plot} />
          ))}
          {terrace === 1 && <TownHall />}
          {terrace === 1 && <Bunting from={430} to={564} y={574} />}
          {terrace === 1 && <Bunting from={836} to={970} y={574} />}
          {LAMPS[terrace]?.map((x) => (
            <Lamp key={x} x={x} y={groundAt(terrace, x) + 4} />
          ))}
        </g>
      ))}
      {FOREGROUND.map((plant) => (
        <Plant key={plant.x} {...plant} />
      ))}
    </svg>
  );
}

/** The lanes from the terrace above to this one. */
function Lanes({ terrace }: { terrace: number }) {
  return [540, 860].map((x) => {
    const from = streetAt(terrace - 1, x);
    const to = streetAt(terrace, x);
    return <Lane key={x} from={{ x, y: from.y + 13 }} to={{ x, y: to.y - 15 }} />;
  });
}

const PICKETS = Array.from({ length: 11 }, (_, index) => -60 + index * 12);

/** A plot without a building: a fenced garden that waits for one. */
function FreePlot({ plot: { x, y, scale } }: { plot: Plot }) {
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
