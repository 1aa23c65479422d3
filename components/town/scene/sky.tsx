import { MAP } from '../layout';
import classes from './scene.module.css';

const STARS = [
  [64, 58, 2],
  [142, 132, 1.4],
  [205, 40, 1.6],
  [262, 96, 1.2],
  [318, 172, 1.4],
  [388, 62, 2],
  [452, 138, 1.2],
  [506, 34, 1.4],
  [588, 92, 1.6],
  [664, 44, 1.2],
  [742, 120, 1.4],
  [806, 30, 1.8],
  [868, 150, 1.2],
  [934, 78, 1.6],
  [1004, 26, 1.2],
  [1180, 40, 1.6],
  [1236, 186, 1.2],
  [1302, 92, 2],
  [1362, 150, 1.4],
  [24, 190, 1.2],
  [1040, 176, 1.6],
] as const;

const CLOUDS = [
  [420, 96, 1],
  [612, 168, 0.62],
  [930, 84, 0.86],
  [1240, 150, 0.7],
  [96, 176, 0.6],
] as const;

/** Firs on the ridges, far away. */
const RIDGE = [
  30, 52, 78, 150, 172, 262, 288, 430, 452, 478, 640, 668, 760, 786, 920, 948, 1100, 1124, 1152, 1260, 1286, 1380,
];

/** The sky with its stars, and the hills behind the town. Sun and moon are drawn above it, because they move. */
export function Sky() {
  const { width } = MAP;
  return (
    <>
      <defs>
        <linearGradient id="town-sky" x1="0" y1="0" x2="0" y2="0.8">
          <stop className={classes.skyTop} offset="0" />
          <stop className={classes.skyLow} offset="1" />
        </linearGradient>
      </defs>
      <rect fill="url(#town-sky)" width={width} height="420" />
      <g className={classes.stars}>
        {STARS.map(([x, y, r]) => (
          <circle key={x} cx={x} cy={y} r={r} />
        ))}
      </g>
      <path className={classes.mountain} d="M-20 330L110 196L176 250L300 150L420 256L520 190L640 300H-20Z" />
      <path className={classes.mountain} d="M760 300L900 190L980 246L1110 148L1240 250L1300 204L1420 300Z" />
      <path
        className={classes.snow}
        d="M300 150L270 176L286 174L298 184L312 172L334 180ZM1110 148L1080 174L1096 172L1110 184L1124 170L1144 176ZM110 196L92 215L108 212L118 222L128 211ZM900 190L880 206L896 204L908 212L920 206Z"
      />
      <g className={classes.cloud}>
        {CLOUDS.map(([x, y, scale]) => (
          <path
            key={x}
            transform={`translate(${x} ${y}) scale(${scale})`}
            d="M-64 12c-14 0-16-18 0-20c0-18 24-24 34-10c10-16 40-12 42 6c20-4 28 22 6 24Z"
          />
        ))}
      </g>
      <path
        className={classes.hillFar}
        d={`M0 284C120 220 210 214 330 262C420 204 560 180 690 236C800 190 930 196 1030 248C1150 200 1280 204 ${width} 270V480H0Z`}
      />
      <path
        className={classes.hillNear}
        d={`M0 330C160 276 320 292 470 316C620 268 800 270 930 312C1090 276 1250 282 ${width} 326V520H0Z`}
      />
      <path
        className={classes.ridge}
        d={RIDGE.map((x, index) => `M${x} ${348 - (index % 3) * 5}l7 -24l7 24Z`).join('')}
      />
    </>
  );
}
