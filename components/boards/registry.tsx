'use client';
import { type ComponentType, useRef } from 'react';
import { ErrorBoundary } from '@/components/ui/error-boundary';
import { BlackjackBoard } from './blackjack';
import type { BoardProps } from './board';
import { BoardFocusProvider, useBoardFocusOf } from './board-focus';
import { CheckersBoard } from './checkers';
import { ChessBoard } from './chess';
import { EvenOddBoard } from './even_odd';
import { FourInARowBoard } from './four_in_a_row';
import { MancalaBoard } from './mancala';
import classes from './registry.module.css';
import { SeaBattleBoard } from './sea_battle';
import { SlotsBoard } from './slots';
import { TextBoard } from './text_board';
import { TicTacToeBoard } from './tic_tac_toe';
import { textOf } from './words';

/** The board of each game, by its id. A game without one is shown in its own words. */
const BOARDS: Record<string, ComponentType<BoardProps>> = {
  chess: ChessBoard,
  tic_tac_toe: TicTacToeBoard,
  checkers: CheckersBoard,
  four_in_a_row: FourInARowBoard,
  mancala: MancalaBoard,
  sea_battle: SeaBattleBoard,
  even_odd: EvenOddBoard,
  blackjack: BlackjackBoard,
  slots: SlotsBoard,
};

/** Whether a game is played on a board of its own; else its moves are chosen from a list. */
export function hasBoard(gameId: string): boolean {
  return gameId in BOARDS;
}

export interface GameBoardProps extends BoardProps {
  gameId: string;
  /** What the game says of the position, for games without a board. */
  text: string | null;
  /** One line for who cannot see the board. */
  label: string;
}

/**
 * Draws a view of any game: its own board, else its words; also when a view is not what the board expects. To look at
 * it is a picture with a name; who may act finds a group of buttons.
 */
export function GameBoard({ gameId, text, label, ...board }: GameBoardProps) {
  const box = useRef<HTMLDivElement>(null);
  const focus = useBoardFocusOf(box);
  const Board = BOARDS[gameId];
  const spoken = { role: board.play ? 'group' : 'img', 'aria-label': label };
  const words = <TextBoard text={textOf(gameId, board.view, text)} mini={board.mini} />;
  if (!Board) return words;
  return (
    <ErrorBoundary fallback={words}>
      <BoardFocusProvider value={focus}>
        <div ref={box} className={classes.box} {...spoken} tabIndex={board.mini ? undefined : -1}>
          <Board {...board} />
        </div>
      </BoardFocusProvider>
    </ErrorBoundary>
  );
}
