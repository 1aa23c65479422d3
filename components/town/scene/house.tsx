import { scaleAt } from '../layout';
import classes from './scene.module.css';

export interface HouseProps {
  /** The middle of its foot. */
  x: number;
  y: number;
  /** The size of the front, at scale 1. */
  width: number;
  height: number;
  /** A gable to the street, or the long side of the roof. */
  shape: 'gable' | 'long' | 'tower';
  /** The colours of wall and roof. */
  tone: 'cool' | 'warm';
  /** Which windows are lit at night, by number. */
  lit?: readonly number[];
  scale?: number;
}

const ROOF_SHARE = { gable: 0.72, long: 0.5, tower: 1.25 } as const;

/** A house of the town, seen from the street. Nobody plays in it. */
export function House({ x, y, width, height, shape, tone, lit = [], scale = scaleAt(y) }: HouseProps) {
  const half = width / 2;
  const roof = width * ROOF_SHARE[shape] * (shape === 'long' ? 0.62 : 1);
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} data-tone={tone} className={classes.house}>
      <ellipse className={classes.shadow} cx={8} cy="1" rx={half + 16} ry="7" />
      <Chimney x={half * 0.45} top={-height - roof * (shape === 'tower' ? 0.4 : 0.86)} bottom={-height} />
      <rect className={classes.wall} x={-half} y={-height} width={width} height={height} />
      {shape === 'long' ? (
        <path
          className={classes.roof}
          d={`M${-half - 7} ${-height + 2}L${-half + 12} ${-height - roof}H${half - 12}L${half + 7} ${-height + 2}Z`}
        />
      ) : (
        <path
          className={classes.roof}
          d={`M${-half - 7} ${-height + 3}L0 ${-height - roof}L${half + 7} ${-height + 3}Z`}
        />
      )}
      {tone === 'warm' && <path className={classes.beams} d={beamsOf(half, height)} />}
      <path className={classes.shade} d={shadeOf(shape, half, height, roof)} />
      <RoofLines shape={shape} half={half} height={height} roof={roof} />
      <path className={classes.line} d={`M${-half} ${-height * 0.5}H${half}`} />
      {windowPlaces(width, height).map(([left, top], index) => (
        <Window key={`${left} ${top}`} x={left} y={top} isLit={lit.includes(index)} />
      ))}
      <path className={classes.door} d={`M${-half + 9} 0V-22a8 8 0 0 1 16 0V0Z`} />
    </g>
  );
}

/** The timber of a front: posts at the corners, and braces under the roof. */
const beamsOf = (half: number, height: number) =>
  `M${-half + 3} 0V${-height}M${half - 3} 0V${-height}M${-half} ${-height * 0.5}H${half}M${-half + 3} ${-height * 0.5}L${-half + 14} ${-height}M${half - 3} ${-height * 0.5}L${half - 14} ${-height}`;

/** The side away from the light: a part of the front and of the roof, and what the eaves darken. */
function shadeOf(shape: HouseProps['shape'], half: number, height: number, roof: number): string {
  const eaves = `M${-half} ${-height}H${half}V${-height + 6}H${-half}Z`;
  const front = `M${half * 0.55} 0V${-height + 6}H${half}V0Z`;
  if (shape === 'long')
    return `${eaves}${front}M${half * 0.5} ${-height}L${half * 0.4} ${-height - roof}H${half - 12}L${half + 7} ${-height + 2}Z`;
  return `${eaves}${front}M0 ${-height - roof}L${half + 7} ${-height + 3}H${half * 0.25}Z`;
}

function RoofLines({ shape, half, height, roof }: { shape: string; half: number; height: number; roof: number }) {
  if (shape === 'long') {
    const rows = [0.34, 0.67];
    return rows.map((share) => {
      const inset = 7 - 19 * share;
      return (
        <path
          key={share}
          className={classes.detail}
          d={`M${-half - inset + 3} ${-height + 2 - (roof + 2) * share}H${half + inset - 3}`}
        />
      );
    });
  }
  const row = (share: number) =>
    `M${(-half - 7) * (1 - share) + 3} ${-height + 3 - (roof + 3) * share}H${(half + 7) * (1 - share) - 3}`;
  return (
    <>
      <path className={classes.detail} d={[0.2, 0.62, 0.8].map(row).join('')} />
      <circle className={classes.glass} cx="0" cy={-height - roof * 0.36} r="5.5" />
    </>
  );
}

/** The windows of a front: one row above, and one beside the door. */
function windowPlaces(width: number, height: number): [number, number][] {
  const count = Math.max(1, Math.round(width / 30));
  const gap = width / count;
  const above = Array.from({ length: count }, (_, index): [number, number] => [
    -width / 2 + gap * (index + 0.5),
    -height * 0.74,
  ]);
  const besideDoor = Array.from({ length: count - 1 }, (_, index): [number, number] => [
    -width / 2 + gap * (index + 1.5),
    -height * 0.28,
  ]);
  return [...above, ...besideDoor];
}

function Window({ x, y, isLit }: { x: number; y: number; isLit: boolean }) {
  return (
    <>
      {isLit && <circle className={classes.glow} cx={x} cy={y} r="24" />}
      <rect className={isLit ? classes.lit : classes.glass} x={x - 5.5} y={y - 7} width="11" height="14" rx="1.5" />
      <path className={classes.detail} d={`M${x} ${y - 7}v14M${x - 5.5} ${y}h11`} />
      <path className={classes.leafDark} d={`M${x - 7.5} ${y + 7}h15v4h-15Z`} />
      <path
        className={classes.petalRed}
        d={`M${x - 4} ${y + 7}h.01M${x} ${y + 6.4}h.01M${x + 4} ${y + 7}h.01`}
        strokeWidth="3"
      />
    </>
  );
}

function Chimney({ x, top, bottom }: { x: number; top: number; bottom: number }) {
  return <rect className={classes.stone} x={x} y={top} width="10" height={bottom - top} />;
}
