import type { Manner, MannerTexts } from '@/lib/core/game';
import type { Preference } from '@/lib/games/bot-profile';
import { BLACK, type Board, CASTLING, fromOf, specialKindOf, toOf, WHITE } from './engine/board';
import { KING, VALUES } from './engine/piece-values';

/** What the house bots of chess prefer; each may cost about half a pawn at most. */
export const CHESS_MANNERS: MannerTexts = {
  attacking: 'gives check and moves its pieces towards the king, also for part of a pawn',
  trading: 'takes where it can, and trades a piece for an equal one',
  careful: 'castles early and keeps its pieces in its own half',
};

/** A rank of a square, from 0. */
const rankOf = (square: number): number => square >> 4;
/** Moves of a king between two squares. */
const distance = (one: number, other: number): number =>
  Math.max(Math.abs(rankOf(one) - rankOf(other)), Math.abs((one & 7) - (other & 7)));
const kindAt = (board: Board, square: number): number => (board.squares[square] as number) & 7;

/** What a manner likes about the legal moves of a position. */
export function preferenceOf(manner: Manner, board: Board): Preference {
  const { side } = board;
  if (manner === 'trading') return (move) => likesTrade(board, move);
  if (manner === 'careful') return (move) => likesHome(board, move, side);
  const enemy = board.squares.indexOf(KING + (side === WHITE ? BLACK : WHITE));
  return (move) => likesAttack(board, move, enemy);
}

function likesAttack(board: Board, move: number, enemyKing: number): number {
  if (givesCheck(board, move)) return 1;
  if (kindAt(board, fromOf(move)) === KING) return 0;
  const nearer = distance(fromOf(move), enemyKing) - distance(toOf(move), enemyKing);
  return nearer <= 0 ? 0 : Math.min(0.8, 0.3 + 0.15 * nearer);
}

function givesCheck(board: Board, move: number): boolean {
  if (!board.make(move)) return false;
  const isCheck = board.inCheck;
  board.unmake();
  return isCheck;
}

function likesTrade(board: Board, move: number): number {
  const captured = kindAt(board, toOf(move));
  if (captured === 0) return 0;
  const [worth = 0, price = 0] = [VALUES[captured], VALUES[kindAt(board, fromOf(move))]];
  return worth + 20 >= price ? 1 : 0.4;
}

function likesHome(board: Board, move: number, side: number): number {
  if (specialKindOf(move) === CASTLING) return 1;
  const rank = side === WHITE ? rankOf(toOf(move)) : 7 - rankOf(toOf(move));
  if (rank > 3) return 0;
  return kindAt(board, fromOf(move)) === KING ? 0.3 : 0.8;
}
