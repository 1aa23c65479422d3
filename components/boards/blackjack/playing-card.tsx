import clsx from 'clsx';
import classes from './playing-card.module.css';

/** The size of a card; its place scales it. */
export const CARD = { width: 100, height: 140 } as const;

/** Around 0 0, about 20 wide and high. */
const SUIT_PATHS: Record<string, string> = {
  H: 'M0 9.5C-4.5 5.5-9.5 1.5-9.5-3.6-9.5-7-7-9.3-4.3-9.3-2.4-9.3-.8-8.2 0-6.6.8-8.2 2.4-9.3 4.3-9.3 7-9.3 9.5-7 9.5-3.6 9.5 1.5 4.5 5.5 0 9.5Z',
  D: 'M0-10C2.3-5.8 4.8-2.7 8 0 4.8 2.7 2.3 5.8 0 10-2.3 5.8-4.8 2.7-8 0-4.8-2.7-2.3-5.8 0-10Z',
  S: 'M0-10C3.6-5.6 9.2-2.2 9.2 2.4 9.2 5.2 7.2 7 5 7 3.3 7 1.8 6.1 1 4.7 1.3 7 2 8.7 3.2 10H-3.2C-2 8.7-1.3 7-1 4.7-1.8 6.1-3.3 7-5 7-7.2 7-9.2 5.2-9.2 2.4-9.2-2.2-3.6-5.6 0-10Z',
  C: 'M0-10C2.8-10 4.8-8 4.8-5.4 4.8-4 4.2-2.8 3.2-2 3.8-2.4 4.6-2.6 5.3-2.6 7.9-2.6 9.8-.6 9.8 2 9.8 4.6 7.9 6.6 5.3 6.6 3.4 6.6 1.8 5.6 1 4.2 1.2 6.7 2 8.6 3.2 10H-3.2C-2 8.6-1.2 6.7-1 4.2-1.8 5.6-3.4 6.6-5.3 6.6-7.9 6.6-9.8 4.6-9.8 2-9.8-.6-7.9-2.6-5.3-2.6-4.6-2.6-3.8-2.4-3.2-2-4.2-2.8-4.8-4-4.8-5.4-4.8-8-2.8-10 0-10Z',
};

const LEFT = 37;
const MIDDLE = 50;
const RIGHT = 63;
const ROWS = [34, 58, 82, 106] as const;
const [TOP, UPPER, LOWER, BOTTOM] = ROWS;
const CENTRE = 70;

type Spot = readonly [x: number, y: number];
const corners: readonly Spot[] = [
  [LEFT, TOP],
  [RIGHT, TOP],
  [LEFT, BOTTOM],
  [RIGHT, BOTTOM],
];
const sides: readonly Spot[] = [
  [LEFT, CENTRE],
  [RIGHT, CENTRE],
];
const ladder: readonly Spot[] = [...corners, [LEFT, UPPER], [RIGHT, UPPER], [LEFT, LOWER], [RIGHT, LOWER]];

/** Where the pips of a number card lie, as on any pack. */
const PIPS: Record<string, readonly Spot[]> = {
  '2': [
    [MIDDLE, TOP],
    [MIDDLE, BOTTOM],
  ],
  '3': [
    [MIDDLE, TOP],
    [MIDDLE, CENTRE],
    [MIDDLE, BOTTOM],
  ],
  '4': corners,
  '5': [...corners, [MIDDLE, CENTRE]],
  '6': [...corners, ...sides],
  '7': [...corners, ...sides, [MIDDLE, 52]],
  '8': [...corners, ...sides, [MIDDLE, 52], [MIDDLE, 88]],
  '9': [...ladder, [MIDDLE, CENTRE]],
  T: [...ladder, [MIDDLE, 46], [MIDDLE, 94]],
};

/** A jack's cap, a queen's round and a king's pointed crown, around 0 0. */
const CROWNS: Record<string, string> = {
  J: 'M-15 8H15M-12 8C-12-8 12-8 12 8M5-3C6-10 10-14 16-15 15-9 12-5 8-2',
  Q: 'M-15 8H15L17-7 8 0 0-11-8 0-17-7ZM-17-7h.01M0-12h.01M17-7h.01',
  K: 'M-15 8H15V-6L8 0 0-9-8 0-15-6ZM0-9V-16M-3.5-13H3.5',
};

/** `T` is printed 10. */
const printed = (rank: string) => (rank === 'T' ? '10' : rank);

/** A playing card, face up, or its back where it is not known. */
export function PlayingCard({ card, dimmed = false }: { card: string | null; dimmed?: boolean }) {
  if (card === null) return <Back />;
  const rank = card.charAt(0);
  const suit = SUIT_PATHS[card.charAt(1)] ?? '';
  const isRed = card.endsWith('H') || card.endsWith('D');
  return (
    <g className={clsx(classes.face, isRed ? classes.red : classes.black, dimmed && classes.dimmed)} data-card={card}>
      <rect className={classes.paper} x="1" y="1" width="98" height="138" rx="9" />
      <Index rank={rank} suit={suit} />
      <g transform="rotate(180 50 70)">
        <Index rank={rank} suit={suit} />
      </g>
      <Middle rank={rank} suit={suit} />
    </g>
  );
}

function Index({ rank, suit }: { rank: string; suit: string }) {
  return (
    <>
      <text className={clsx(classes.rank, rank === 'T' && classes.wide)} x="15" y="31" textAnchor="middle">
        {printed(rank)}
      </text>
      <path d={suit} transform="translate(15 46) scale(.95)" />
    </>
  );
}

function Middle({ rank, suit }: { rank: string; suit: string }) {
  const crown = CROWNS[rank];
  if (crown) {
    return (
      <>
        <rect className={classes.frame} x="29" y="19" width="42" height="102" rx="4" />
        <path className={classes.crown} d={crown} transform="translate(50 42)" />
        <path className={classes.crown} d={crown} transform="rotate(180 50 70) translate(50 42)" />
        <path d={suit} transform="translate(50 70) scale(1.25)" />
      </>
    );
  }
  if (rank === 'A') return <path d={suit} transform="translate(52 72) scale(2.6)" />;
  return (PIPS[rank] ?? []).map(([x, y]) => (
    <path key={`${x} ${y}`} d={suit} transform={`translate(${x} ${y})${y > CENTRE ? ' rotate(180)' : ''} scale(.68)`} />
  ));
}

function Back() {
  return (
    <g className={classes.back} data-card="back">
      <rect className={classes.paper} x="1" y="1" width="98" height="138" rx="9" />
      <rect className={classes.cover} x="7" y="7" width="86" height="126" rx="5" />
      <path
        className={classes.weave}
        d="M7 38L38 7M7 70L70 7M7 102L93 16M16 124L93 47M38 133L93 78M70 133L93 110M93 38L62 7M93 70L30 7M93 102L7 16M84 124L7 47M62 133L7 78M30 133L7 110"
      />
      <circle className={classes.cover} cx="50" cy="70" r="17" />
      <circle className={classes.ring} cx="50" cy="70" r="13" />
    </g>
  );
}
