import classes from './scene.module.css';

/** A stall of the market: a striped awning over a table with fruit. */
export function Stall({ x, y, tone = 'warm' }: { x: number; y: number; tone?: 'warm' | 'cool' }) {
  const stripes = [-30, -10, 10];
  return (
    <g transform={`translate(${x} ${y})`} data-tone={tone}>
      <ellipse className={classes.shadow} cx="2" cy="2" rx="44" ry="8" />
      <path className={classes.line} d="M-32 0V-46M32 0V-46" />
      <path className={classes.trunk} d="M-36 -20h72v18h-72Z" />
      <path className={classes.detail} d="M-18 -20v18M0 -20v18M18 -20v18" />
      {[-26, -16, -6, 6, 16, 26].map((left, index) => (
        <circle key={left} className={index % 2 === 0 ? classes.flag : classes.lampGlass} cx={left} cy="-23" r="5" />
      ))}
      <path className={classes.sign} d="M-40 -44L-32 -62H32L40 -44Z" />
      {stripes.map((left) => (
        <path key={left} className={classes.flag} d={`M${left - 1} -44L${left * 0.8 - 1} -62h9L${left + 10} -44Z`} />
      ))}
      <path className={classes.sign} d="M-40 -44q8 9 16 0q8 9 16 0q8 9 16 0q8 9 16 0q8 9 16 0v-1h-80Z" />
    </g>
  );
}

/** The board with the notices of the town. */
export function NoticeBoard({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse className={classes.shadow} cx="1" cy="1" rx="22" ry="5" />
      <path className={classes.line} d="M-15 0v-34M15 0v-34" />
      <path className={classes.roof} d="M-24 -36L0 -50L24 -36Z" />
      <rect className={classes.trunk} x="-20" y="-36" width="40" height="24" rx="1.5" />
      <path className={classes.sign} d="M-15 -32h12v15h-12ZM1 -30h14v11h-14Z" />
      <path className={classes.detail} d="M-12 -28h6M-12 -24h6M4 -26h8M4 -23h6" />
    </g>
  );
}

/** A bed of flowers with a stone edge. */
export function FlowerBed({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse className={classes.stone} cx="0" cy="2" rx="30" ry="10" />
      <ellipse className={classes.leafDark} cx="0" cy="-1" rx="25" ry="8" />
      <path className={classes.petalRed} d="M-16 -4h.01M-4 -7h.01M9 -5h.01M17 -1h.01" strokeWidth="6" />
      <path className={classes.petalGold} d="M-10 0h.01M2 -1h.01M12 2h.01" strokeWidth="6" />
    </g>
  );
}

/** Flags on a line between two posts. */
export function Bunting({ from, to, y }: { from: number; to: number; y: number }) {
  const count = 9;
  const at = (share: number) => ({ x: from + (to - from) * share, y: y + 26 * (1 - (2 * share - 1) ** 2) });
  return (
    <>
      <path className={classes.line} d={`M${from} ${y}Q${(from + to) / 2} ${y + 52} ${to} ${y}`} />
      {Array.from({ length: count }, (_, index) => {
        const point = at((index + 1) / (count + 1));
        const fill = [classes.flag, classes.sign, classes.water][index % 3];
        return <path key={point.x} className={fill} d={`M${point.x - 6} ${point.y}h12l-6 12Z`} />;
      })}
    </>
  );
}
