import * as v from 'valibot';
import { blackjack } from './blackjack';
import { checkers } from './checkers';
import { chess } from './chess';
import type { BoardDefinition } from './define-board';
import { evenOdd } from './even_odd';
import { fourInARow } from './four_in_a_row';
import { mancala } from './mancala';
import { seaBattle } from './sea_battle';
import { slots } from './slots';
import { ticTacToe } from './tic_tac_toe';
import { werewolf } from './werewolf';

/** The games on the pages by id. A game that is not here is shown as text. */
export const BOARDS: Readonly<Record<string, BoardDefinition>> = {
  chess,
  tic_tac_toe: ticTacToe,
  checkers,
  four_in_a_row: fourInARow,
  mancala,
  sea_battle: seaBattle,
  even_odd: evenOdd,
  blackjack,
  slots,
  werewolf,
};

/** The board of a game, or undefined. */
export function findBoard(gameId: string): BoardDefinition | undefined {
  return Object.hasOwn(BOARDS, gameId) ? BOARDS[gameId] : undefined;
}

/** The colours of the first and the second side of a game for two. */
export function findSideColors(gameId: string): readonly [string, string] {
  return findBoard(gameId)?.sideColors ?? ['var(--piece-white)', 'var(--piece-black)'];
}

/** Whether a game has a board; in other games a move is chosen from a list. */
export function hasBoard(gameId: string): boolean {
  return findBoard(gameId) !== undefined;
}

/** Parses a view for its board; null for a view of another version of the game. */
export function parseView(board: BoardDefinition, view: unknown): Record<string, unknown> | null {
  const { success, output } = v.safeParse(board.view, view);
  if (!success) return null;
  const hasNoTurn = output.stopped === true && board.view.entries.turn?.type === 'nullable';
  return hasNoTurn ? { ...output, turn: null } : output;
}
