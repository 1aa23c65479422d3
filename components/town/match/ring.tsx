import clsx from 'clsx';
import { seedOf } from '@/components/match/player-bar';
import { PlayerToken } from '@/components/ui/player-token';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import { type Accusation, isTalk, isVote, type Scene, seatOf, tallyOf } from '@/lib/games/werewolf/transcript';
import shared from '../../ui/shared.module.css';
import palette from '../palette.module.css';
import { describePhase, isDark, ROLE_LABELS, WINNER_LABELS } from '../phases';
import { type NightAct, Prowler, Shadows } from './night';
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
  /** What was chosen in the night, for those who see everything. */
  acts?: readonly NightAct[];
}

/** The hall of the match: eight players around the table, who is accused, who votes for whom, who speaks, who is dead. */
export function Ring({ scene, players, accusations, live, own, acts = [] }: RingProps) {
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
        {live && phase === 'NIGHT' && <Prowler />}
        <Shadows acts={acts} />
        {showsVotes &&
          votes.map(
            (target, voter) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the seat of the voter
              typeof target === 'number' && target !== voter && <Arrow key={voter} from={voter} to={target} />,
          )}
        {scene.lastMessage &&
          scene.lastMessage.answers !== null &&
          scene.lastMessage.answers !== scene.lastMessage.seat && (
            <Arrow from={scene.lastMessage.seat} to={scene.lastMessage.answers} kind="answer" />
          )}
        {most?.byPlayerIds.map((id) => (
          <Arrow key={id} from={seatOf(id)} to={seatOf(most.targetPlayerId)} kind="accusation" />
        ))}
      </svg>
      <div className={classes.middle}>
        <span className={classes.phase}>{describePhase({ phase, day_number: day })}</span>
        <Middle scene={scene} />
      </div>
      {scene.lastMessage && <Speech message={scene.lastMessage} players={players} />}
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
          turnsCard={phase === 'DAY_RESOLUTION' && scene.deaths.at(-1)?.seat === player.seat}
        />
      ))}
    </div>
  );
}

interface ArrowProps {
  /** Seats. */
  from: number;
  to: number;
  /** An accusation is a broken line, a vote a full one, an answer a dotted one without a tip. */
  kind?: 'vote' | 'accusation' | 'answer';
}

function Arrow({ from, to, kind = 'vote' }: ArrowProps) {
  const [tail, tip] = [placeOf(from), placeOf(to)];
  const bend = (one: number, other: number, middle: number) => (one + other) / 2 + (middle - (one + other) / 2) * 0.35;
  const control = { x: bend(tail.x, tip.x, TABLE.x), y: bend(tail.y, tip.y, TABLE.y) };
  const start = towards(tail, control, 26);
  const end = towards(tip, control, 30);
  const d = `M${start.x} ${start.y}Q${control.x.toFixed(1)} ${control.y.toFixed(1)} ${end.x} ${end.y}`;
  return (
    <>
      <path className={classes.halo} d={d} />
      <path className={classes[kind]} d={d} markerEnd={kind === 'answer' ? undefined : 'url(#vote-tip)'} />
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

/** Seats whose words have no room beside the chair: they are shown between the chair and the table. */
const NEAR_MIDDLE = 110;

/** The last words at the chair of their speaker, towards the table. */
function Speech({
  message,
  players,
}: {
  message: NonNullable<Scene['lastMessage']>;
  players: readonly SnapshotPlayer[];
}) {
  const { x, y } = placeOf(message.seat);
  const answered = players.find(({ seat }) => seat === message.answers);
  const side = Math.abs(x - TABLE.x) < NEAR_MIDDLE ? 'middle' : x < TABLE.x ? 'left' : 'right';
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)}%`;
  const across =
    side === 'middle'
      ? { left: percent((x + TABLE.x) / 2, ROOM.width) }
      : { [side]: percent(side === 'left' ? x : ROOM.width - x, ROOM.width) };
  return (
    <p
      key={message.text}
      className={classes.speech}
      data-side={side}
      style={{ ...across, top: percent(side === 'middle' ? (y + TABLE.y) / 2 : y, ROOM.height) }}
      dir="auto"
    >
      {answered && (
        <span className={classes.to}>
          to <bdi>{answered.display_name}</bdi>
        </span>
      )}
      {withNames(message.text, players)}
    </p>
  );
}

/** How far the vote is, or how many live. */
function Middle({ scene }: { scene: Scene }) {
  const { phase, alive, votes, winner } = scene;
  const living = alive.filter(Boolean).length;
  if (phase === 'DAY_VOTE') {
    return (
      <span className={classes.words}>
        {votes.filter((vote) => vote !== null).length} of {living} have voted
      </span>
    );
  }
  if (winner) return <strong className={classes.words}>{WINNER_LABELS[winner]}</strong>;
  return <span className={classes.words}>{living} of 8 alive</span>;
}

/** Seats so far below the middle need room for their labels above the edge of a small hall. */
const LOW_FROM = 90;

interface SeatProps {
  player: SnapshotPlayer;
  scene: Scene;
  /** How many players accuse it, and how many vote for it. */
  accusers: number;
  votes: number;
  isOwn: boolean;
  /** Its card is turned now: the vote has decided. */
  turnsCard: boolean;
}

function Seat({ player, scene, accusers, votes, isOwn, turnsCard }: SeatProps) {
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
      data-turns={turnsCard}
      data-low={y > TABLE.y + LOW_FROM}
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
