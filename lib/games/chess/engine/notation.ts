import { CASTLING, SAN, START_FEN } from '@/lib/games/chess/position';
import { Board, fromOf, type Move, promotionOf, toOf, toUci } from './board';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from './piece-values';

/**
 * The board of a position with its history, so that a search knows which positions would repeat.
 * @param moves the game in SAN, `1. e4 e5 2. Nf3`; the history is empty when it does not lead to `fen`
 */
export function boardAfter({ fen, moves }: { fen: string; moves: string }): Board {
  const now = new Board(fen);
  const board = new Board(START_FEN);
  for (const san of moves.split(' ').filter((word) => word !== '' && !word.endsWith('.'))) {
    if (!playSan(board, san)) return now;
  }
  const isSame = board.side === now.side && board.squares.every((piece, square) => piece === now.squares[square]);
  return isSame ? board : now;
}

const kindMoved = (board: Board, move: Move) => (board.squares[fromOf(move)] ?? 0) & 7;
const KINDS: Record<string, number> = { N: KNIGHT, B: BISHOP, R: ROOK, Q: QUEEN, K: KING };

/** Makes a move given in SAN; false when it is not legal. */
function playSan(board: Board, san: string): boolean {
  const castling = CASTLING.exec(san);
  if (castling) {
    const stride = castling[1] ? -2 : 2;
    const isCastling = (move: Move) => kindMoved(board, move) === KING && toOf(move) - fromOf(move) === stride;
    return board.moves().some((move) => isCastling(move) && board.make(move));
  }
  const [, letter, file = '', rank = '', to = '', promotion] = SAN.exec(san) ?? [];
  const kind = letter === undefined ? PAWN : KINDS[letter];
  const promoted = promotion === undefined ? 0 : (KINDS[promotion.toUpperCase()] ?? 0);
  const fits = (move: Move) => {
    if (kindMoved(board, move) !== kind || promotionOf(move) !== promoted) return false;
    const uci = toUci(move);
    return uci.slice(2, 4) === to && uci[0]?.startsWith(file) === true && uci[1]?.startsWith(rank) === true;
  };
  return board.moves().some((move) => fits(move) && board.make(move));
}
