import shared from '../../ui/shared.module.css';
import scenery from '../scene/scene.module.css';
import classes from './room.module.css';

/** The size of the drawn hall, and where the table stands in it. */
export const ROOM = { width: 480, height: 400 } as const;
export const TABLE = { x: 240, y: 240, rx: 186, ry: 116 } as const;

export interface Place {
  x: number;
  y: number;
}

/** Where a seat is, the first at the top, clockwise. */
export function placeOf(seat: number): Place {
  const angle = (2 * Math.PI * (seat + 0.5)) / 8 - Math.PI / 2;
  return { x: TABLE.x + TABLE.rx * Math.cos(angle), y: TABLE.y + TABLE.ry * Math.sin(angle) };
}

const SEATS = Array.from({ length: 8 }, (_, seat) => placeOf(seat));
/** Where the planks of the floor end at the near side. */
const PLANKS = [-330, -190, -70, 40, 140, 240, 340, 440, 550, 670, 810];
const STARS = ['208 52', '226 30', '250 72', '219 78', '273 70', '236 54'];

/** The hall of a match: the wall with its window, the floor, the table and eight chairs; lit by candles at night. */
export function Room({ dark }: { dark: boolean }) {
  const { width, height } = ROOM;
  return (
    <svg className={shared.covers} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice" aria-hidden>
      <defs>
        <radialGradient id="room-light">
          <stop className={classes.light} offset="0" stopOpacity="0.62" />
          <stop className={classes.light} offset="1" stopOpacity="0" />
        </radialGradient>
        <clipPath id="room-window">
          <path d="M196 92V46a44 36 0 0 1 88 0V92Z" />
        </clipPath>
      </defs>
      <rect className={classes.wall} width={width} height="128" />
      <rect className={classes.panel} y="88" width={width} height="36" />
      <path
        className={scenery.detail}
        d="M0 88H480M30 94v24M72 94v24M114 94v24M156 94v24M324 94v24M366 94v24M408 94v24M450 94v24"
      />
      <path className={classes.beam} d="M0 -4H480V10H0ZM28 10h14v78h-14ZM438 10h14v78h-14Z" />
      <Window dark={dark} />
      <Banner x={106} />
      <Banner x={374} />
      <rect className={classes.floor} y="122" width={width} height={height - 122} />
      <path
        className={scenery.detail}
        d={PLANKS.map((x) => `M${240 + (x - 240) * 0.36} 122L${x} ${height}`).join('')}
      />
      <path className={scenery.line} d={`M0 122H${width}`} />
      <ellipse className={classes.rug} cx={TABLE.x} cy={TABLE.y + 4} rx={TABLE.rx + 34} ry={TABLE.ry + 26} />
      <ellipse className={classes.border} cx={TABLE.x} cy={TABLE.y + 4} rx={TABLE.rx + 22} ry={TABLE.ry + 15} />
      <ellipse className={classes.border} cx={TABLE.x} cy={TABLE.y + 4} rx={TABLE.rx + 15} ry={TABLE.ry + 9} />
      {SEATS.map(({ x, y }) => (
        <path key={x + y} className={classes.chair} d={`M${x - 29} ${y + 18}v-34a29 22 0 0 1 58 0v34Z`} />
      ))}
      <path className={classes.edge} d="M118 240c0 98 244 98 244 0v14c0 98 -244 98 -244 0Z" />
      <ellipse className={classes.table} cx={TABLE.x} cy={TABLE.y} rx="122" ry="73" />
      <ellipse className={scenery.detail} cx={TABLE.x} cy={TABLE.y} rx="108" ry="63" />
      <g className={classes.glow}>
        <ellipse fill="url(#room-light)" cx={TABLE.x} cy={TABLE.y - 4} rx="232" ry="160" />
        <circle fill="url(#room-light)" cx="162" cy="48" r="58" />
        <circle fill="url(#room-light)" cx="318" cy="48" r="58" />
      </g>
      <Sconce x={162} />
      <Sconce x={318} />
      <Candle x={138} y={226} />
      <Candle x={342} y={226} />
    </svg>
  );
}

/** The arched window: hills and the sun by day, the moon and stars at night. */
function Window({ dark }: { dark: boolean }) {
  return (
    <>
      <g clipPath="url(#room-window)">
        <rect className={classes.sky} x="190" y="4" width="100" height="92" />
        {dark && <path className={classes.stars} d={STARS.map((place) => `M${place}h.01`).join('')} />}
        <circle className={classes.orb} cx={dark ? 262 : 220} cy="42" r="12" />
        <path className={classes.hillFar} d="M186 80q26 -24 50 -4q26 -22 60 0v24H186Z" />
        <path className={classes.hill} d="M186 90q34 -18 60 -4q26 -10 50 2v14H186Z" />
        <path className={classes.town} d="M222 86v-12l7 -8l7 8v12ZM240 86v-20l4 -8l4 8v20Z" />
      </g>
      <path className={scenery.line} d="M196 92V46a44 36 0 0 1 88 0V92ZM240 10V92M196 58h88" />
      <path className={classes.sill} d="M186 92h108v6h-108Z" />
    </>
  );
}

/** A banner with the moon of the town. */
function Banner({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path className={scenery.line} d="M-28 22h56" />
      <path className={scenery.flag} d="M-22 22h44v58l-22 -14l-22 14Z" />
      <path className={classes.emblem} d="M5 33a12 12 0 1 0 8 17a10 10 0 0 1 -8 -17Z" />
    </g>
  );
}

function Sconce({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 58)`}>
      <path className={scenery.line} d="M0 12v-8M-7 4h14" />
      <rect className={classes.wax} x="-3.5" y="-6" width="7" height="10" rx="1" />
      <path className={classes.flame} d="M0 -18c5 5 4 11 0 12c-4 -1 -5 -7 0 -12Z" />
    </g>
  );
}

function Candle({ x, y }: Place) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse className={classes.wax} cy="10" rx="9" ry="3.4" />
      <rect className={classes.wax} x="-3.5" y="-6" width="7" height="16" rx="1" />
      <path className={classes.flame} d="M0 -19c5 5 4 11 0 12c-4 -1 -5 -7 0 -12Z" />
    </g>
  );
}
