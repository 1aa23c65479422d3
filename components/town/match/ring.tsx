import clsx from 'clsx';
import { seedOf } from '@/components/match/player-bar';
import type { Player } from '@/components/match/types';
import { PlayerToken } from '@/components/ui/player-token';
import palette from '../palette.module.css';
import { describePhase, isDark } from '../phases';
import scenery from '../scene/scene.module.css';
import classes from './ring.module.css';
import { ROLE_WORDS, type Scene, tallyOf } from './story';

const BOX = { width: 480, height: 400 };
const TABLE = { x: 240, y: 240, rx: 186, ry: 116 };

/** Where a seat is, the first at the top, clockwise. */
function placeOf(seat: number): { x: number; y: number } {
  const angle = (2 * Math.PI * (seat + 0.5)) / 8 - Math.PI / 2;
  return { x: TABLE.x + TABLE.rx * Math.cos(angle), y: TABLE.y + TABLE.ry * Math.sin(angle) };
}

export interface RingProps {
  scene: Scene;
  players: readonly Player[];
  /** The newest scene of a running match. */
  live: boolean;
  /** The viewer's own seat. */
  own: number | null;
}

/** The hall of the match: eight players around the table, who votes for whom, who speaks, and who is dead. */
export function Ring({ scene, players, live, own }: RingProps) {
  const { phase, day } = scene;
  const dark = isDark(phase);
  return (
    <div className={clsx(classes.ring, dark ? palette.night : palette.day)} data-live={live}>
      <Room dark={dark} />
      <svg className={classes.votes} viewBox={`0 0 ${BOX.width} ${BOX.height}`} aria-hidden>
        <defs>
          <marker id="vote-tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto">
            <path className={classes.tip} d="M0 0.5L7 4L0 7.5Z" />
          </marker>
        </defs>
        {scene.votes.map(
          (target, voter) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the seat of the voter
            typeof target === 'number' && target !== voter && <Vote key={voter} voter={voter} target={target} />,
        )}
      </svg>
      <div className={classes.middle}>
        <span className={classes.phase}>{describePhase({ phase, day_number: day })}</span>
        <Middle scene={scene} players={players} />
      </div>
      {players.map((player) => (
        <Seat key={player.seat} player={player} scene={scene} isOwn={player.seat === own} />
      ))}
    </div>
  );
}

/** The wall with its window, the floor and the table. */
function Room({ dark }: { dark: boolean }) {
  return (
    <svg
      className={classes.room}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
    >
      <rect className={classes.wall} width={BOX.width} height="128" />
      <rect className={classes.floor} y="122" width={BOX.width} height={BOX.height - 122} />
      <path className={scenery.line} d={`M0 122H${BOX.width}`} />
      <path className={scenery.detail} d="M0 160H480M0 206H480M0 262H480M0 330H480" />
      <path className={classes.sky} d="M196 92V46a44 36 0 0 1 88 0V92Z" />
      <circle className={classes.orb} cx={dark ? 262 : 220} cy="46" r="11" />
      <path className={scenery.line} d="M196 92V46a44 36 0 0 1 88 0V92ZM240 10V92M196 58h88M188 92h104" />
      <path className={scenery.flag} d="M84 24h44v58l-22 -14l-22 14Z" />
      <path className={scenery.flag} d="M352 24h44v58l-22 -14l-22 14Z" />
      <ellipse className={classes.rug} cx={TABLE.x} cy={TABLE.y + 4} rx={TABLE.rx + 34} ry={TABLE.ry + 26} />
      <path className={classes.edge} d="M118 240c0 98 244 98 244 0v14c0 98 -244 98 -244 0Z" />
      <ellipse className={classes.table} cx={TABLE.x} cy={TABLE.y} rx="122" ry="73" />
      <ellipse className={scenery.detail} cx={TABLE.x} cy={TABLE.y} rx="108" ry="63" />
    </svg>
  );
}

function Vote({ voter, target }: { voter: number; target: number }) {
  const [from, to] = [placeOf(voter), placeOf(target)];
  const bend = (one: number, other: number, middle: number) => (one + other) / 2 + (middle - (one + other) / 2) * 0.35;
  const control = { x: bend(from.x, to.x, TABLE.x), y: bend(from.y, to.y, TABLE.y) };
  const start = towards(from, control, 26);
  const end = towards(to, control, 30);
  return (
    <path
      className={classes.vote}
      d={`M${start.x} ${start.y}Q${control.x.toFixed(1)} ${control.y.toFixed(1)} ${end.x} ${end.y}`}
      markerEnd="url(#vote-tip)"
    />
  );
}

function towards(from: { x: number; y: number }, to: { x: number; y: number }, by: number) {
  const length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  return {
    x: Number((from.x + ((to.x - from.x) * by) / length).toFixed(1)),
    y: Number((from.y + ((to.y - from.y) * by) / length).toFixed(1)),
  };
}

/** What was said last, or how far the vote is. */
function Middle({ scene, players }: { scene: Scene; players: readonly Player[] }) {
  const { said, phase, alive, votes } = scene;
  const living = alive.filter(Boolean).length;
  if (phase === 'DAY_VOTE') {
    return (
      <span className={classes.words}>
        {votes.filter((vote) => vote !== null).length} of {living} have voted
      </span>
    );
  }
  if (!said) return <span className={classes.words}>{living} of 8 alive</span>;
  const speaker = players.find(({ seat }) => seat === said.seat);
  return (
    <span className={classes.words} dir="auto">
      <bdi>{speaker?.display_name}</bdi>: “{said.text}”
    </span>
  );
}

function Seat({ player, scene, isOwn }: { player: Player; scene: Scene; isOwn: boolean }) {
  const { seat, display_name, kind } = player;
  const isAlive = scene.alive[seat] ?? true;
  const role = scene.roles[seat] ?? null;
  const votes = tallyOf(scene).find(([target]) => target === seat)?.[1].length ?? 0;
  const { x, y } = placeOf(seat);
  return (
    <div
      className={classes.seat}
      data-alive={isAlive}
      data-speaks={scene.said?.seat === seat}
      data-own={isOwn}
      style={{ left: `${(100 * x) / BOX.width}%`, top: `${(100 * y) / BOX.height}%` }}
    >
      <span className={classes.token}>
        <PlayerToken seed={seedOf(player)} kind={kind} size={44} />
        {!isAlive && (
          <svg className={classes.cross} viewBox="0 0 44 44" aria-hidden>
            <path d="M8 8L36 36M36 8L8 36" />
          </svg>
        )}
        {votes > 0 && (
          <span className={classes.count} title={`${votes} ${votes === 1 ? 'vote' : 'votes'}`}>
            {votes}
          </span>
        )}
      </span>
      <bdi className={classes.name}>{display_name}</bdi>
      {role && (
        <span className={classes.role} data-role={role}>
          {ROLE_WORDS[role]}
        </span>
      )}
    </div>
  );
}
