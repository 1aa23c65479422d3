import type { BoardPlay } from '@/components/boards/board';
import { GameBoard } from '@/components/boards/registry';
import { standingOf } from '@/components/boards/words';
import { PlayerBar } from './player-bar';
import classes from './stage.module.css';
import type { Frame } from './timeline';
import type { MatchSnapshot, Player, View } from './wire';

export interface StageProps {
  match: MatchSnapshot;
  /** The position that is shown. */
  frame: Frame;
  /** It is the newest one. */
  following: boolean;
  flipped: boolean;
  /** Server time less the browser's, ms. */
  offsetMs: number;
  /** What one's own seat sees in place of what everybody sees. */
  ownView?: View;
  play?: BoardPlay;
  /** The board without its small print: for little room. */
  mini?: boolean;
}

/** The board and who plays on it: two players face each other across it, others sit in a row below. */
export function Stage({ match, frame, following, flipped, offsetMs, ownView, play, mini }: StageProps) {
  const { players } = match;
  const live = following && match.status === 'active';
  const view = ownView ?? frame.view;
  const standing = standingOf(match.game_type, view);
  const label = `${match.title}. ${standing ? `${standing}. ` : ''}${frame.sentence}`;
  const isForTwo = players.length === 2;
  const [near, far] = flipped ? [...players].reverse() : players;
  const bar = (player: Player | undefined) =>
    player && (
      <PlayerBar
        key={player.seat}
        player={player}
        outcome={following ? match.outcome : null}
        clock={live ? match.clock : null}
        offsetMs={offsetMs}
        live={live}
        note={materialNote(match.game_type, view, player.seat)}
        compact={players.length > 2}
      />
    );
  return (
    <>
      {isForTwo && <div className={classes.bar}>{bar(far)}</div>}
      <div className={classes.board}>
        <GameBoard
          gameId={match.game_type}
          view={view}
          text={frame.text}
          label={label}
          flipped={flipped}
          live={live}
          play={play}
          mini={mini}
        />
      </div>
      {isForTwo ? (
        <div className={classes.bar}>{bar(near)}</div>
      ) : (
        <div className={classes.row}>{players.map((player) => bar(player))}</div>
      )}
    </>
  );
}

/** A player's lead in material, `+3`, for chess. */
function materialNote(gameId: string, view: View, seat: number): string | null {
  if (gameId !== 'chess' || typeof view.material !== 'number') return null;
  const lead = seat === 0 ? view.material : -view.material;
  return lead > 0 ? `+${lead}` : null;
}
