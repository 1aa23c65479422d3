import clsx from 'clsx';
import classes from './board.module.css';
import { PHASE_NAMES, ROLE_NAMES, whenText } from './text';
import type { Player, WerewolfView } from './view';

const SIDE = 400;
const RADIUS = 150;
const CHAIR = 31;

/** The centre of a chair, the first one at the top, clockwise. */
function chairAt(index: number, count: number): { x: number; y: number } {
  const angle = (2 * Math.PI * index) / count - Math.PI / 2;
  return { x: SIDE / 2 + RADIUS * Math.cos(angle), y: SIDE / 2 - 8 + RADIUS * Math.sin(angle) };
}

const NIGHTLY: readonly WerewolfView['phase'][] = ['LOBBY', 'NIGHT'];

/** Eight chairs in a circle with life, known roles and votes; the phase in the middle. */
export function WerewolfDrawing({ view, live, mini }: { view: WerewolfView; live: boolean; mini: boolean }) {
  const { players, phase } = view;
  return (
    <svg
      className={clsx(classes.board, mini && classes.mini, NIGHTLY.includes(phase) && classes.night)}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      data-live={live}
      aria-hidden
    >
      <rect className={classes.ground} x="0.5" y="0.5" width={SIDE - 1} height={SIDE - 1} rx="12" />
      <Votes view={view} />
      {players.map((player, index) => (
        <Chair key={player.playerId} player={player} at={chairAt(index, players.length)} mini={mini} />
      ))}
      <g transform={`translate(${SIDE / 2} ${SIDE / 2 - 8})`}>
        <text className={classes.phase} y="-4" textAnchor="middle">
          {PHASE_NAMES[phase]}
        </text>
        <text className={classes.when} y="20" textAnchor="middle">
          {whenText(view)}
        </text>
      </g>
    </svg>
  );
}

function Chair({ player, at, mini }: { player: Player; at: { x: number; y: number }; mini: boolean }) {
  const { playerId, alive, role } = player;
  return (
    <g transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`} className={clsx(!alive && classes.dead)}>
      <circle className={clsx(classes.chair, role === 'WEREWOLF' && classes.wolf)} r={CHAIR} />
      <text className={classes.player} y="6" textAnchor="middle">
        {playerId}
      </text>
      {!alive && <path className={classes.cross} d="M-22 -22L22 22" />}
      {role && !mini && (
        <text className={classes.role} y={CHAIR + 15} textAnchor="middle">
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
    const [start, end] = [chairAt(from, players.length), chairAt(to, players.length)];
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const near = 1 - (CHAIR + 5) / length;
    const tip = { x: start.x + (end.x - start.x) * near, y: start.y + (end.y - start.y) * near };
    return (
      <g key={voterPlayerId}>
        <path
          className={classes.vote}
          d={`M${start.x.toFixed(1)} ${start.y.toFixed(1)}L${tip.x.toFixed(1)} ${tip.y.toFixed(1)}`}
        />
        <circle className={classes.tip} cx={tip.x.toFixed(1)} cy={tip.y.toFixed(1)} r="4" />
      </g>
    );
  });
}
