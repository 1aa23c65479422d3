import type { ComponentType } from 'react';
import { BlackjackBoard } from './blackjack/board';
import type { BoardProps } from './board-props';
import { CheckersBoard } from './checkers/board';
import { ChessBoard } from './chess/board';
import { EvenOddBoard } from './even_odd/board';
import { FourInARowBoard } from './four_in_a_row/board';
import { MancalaBoard } from './mancala/board';
import { SeaBattleBoard } from './sea_battle/board';
import { SlotsBoard } from './slots/board';
import { TicTacToeBoard } from './tic_tac_toe/board';
import { WerewolfBoard } from './werewolf/board';

/**
 * The board of each game in one piece, for pages that draw most of them: in parts they are 11 KB larger.
 * docs/decisions/0045-one-drawing-per-game.md
 */
// biome-ignore lint/suspicious/noExplicitAny: the views differ; GameBoard parses each one by the definition of its game.
export const ALL_BOARDS: Readonly<Record<string, ComponentType<BoardProps<any>>>> = {
  chess: ChessBoard,
  tic_tac_toe: TicTacToeBoard,
  checkers: CheckersBoard,
  four_in_a_row: FourInARowBoard,
  mancala: MancalaBoard,
  sea_battle: SeaBattleBoard,
  even_odd: EvenOddBoard,
  blackjack: BlackjackBoard,
  slots: SlotsBoard,
  werewolf: WerewolfBoard,
};
