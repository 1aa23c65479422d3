'use client';
import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import type { BoardProps } from './board-props';

/**
 * The board of each game, loaded when a page draws the game. Without `loading` there is no boundary: a page keeps the HTML
 * of the server until its boards are there, and preloads them. docs/decisions/0045-one-drawing-per-game.md
 */
// biome-ignore lint/suspicious/noExplicitAny: the views differ; GameBoard parses each one by the definition of its game.
export const BOARD_COMPONENTS: Readonly<Record<string, ComponentType<BoardProps<any>>>> = {
  chess: dynamic(() => import('./chess/board').then(({ ChessBoard }) => ChessBoard)),
  tic_tac_toe: dynamic(() => import('./tic_tac_toe/board').then(({ TicTacToeBoard }) => TicTacToeBoard)),
  checkers: dynamic(() => import('./checkers/board').then(({ CheckersBoard }) => CheckersBoard)),
  four_in_a_row: dynamic(() => import('./four_in_a_row/board').then(({ FourInARowBoard }) => FourInARowBoard)),
  mancala: dynamic(() => import('./mancala/board').then(({ MancalaBoard }) => MancalaBoard)),
  sea_battle: dynamic(() => import('./sea_battle/board').then(({ SeaBattleBoard }) => SeaBattleBoard)),
  even_odd: dynamic(() => import('./even_odd/board').then(({ EvenOddBoard }) => EvenOddBoard)),
  blackjack: dynamic(() => import('./blackjack/board').then(({ BlackjackBoard }) => BlackjackBoard)),
  slots: dynamic(() => import('./slots/board').then(({ SlotsBoard }) => SlotsBoard)),
  werewolf: dynamic(() => import('./werewolf/board').then(({ WerewolfBoard }) => WerewolfBoard)),
};
