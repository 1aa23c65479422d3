import type { Manner, MannerTexts } from '@/lib/core/game';
import type { Preference } from '@/lib/games/bot-profile';
import { type Board, fromOf, WHITE } from './board';
import { type LegalMove, squaresIn } from './position';
import { columnOf, rowOf, squareNamed } from './squares';

/** What the house bots of checkers prefer; each may cost about a quarter of a man at most. */
export const CHECKERS_MANNERS: MannerTexts = {
  attacking: 'runs its foremost men towards the crown',
  trading: 'offers its men for exchange, so that the board empties',
  careful: 'keeps its back row closed and walks along the edge',
};

/** What a manner likes about the playable moves of a position. */
export function preferenceOf(manner: Manner, board: Board, playable: readonly LegalMove[]): Preference {
  const ends = new Map(playable.map(({ code, notation }) => [code, squareNamed(squaresIn(notation).at(-1) ?? '')]));
  const { side } = board;
  /** Rows from the own back row. */
  const advance = (square: number) => (side === WHITE ? rowOf(square) : 7 - rowOf(square));
  const endOf = (code: number) => ends.get(code) ?? fromOf(code);
  if (manner === 'trading') return (code) => (offersExchange(board, code) ? 1 : 0);
  if (manner === 'careful') return (code) => likesSafety(advance(fromOf(code)), columnOf(endOf(code)));
  return (code) => (isKing(board, fromOf(code)) ? 0 : advance(endOf(code)) / 7);
}

const isKing = ({ kings }: Board, square: number): boolean => (kings & (1 << square)) !== 0;

/** Whether the other side must capture after the move. */
function offersExchange(board: Board, code: number): boolean {
  board.make(code);
  const isOffered = board.mustCapture;
  board.unmake();
  return isOffered;
}

function likesSafety(startRow: number, endColumn: number): number {
  if (startRow === 0) return 0;
  return endColumn === 0 || endColumn === 7 ? 1 : 0.6;
}
