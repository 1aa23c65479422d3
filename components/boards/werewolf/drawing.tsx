import clsx from 'clsx';
import classes from './board.module.css';
import { PHASE_NAMES, ROLE_NAMES, whenText } from './text';
import type { Player, WerewolfView } from './view';

const SIDE = 400;
/** The square on which the players stand. */
const SQUARE = { x: 200, y: 262, rx: 158, ry: 84 };

/** Where a player stands, the first behind the fire and to the right, clockwise. */
function placeOf(index: number, count: number): { x: number; y: number } {
  const angle = (2 * Math.PI * (index + 0.5)) / count - Math.PI / 2;
  return { x: SQUARE.x + SQUARE.rx * Math.cos(angle), y: SQUARE.y + SQUARE.ry * Math.sin(angle) };
}

const NIGHTLY: readonly WerewolfView['phase'][] = ['LOBBY', 'NIGHT'];

/** The players around the fire of the square: who lives, known roles and votes; the phase on a sign. */
export function WerewolfDrawing({ view, live, mini }: { view: WerewolfView; live: boolean; mini: boolean }) {
  const { players, phase } = view;
  const isNight = NIGHTLY.includes(phase);
  const placed = players
    .map((player, index) => ({ player, at: placeOf(index, players.length) }))
    .sort((one, other) => one.at.y - other.at.y);
  return (
    <svg
      className={clsx(classes.board, mini && classes.mini, isNight && classes.night)}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      data-live={live}
      aria-hidden
    >
      <Village isNight={isNight} />
      <Fire isNight={isNight} />
      {placed.map(({ player, at }) => (
        <Villager key={player.playerId} player={player} at={at} mini={mini} />
      ))}
      <Votes view={view} />
      <g transform="translate(200 42)">
        <rect className={classes.sign} x="-112" y="-26" width="224" height="60" rx="8" />
        <text className={classes.phase} y="-1" textAnchor="middle">
          {PHASE_NAMES[phase]}
        </text>
        <text className={classes.when} y="22" textAnchor="middle">
          {whenText(view)}
        </text>
      </g>
    </svg>
  );
}

const STARS = ['24 30', '52 92', '88 20', '66 128', '352 22', '374 84', '330 118', '300 140', '118 112'];
/** Left, width and height of each house; a tower between them is the Town Hall. */
const HOUSES = [
  [6, 56, 40],
  [72, 48, 52],
  [232, 52, 44],
  [296, 46, 56],
  [350, 48, 38],
] as const;

/** Sky, hills and the roofs of the town. */
function Village({ isNight }: { isNight: boolean }) {
  return (
    <>
      <rect className={classes.sky} width={SIDE} height={SIDE} rx="12" />
      {isNight && STARS.map((place) => <circle key={place} className={classes.star} r="1.6" {...pointOf(place)} />)}
      <circle className={classes.orb} cx={isNight ? 350 : 44} cy="52" r="20" />
      <path className={classes.hill} d="M0 176Q90 118 190 160Q300 112 400 168V250H0Z" />
      {HOUSES.map(([x, width, height]) => (
        <g key={x} transform={`translate(${x} 206)`}>
          <rect className={classes.wall} y={-height} width={width} height={height} />
          <path className={classes.roof} d={`M-6 ${-height}L${width / 2} ${-height - 30}L${width + 6} ${-height}Z`} />
          <rect className={classes.window} x={width / 2 - 14} y={-height + 12} width="9" height="12" rx="1" />
          <rect className={classes.window} x={width / 2 + 5} y={-height + 12} width="9" height="12" rx="1" />
        </g>
      ))}
      <g transform="translate(176 206)">
        <rect className={classes.wall} x="-34" y="-58" width="90" height="58" />
        <path className={classes.roof} d="M-42 -58L-28 -80H50L64 -58Z" />
        <rect className={classes.wall} x="-2" y="-100" width="26" height="42" />
        <path className={classes.roof} d="M-7 -100L11 -128L29 -100Z" />
        <circle className={classes.window} cx="11" cy="-84" r="7" />
        <path className={classes.window} d="M-24 0v-26a8 8 0 0 1 16 0V0ZM30 0v-26a8 8 0 0 1 16 0V0Z" />
      </g>
      <path className={classes.grass} d="M0 204Q200 186 400 204V388a12 12 0 0 1 -12 12H12a12 12 0 0 1 -12 -12Z" />
      <ellipse className={classes.square} cx={SQUARE.x} cy={SQUARE.y + 12} rx={SQUARE.rx + 36} ry={SQUARE.ry + 24} />
      <ellipse className={classes.ring} cx={SQUARE.x} cy={SQUARE.y + 12} rx={SQUARE.rx - 50} ry={SQUARE.ry - 30} />
    </>
  );
}

function pointOf(place: string): { cx: string; cy: string } {
  const [cx = '0', cy = '0'] = place.split(' ');
  return { cx, cy };
}

/** The fire in the middle of the square; by day it is out. */
function Fire({ isNight }: { isNight: boolean }) {
  return (
    <g transform={`translate(${SQUARE.x} ${SQUARE.y + 18})`}>
      {isNight && <ellipse className={classes.glow} rx="120" ry="66" />}
      {isNight && <ellipse className={classes.glow} rx="70" ry="40" />}
      <path className={classes.log} d="M-22 8L20 -4L24 3L-18 15ZM22 8L-20 -4L-24 3L18 15Z" />
      {isNight && (
        <path className={classes.flame} d="M-14 2c-6-16 8-20 6-36c14 8 12 16 14 20c4-4 4-8 4-12c10 12 6 24 2 28Z" />
      )}
    </g>
  );
}

/** A figure in a cloak with its number; a gravestone when it is dead. */
function Villager({ player, at, mini }: { player: Player; at: { x: number; y: number }; mini: boolean }) {
  const { alive, role, seat } = player;
  const isWolf = role === 'WEREWOLF';
  return (
    <g
      transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}
      className={clsx(!alive && classes.dead, isWolf && classes.wolf)}
    >
      <ellipse className={classes.shadow} cy="30" rx="22" ry="6" />
      {alive ? (
        <>
          <path className={classes.cloak} d="M0 -12c16 0 19 18 22 40q-22 8 -44 0c3 -22 6 -40 22 -40Z" />
          {isWolf && <path className={classes.cloak} d="M-13 -22L-13 -40L-4 -30ZM13 -22L13 -40L4 -30Z" />}
          <circle className={classes.head} cy="-19" r="14" />
          <path className={classes.face} d="M-5 -22v3M5 -22v3M-4 -12q4 3 8 0" />
        </>
      ) : (
        <path className={classes.grave} d="M-19 30v-38a19 18 0 0 1 38 0v38Z" />
      )}
      <text className={classes.player} y="20" textAnchor="middle">
        {seat}
      </text>
      {role && !mini && (
        <text className={classes.role} y="48" textAnchor="middle">
          {ROLE_NAMES[role]}
        </text>
      )}
    </g>
  );
}

/** A line from each voter towards the player that it votes for. */
function Votes({ view: { votes, players } }: { view: WerewolfView }) {
  const indexOf = (playerId: string) => players.findIndex((player) => player.playerId === playerId);
  return votes.map(({ voterPlayerId, targetPlayerId }) => {
    const [from, to] = [indexOf(voterPlayerId), targetPlayerId === null ? -1 : indexOf(targetPlayerId)];
    if (from < 0 || to < 0 || from === to) return null;
    const [start, end] = [placeOf(from, players.length), placeOf(to, players.length)];
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const at = (distance: number) => ({
      x: start.x + ((end.x - start.x) * distance) / length,
      y: start.y + ((end.y - start.y) * distance) / length,
    });
    const [tail, tip] = [at(24), at(length - 27)];
    return (
      <g key={voterPlayerId}>
        <path
          className={classes.vote}
          d={`M${tail.x.toFixed(1)} ${tail.y.toFixed(1)}L${tip.x.toFixed(1)} ${tip.y.toFixed(1)}`}
        />
        <circle className={classes.tip} cx={tip.x.toFixed(1)} cy={tip.y.toFixed(1)} r="5" />
      </g>
    );
  });
}
