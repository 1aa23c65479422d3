import clsx from 'clsx';
import type { CSSProperties } from 'react';
import type { BoardPlay, BoardPremove } from '@/components/boards/board-props';
import { describePlayer, describeStanding } from '@/components/boards/describe';
import { GameBoard } from '@/components/boards/game-board';
import { findBoard, findSideColors } from '@/components/boards/registry';
import { asFinished } from '@/components/boards/view';
import { PlayerToken } from '@/components/ui/player-token';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import type { Evaluation } from './evaluation';
import { withNamedSeats } from './names';
import { modelAt, type NotedMove } from './notes';
import { PlayerBar, PlayerName, seedOf } from './player-bar';
import classes from './stage.module.css';
import type { Frame } from './timeline';
import type { MatchSnapshot, View } from './types';

export interface StageProps {
  match: MatchSnapshot;
  /** The position that is shown. */
  frame: Frame;
  /** It is the newest position. */
  following: boolean;
  flipped: boolean;
  /** Server time minus browser time, ms. */
  offsetMs: number;
  /** The view of the viewer's own seat, in place of the public view. */
  ownView?: View;
  play?: BoardPlay;
  premove?: BoardPremove;
  /** Who is ahead; absent: no bar. */
  evaluation?: Evaluation;
  /** On a phone: only the board, smaller, at the top of the window. */
  isStuck?: boolean;
  /** A better move than the one that led here, as the game takes it. */
  better?: unknown;
  /** What agents said beside their moves. */
  notes?: readonly NotedMove[];
  /** The result appears after this time, in ms: the board takes it to show the position. */
  lateMs?: number;
  /** The small board. */
  mini?: boolean;
  /** Shows more than two players as one line of names, in the order of their seats. */
  namesOnly?: boolean;
  /** Says in no words and figures who is ahead. */
  hidesStanding?: boolean;
}

/** The board with its players: two players above and below it, more in a row below. */
export function Stage({
  match,
  frame,
  following,
  flipped,
  offsetMs,
  ownView,
  play,
  premove,
  evaluation,
  better,
  isStuck,
  notes = [],
  lateMs = 0,
  mini,
  namesOnly,
  hidesStanding = false,
}: StageProps) {
  const { players } = match;
  const live = following && match.status === 'active';
  const view = withNamedSeats(asFinished(ownView ?? frame.view, following && match.status !== 'active'), players);
  const standing = hidesStanding ? null : describeStanding(match.game_type, view);
  const label = `${match.title}. ${standing ? `${standing}. ` : ''}${frame.sentence}`;
  const isForTwo = players.length === 2;
  const isTwoSided = isForTwo && !mini && findBoard(match.game_type)?.isTwoSided === true;
  const isTight = namesOnly && players.length > 2;
  const [near, far] = flipped ? [...players].reverse() : players;
  const bar = (player: SnapshotPlayer | undefined) =>
    player && (
      <PlayerBar
        key={player.seat}
        player={player}
        outcome={following ? match.outcome : null}
        clock={live ? match.clock : null}
        offsetMs={offsetMs}
        live={live}
        model={modelAt(notes, player.seat, frame.ply)}
        note={hidesStanding ? null : describePlayer(match.game_type, view, player.seat)}
        compact={players.length > 2}
        isAlone={players.length === 1}
        lateMs={lateMs}
      />
    );
  return (
    <div className={classes.stage}>
      <div className={classes.parts} data-two-sided={isTwoSided} data-stuck={isStuck}>
        {isForTwo && <div className={classes.bar}>{bar(far)}</div>}
        <div className={classes.board}>
          {evaluation && (
            <EvaluationBar evaluation={evaluation} flipped={flipped} colors={findSideColors(match.game_type)} />
          )}
          <GameBoard
            gameId={match.game_type}
            view={view}
            text={frame.text}
            label={label}
            flipped={flipped}
            live={live}
            play={play}
            premove={premove}
            better={better}
            mini={mini}
          />
        </div>
        {isForTwo ? (
          <div className={clsx(classes.bar, classes.near)}>{bar(near)}</div>
        ) : isTight ? (
          <Names players={players} toMove={live ? match.clock.seats_to_move : []} />
        ) : (
          <div className={classes.row}>{players.map((player) => bar(player))}</div>
        )}
      </div>
    </div>
  );
}

function Names({ players, toMove }: { players: readonly SnapshotPlayer[]; toMove: readonly number[] }) {
  return (
    <div className={classes.names} data-rows={players.length > 4 ? 'two' : 'one'}>
      {players.map((player) => (
        <div key={player.seat} className={classes.name} data-to-move={toMove.includes(player.seat)}>
          <PlayerToken seed={seedOf(player)} kind={player.kind} size={24} />
          <PlayerName player={player} />
        </div>
      ))}
    </div>
  );
}

interface EvaluationBarProps {
  evaluation: Evaluation;
  /** The second seat is at the near side of the board. */
  flipped: boolean;
  /** Colours of the first and the second seat. */
  colors: readonly [string, string];
}

/** Who is ahead, as a bar: beside the board, on a phone above it. The share of the near side is below, or on the left. */
function EvaluationBar({ evaluation: { share, spoken }, flipped, colors: [first, second] }: EvaluationBarProps) {
  const near = flipped ? 1 - share : share;
  const style = { '--near': near, '--near-color': flipped ? second : first, '--far-color': flipped ? first : second };
  return (
    <div className={classes.evaluationBarBar} title={spoken} style={style as CSSProperties}>
      <span className="visually-hidden">
        <meter aria-label="Who is ahead" min={0} max={100} value={Math.round(100 * share)} aria-valuetext={spoken} />
      </span>
      <span className={classes.evaluationBarNear} />
      <span className={classes.middle} />
    </div>
  );
}
