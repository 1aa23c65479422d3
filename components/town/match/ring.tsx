import clsx from 'clsx';
import { seedOf } from '@/components/match/player-bar';
import { PlayerToken } from '@/components/ui/player-token';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { type Accusation, isTalk, isVote, type Scene, seatOf, tallyOf } from '@/lib/games/werewolf/transcript';
import shared from '../../ui/shared.module.css';
import palette from '../palette.module.css';
import { describePhase, isDark, ROLE_LABELS, WINNER_LABELS } from '../phases';
import classes from './ring.module.css';
import { type Place, placeOf, ROOM, Room, TABLE } from './room';
import { withNames } from './words';

export interface RingProps {
  scene: Scene;
  players: readonly SnapshotPlayer[];
  /** Those of the running day, the most accused player first. */
  accusations: readonly Accusation[];
  /** The newest scene of a running match. */
  live: boolean;
  /** The viewer's own seat. */
  own: number | null;
}

/** The hall of the match: eight players around the table, who is accused, who votes for whom, who speaks, who is dead. */
export function Ring({ scene, players, accusations, live, own }: RingProps) {
  const { phase, day, votes } = scene;
  const dark = isDark(phase);
  const showsVotes = isVote(phase) && scene.voteDay === day;
  const arrows = isTalk(phase) ? accusations : [];
  const [most] = arrows;
  return (
    <div className={clsx(classes.ring, dark ? palette.night : palette.day)} data-live={live}>
      <Room dark={dark} />
      <svg className={shared.covers} viewBox={`0 0 ${ROOM.width} ${ROOM.height}`} aria-hidden>
        <defs>
          <marker id="vote-tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" orient="auto">
            <path className={classes.tip} d="M0 0.5L7 4L0 7.5Z" />
          </marker>
        </defs>
        {showsVotes &&
          votes.map(
            (target, voter) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the seat of the voter
              typeof target === 'number' && target !== voter && <Arrow key={voter} from={voter} to={target} />,
          )}
        {most?.byPlayerIds.map((id) => (
          <Arrow key={id} from={seatOf(id)} to={seatOf(most.targetPlayerId)} isAccusation />
        ))}
      </svg>
      <div className={classes.middle}>
        <span className={classes.phase}>{describePhase({ phase, day_number: day })}</span>
        <Middle scene={scene} players={players} />
      </div>
      {players.map((player) => (
        <Seat
          key={player.seat}
          player={player}
          scene={scene}
          accusers={
            arrows.find(({ targetPlayerId }) => seatOf(targetPlayerId) === player.seat)?.byPlayerIds.length ?? 0
          }
          votes={showsVotes ? (tallyOf(scene).find(([target]) => target === player.seat)?.[1].length ?? 0) : 0}
          isOwn={player.seat === own}
        />
      ))}
    </div>
  );
}

interface ArrowProps {
  /** Seats. */
  from: number;
  to: number;
  /** An accusation is a broken line, a vote a full one. */
  isAccusation?: boolean;
}

function Arrow({ from, to, isAccusation = false }: ArrowProps) {
  const [tail, tip] = [placeOf(from), placeOf(to)];
  const bend = (one: number, other: number, middle: number) => (one + other) / 2 + (middle - (one + other) / 2) * 0.35;
  const control = { x: bend(tail.x, tip.x, TABLE.x), y: bend(tail.y, tip.y, TABLE.y) };
  const start = towards(tail, control, 26);
  const end = towards(tip, control, 30);
  const d = `M${start.x} ${start.y}Q${control.x.toFixed(1)} ${control.y.toFixed(1)} ${end.x} ${end.y}`;
  return (
    <>
      <path className={classes.halo} d={d} />
      <path className={isAccusation ? classes.accusation : classes.vote} d={d} markerEnd="url(#vote-tip)" />
    </>
  );
}

function towards(from: Place, to: Place, by: number): Place {
  const length = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  return {
    x: Number((from.x + ((to.x - from.x) * by) / length).toFixed(1)),
    y: Number((from.y + ((to.y - from.y) * by) / length).toFixed(1)),
  };
}

/** What was said last, or how far the vote is. */
function Middle({ scene, players }: { scene: Scene; players: readonly SnapshotPlayer[] }) {
  const { lastMessage, phase, alive, votes, winner } = scene;
  const living = alive.filter(Boolean).length;
  if (phase === 'DAY_VOTE') {
    return (
      <span className={classes.words}>
        {votes.filter((vote) => vote !== null).length} of {living} have voted
      </span>
    );
  }
  if (winner) return <strong className={classes.words}>{WINNER_LABELS[winner]}</strong>;
  if (!lastMessage) return <span className={classes.words}>{living} of 8 alive</span>;
  const speaker = players.find(({ seat }) => seat === lastMessage.seat);
  return (
    <span className={classes.words} dir="auto">
      <bdi>{speaker?.display_name}</bdi>: “{withNames(lastMessage.text, players)}”
    </span>
  );
}

interface SeatProps {
  player: SnapshotPlayer;
  scene: Scene;
  /** How many players accuse it, and how many vote for it. */
  accusers: number;
  votes: number;
  isOwn: boolean;
}

function Seat({ player, scene, accusers, votes, isOwn }: SeatProps) {
  const { seat, display_name, kind } = player;
  const isAlive = scene.alive[seat] ?? true;
  const role = scene.roles[seat] ?? null;
  const { x, y } = placeOf(seat);
  return (
    <div
      className={classes.seat}
      data-alive={isAlive}
      data-speaks={scene.lastMessage?.seat === seat}
      data-own={isOwn}
      style={{ left: `${(100 * x) / ROOM.width}%`, top: `${(100 * y) / ROOM.height}%` }}
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
      {accusers > 0 && <span className={classes.accused}>accused by {accusers}</span>}
      {role && (
        <span className={classes.role} data-role={role}>
          {ROLE_LABELS[role]}
        </span>
      )}
    </div>
  );
}
