import {
  type Board,
  CASTLING,
  EN_PASSANT,
  fromOf,
  LETTERS,
  type Move,
  NO_SQUARE,
  nameOf,
  promotionOf,
  specialKindOf,
  toOf,
  WHITE,
} from './board';
import { BISHOP, KING, KNIGHT, PAWN } from './piece-values';

const CASTLING_LETTERS = 'KQkq';

/** The moves that do not leave the own king attacked; the board is restored. */
export function legalMoves(board: Board): Move[] {
  return board.moves().filter((move) => isLegal(board, move));
}

/** Whether there is a legal move: enough to recognise mate and stalemate. */
export function hasLegalMove(board: Board): boolean {
  return board.moves().some((move) => isLegal(board, move));
}

function isLegal(board: Board, move: Move): boolean {
  if (!board.make(move)) return false;
  board.unmake();
  return true;
}

/** Writes a board as FEN; a passed square is included only where a pawn may capture on it, as chess.js does. */
export function toFen(board: Board, moveNumber: number): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) rows.push(rowOf(board, rank));
  let castling = '';
  for (let bit = 0; bit < 4; bit++) if (board.rights & (1 << bit)) castling += CASTLING_LETTERS[bit];
  const side = board.side === WHITE ? 'w' : 'b';
  return `${rows.join('/')} ${side} ${castling || '-'} ${passedSquare(board)} ${board.clock} ${moveNumber}`;
}

function rowOf(board: Board, rank: number): string {
  let row = '';
  let empty = 0;
  for (let square = rank * 16; square < rank * 16 + 8; square++) {
    const piece = board.squares[square] as number;
    if (piece === 0) {
      empty++;
      continue;
    }
    if (empty > 0) row += empty;
    empty = 0;
    row += letterOf(piece);
  }
  return empty > 0 ? row + empty : row;
}

function letterOf(piece: number): string {
  const letter = LETTERS[piece & 7] as string;
  return (piece & 8) === WHITE ? letter.toUpperCase() : letter;
}

function passedSquare(board: Board): string {
  if (board.enPassant === NO_SQUARE) return '-';
  const takes = board.moves(true).some((move) => specialKindOf(move) === EN_PASSANT && isLegal(board, move));
  return takes ? nameOf(board.enPassant) : '-';
}

/** A legal move in SAN, without the mark for check. */
export function toSan(board: Board, move: Move, legal: readonly Move[]): string {
  const [from, to] = [fromOf(move), toOf(move)];
  if (specialKindOf(move) === CASTLING) return to > from ? 'O-O' : 'O-O-O';
  const kind = (board.squares[from] as number) & 7;
  const takes = board.squares[to] !== 0 || specialKindOf(move) === EN_PASSANT;
  if (kind !== PAWN) {
    return `${LETTERS[kind]?.toUpperCase()}${whichOf(board, move, legal)}${takes ? 'x' : ''}${nameOf(to)}`;
  }
  const promoted = promotionOf(move) ? `=${LETTERS[promotionOf(move)]?.toUpperCase()}` : '';
  return `${takes ? `${nameOf(from)[0]}x` : ''}${nameOf(to)}${promoted}`;
}

/** Disambiguates pieces of one kind that may go to the same square: by file, rank or both. */
function whichOf(board: Board, move: Move, legal: readonly Move[]): string {
  const [from, to] = [fromOf(move), toOf(move)];
  const piece = board.squares[from];
  const rivals = legal.filter(
    (other) => toOf(other) === to && fromOf(other) !== from && board.squares[fromOf(other)] === piece,
  );
  if (rivals.length === 0) return '';
  const name = nameOf(from);
  if (!rivals.some((other) => (fromOf(other) & 7) === (from & 7))) return name[0] as string;
  return rivals.some((other) => fromOf(other) >> 4 === from >> 4) ? name : (name[1] as string);
}

/** Whether neither side can ever mate: bare kings, one minor piece, or bishops on one colour only. */
export function isDeadDraw(board: Board): boolean {
  const minors: number[] = [];
  for (let square = 0; square < 128; square++) {
    if (square & 0x88) continue;
    const kind = (board.squares[square] as number) & 7;
    if (kind === KNIGHT || kind === BISHOP) minors.push(square);
    else if (kind !== 0 && kind !== KING) return false;
  }
  if (minors.length <= 1) return true;
  const shades = new Set(minors.map((square) => ((square >> 4) + square) & 1));
  return shades.size === 1 && minors.every((square) => ((board.squares[square] as number) & 7) === BISHOP);
}
