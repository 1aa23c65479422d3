'use client';
import { Button, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowsUpDown } from '@tabler/icons-react';
import Link from 'next/link';
import { useState } from 'react';
import { BoardAsText } from '@/components/boards/board-as-text';
import { describeStanding } from '@/components/boards/describe';
import { GameBoard } from '@/components/boards/game-board';
import { hasBoard } from '@/components/boards/registry';
import { moveWords } from '@/components/play/move-words';
import { KeyHelp } from '@/components/ui/key-help';
import type { PracticePosition } from '@/lib/games/practice';
import classes from './board-screen.module.css';
import { Opinion } from './opinion';
import { OpponentChooser } from './opponent-chooser';
import { PositionText } from './position-text';
import type { Trail } from './trail';
import { usePractice } from './use-practice';

export interface BoardGame {
  id: string;
  title: string;
  seatNames: readonly string[];
  hasBot: boolean;
  hasJudge: boolean;
}

export interface BoardScreenProps {
  game: BoardGame;
  initial: PracticePosition;
  /** The match that it was taken from. */
  from: string | null;
}

const KEYS = [
  { keys: ['←', '→'], does: 'One move back, one forward' },
  { keys: ['u'], does: 'Take the last move back' },
  { keys: ['f'], does: 'Turn the board' },
];

/** An unrated board: any position of a game, played on for both sides or against the house. */
export function BoardScreen({ game, initial, from }: BoardScreenProps) {
  const board = usePractice(game.id, initial);
  const { trail, step, opponent, busy, fault } = board;
  const { position, move } = step;
  const [flipped, setFlipped] = useState(false);
  const flip = () => setFlipped((before) => !before);
  useHotkeys([
    ['ArrowLeft', () => board.go(trail.at - 1)],
    ['ArrowRight', () => board.go(trail.at + 1)],
    ['u', board.undo],
    ['f', flip],
  ]);
  const standing = describeStanding(game.id, position.view);
  const news = newsOf(game, position, busy);
  const said = move ? `${move.notation} was played. ${news}` : news;
  const mayPlay = position.seat !== null && (!opponent || position.seat === opponent.human);
  const isSending = busy === 'moving' || busy === 'house';
  const play = { legalMoves: position.legalMoves, onMove: board.play, isSending };

  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <h1 className={classes.title}>{game.title} board</h1>
        <p className={classes.about}>
          Unrated. Nothing is kept; the address holds the position.
          {from && (
            <>
              {' '}
              <Link href={`/matches/${from}`}>Back to the match</Link>
            </>
          )}
        </p>
      </header>
      <div className={classes.stage}>
        <GameBoard
          gameId={game.id}
          view={position.view}
          text={position.text}
          label={`${game.title}. ${standing ? `${standing}. ` : ''}${said}`}
          flipped={flipped}
          live={false}
          play={mayPlay ? play : undefined}
        />
        {!hasBoard(game.id) && mayPlay && <MoveList moves={position.legalMoves} onMove={board.play} />}
      </div>
      <div className={classes.panel}>
        <div className={classes.news}>
          <p className={classes.sentence}>
            <strong>{news}</strong>
          </p>
          <p className={classes.standing}>{repeats(standing, news) ? null : standing}</p>
          {fault && (
            <p className={classes.fault} role="alert">
              {fault}
            </p>
          )}
        </div>
        <OpponentChooser game={game} opponent={opponent} onChange={board.setOpponent} />
        <MovesPlayed trail={trail} onGo={board.go} />
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={trail.at === 0}
            onClick={board.undo}
          >
            Undo
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowsUpDown size={16} aria-hidden />}
            onClick={flip}
          >
            Turn
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => board.open(null)}>
            New game
          </Button>
          <KeyHelp rows={KEYS} />
        </div>
        {game.hasJudge && (
          <Opinion
            opinion={board.opinion}
            isThinking={busy === 'judge'}
            onAsk={board.judge}
            onTry={mayPlay ? board.play : null}
          />
        )}
        <PositionText state={position.state} onOpen={board.open} />
        <BoardAsText gameId={game.id} view={position.view} text={position.text} />
      </div>
      <VisuallyHidden>
        <output aria-live="polite">{said}</output>
      </VisuallyHidden>
    </div>
  );
}

/** Whose turn it is, or how the game has ended. */
function newsOf(game: BoardGame, { seat, outcome }: PracticePosition, busy: string | null): string {
  const nameOf = (one: number) => capital(game.seatNames[one] ?? `seat ${one + 1}`);
  if (busy === 'house') return 'The house thinks…';
  if (seat !== null) return `${nameOf(seat)} to move.`;
  if (!outcome || outcome.winner === null) return 'Drawn.';
  return `${nameOf(outcome.winner)} has won.`;
}

/** Whether the standing says nothing but whose turn it is. */
function repeats(standing: string | null, news: string): boolean {
  return standing?.toLowerCase().startsWith(news.toLowerCase().replace(/\.$/, '')) ?? true;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function MovesPlayed({ trail, onGo }: { trail: Trail; onGo: (at: number) => void }) {
  if (trail.steps.length === 1)
    return <p className={classes.none}>No move yet. Pick a piece or a place on the board.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.moves} aria-label="Moves" tabIndex={0}>
      <ol className={classes.list}>
        {trail.steps.map(({ number, move }) => (
          <li key={number}>
            <button
              type="button"
              className={classes.move}
              aria-current={number === trail.at ? 'step' : undefined}
              onClick={() => onGo(number)}
            >
              {move ? move.notation : 'Start'}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** For a game without a board of its own: its moves as buttons. */
function MoveList({ moves, onMove }: { moves: readonly unknown[]; onMove: (move: unknown) => void }) {
  return (
    <div className={classes.choices}>
      {moves.map((move) => (
        <Button key={JSON.stringify(move)} size="compact-sm" variant="default" onClick={() => onMove(move)}>
          {moveWords(move)}
        </Button>
      ))}
    </div>
  );
}
