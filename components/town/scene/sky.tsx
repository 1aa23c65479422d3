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
      <path
        className={classes.hillFar}
        d={`M0 284C120 220 210 214 330 262C420 204 560 180 690 236C800 190 930 196 1030 248C1150 200 1280 204 ${width} 270V480H0Z`}
      />
      <path
        className={classes.hillNear}
        d={`M0 330C160 276 320 292 470 316C620 268 800 270 930 312C1090 276 1250 282 ${width} 326V520H0Z`}
      />
    </>
  );
}
