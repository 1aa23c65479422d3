import { HALL } from '../layout';
import classes from './scene.module.css';

const ARCHES = [-104, -62, 62, 104];
const UPPER_WINDOWS = [-112, -80, -48, 48, 80, 112];

/** The Town Hall: a lit arcade under a clock tower, with the door at which the queue begins. */
export function TownHall() {
  return (
    <g transform={`translate(${HALL.x} ${HALL.y})`} data-tone="hall">
      <ellipse className={classes.shadow} cx="10" cy="4" rx="160" ry="12" />
      <path className={classes.stone} d="M-26 -138V-236h52V-138Z" />
      <path className={classes.shade} d="M8 -138V-234H26V-138ZM-34 -234H34V-228H-34Z" />
      <path className={classes.roof} d="M-34 -234L0 -296L34 -234Z" />
      <path className={classes.line} d="M0 -296v-22" />
      <path className={classes.flag} d="M0 -318h24l-6 6l6 6H0Z" />
      <circle className={classes.clock} cx="0" cy="-200" r="17" />
      <path className={classes.line} d="M0 -200v-10M0 -200l7 4" />
      <path className={classes.detail} d="M-26 -170h52M-26 -176h52" />
      <path className={classes.roof} d="M-146 -108L-122 -152H122L146 -108Z" />
      <path className={classes.detail} d="M-138 -122H138M-130 -137H130" />
      <path className={classes.roof} d="M-44 -108L0 -160L44 -108Z" />
      <circle className={classes.lit} cx="0" cy="-126" r="8" />
      <rect className={classes.wall} x="-136" y="-110" width="272" height="110" />
      <path className={classes.shade} d="M-136 -110H136V-103H-136ZM100 0V-103H136V0ZM60 -108L96 -152H122L146 -108Z" />
      <path className={classes.beams} d="M-133 0V-110M133 0V-110M-84 -62V-110M84 -62V-110M-34 -62V-110M34 -62V-110" />
      <path className={classes.line} d="M-136 -62H136" />
      {UPPER_WINDOWS.map((x) => (
        <g key={x}>
          <path className={classes.lit} d={`M${x - 8} -70v-20a8 8 0 0 1 16 0v20Z`} />
          <path className={classes.detail} d={`M${x} -70v-28M${x - 8} -86h16`} />
        </g>
      ))}
      <rect className={classes.sign} x="-62" y="-58" width="124" height="19" rx="3" />
      <ellipse className={classes.glow} cx="0" cy="10" rx="190" ry="34" />
      {ARCHES.map((x) => (
        <circle key={x} className={classes.glow} cx={x} cy="-18" r="40" />
      ))}
      {ARCHES.map((x) => (
        <path key={x} className={classes.lit} d={`M${x - 15} 0v-24a15 15 0 0 1 30 0V0Z`} />
      ))}
      {ARCHES.map((x) => (
        <path key={x} className={classes.detail} d={`M${x} 0v-39`} />
      ))}
      <path className={classes.doorway} d="M-24 0v-14a24 20 0 0 1 48 0V0Z" />
      <path className={classes.detail} d="M0 0v-33" />
      <path className={classes.stone} d="M-44 0h88l6 7h-100ZM-52 7h104l6 7h-116Z" />
    </g>
  );
}

/** What the sign of the hall says: the page writes it over the picture, because a picture has no fonts. */
export function HallSign() {
  return (
    <text className={classes.signText} x={HALL.x} y={HALL.y - 44} textAnchor="middle" fontSize="13">
      Town Hall
    </text>
  );
}
