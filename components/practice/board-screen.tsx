'use client';
import { clsx } from 'clsx';
import { useState } from 'react';
import { describeStanding } from '@/components/boards/describe';
import { GameBoard } from '@/components/boards/game-board';
import { hasBoard } from '@/components/boards/registry';
import { moveToText } from '@/components/play/move-to-text';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { usePageKeys } from '@/components/ui/page-keys';
import { capitalize } from '@/components/ui/text';
import type { PracticePosition } from '@/lib/games/practice';
import shared from '../ui/shared.module.css';
import classes from './board-screen.module.css';
import { type BoardGame, PracticePanel } from './practice-panel';
import type { EngineTask } from './use-engine-requests';
import { usePractice } from './use-practice';

export interface BoardScreenProps {
  game: BoardGame;
  initial: PracticePosition;
  /** The match that the position comes from. */
  from: string | null;
}

/** An unrated board: any position of a game, to play both sides of or to continue against a house bot. */
export function BoardScreen({ game, initial, from }: BoardScreenProps) {
  const board = usePractice(game.id, initial);
  const { history, step, opponent, task } = board;
  const { position, move } = step;
  const [flipped, setFlipped] = useState(false);
  const flip = () => setFlipped((before) => !before);
  usePageKeys([
    ['ArrowLeft', () => board.goTo(history.at - 1)],
    ['ArrowRight', () => board.goTo(history.at + 1)],
    ['u', board.undoMove],
    ['f', flip],
  ]);
  const standing = describeStanding(game.id, position.view);
  const status = statusText(game, position, task);
  const announcement = move ? `${move.notation} was played. ${status}` : status;
  const mayPlay = position.seat !== null && (!opponent || position.seat === opponent.human);
  const isSending = task === 'moving' || task === 'bot';
  const play = { legalMoves: position.legalMoves, onMove: board.play, isSending };

  return (
    <div className={classes.screen}>
      <Head title={game.title} from={from} />
      <div className={classes.stage}>
        <GameBoard
          gameId={game.id}
          view={position.view}
          text={position.text}
          label={[game.title, ...(standing ? [standing] : []), announcement].join('. ')}
          flipped={flipped}
          live={false}
          play={mayPlay ? play : undefined}
        />
        {!hasBoard(game.id) && mayPlay && <MoveList moves={position.legalMoves} onMove={board.play} />}
      </div>
      <PracticePanel
        game={game}
        board={board}
        mayPlay={mayPlay}
        status={status}
        standing={isRepetition(standing, status) ? null : standing}
        onFlip={flip}
      />
      <output className="visually-hidden" aria-live="polite">
        {announcement}
      </output>
    </div>
  );
}

function Head({ title, from }: { title: string; from: string | null }) {
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>{title} board</h1>
      <p className={clsx(shared.muted, shared.noMargin)}>
        Unrated and not stored: the address of this page contains the position.
        {from && (
          <>
            {' '}
            <Link href={`/matches/${from}`}>Back to the match</Link>
          </>
        )}
      </p>
    </header>
  );
}

/** Whose turn it is, or the result. */
function statusText(game: BoardGame, { seat, outcome }: PracticePosition, task: EngineTask | null): string {
  const seatName = (one: number) => capitalize(game.seatNames[one] ?? `seat ${one + 1}`);
  if (task === 'bot') return 'The house bot is thinking…';
  if (seat !== null) return `${seatName(seat)} to move.`;
  if (!outcome || outcome.winner === null) return 'Drawn.';
  return `${seatName(outcome.winner)} has won.`;
}

/** Whether the standing only repeats the status. */
function isRepetition(standing: string | null, status: string): boolean {
  return standing?.toLowerCase().startsWith(status.toLowerCase().replace(/\.$/, '')) ?? true;
}

/** For a game without a board: the legal moves as buttons. */
function MoveList({ moves, onMove }: { moves: readonly unknown[]; onMove: (move: unknown) => void }) {
  return (
    <div className={classes.choices}>
      {moves.map((move) => (
        <Button key={JSON.stringify(move)} size="compact-sm" variant="default" onClick={() => onMove(move)}>
          {moveToText(move)}
        </Button>
      ))}
    </div>
  );
}
