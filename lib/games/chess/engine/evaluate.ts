import { BLACK, type Board, WHITE } from './board';
import { BISHOP, KING, PAWN, ROOK } from './piece-values';

const BISHOP_PAIR = 30;
const DOUBLED = 12;
const PASSED = [0, 5, 10, 20, 40, 70, 110, 0];

/**
 * Value for the side to move: piece-square values, pairs of bishops, pawns, and driving a bare king to the edge. 0 when
 * neither side has more than one knight or bishop beside its king: neither can force a win.
 */
export function evaluate(board: Board): number {
  const white = structure(board);
  if (white === null) return 0;
  const bonus = board.side === WHITE ? white : -white;
  return board.score() + bonus + 8;
}

/** Evaluation beyond the piece-square values, from white's side; null when no side can force a win. */
function structure(board: Board): number | null {
  const { squares } = board;
  const bishops = [0, 0];
  const pawns = [0, 0];
  const pieces = [0, 0];
  let hasHeavy = false;
  /** By file: the rearmost and foremost pawn of each side, as ranks. */
  const whiteLast = [9, 9, 9, 9, 9, 9, 9, 9];
  const blackLast = [-1, -1, -1, -1, -1, -1, -1, -1];
  let score = 0;
  for (let square = 0; square < 120; square++) {
    if (square & 0x88) {
      square += 7;
      continue;
    }
    const piece = squares[square] as number;
    if (!piece) continue;
    const color = piece >> 3;
    const kind = piece & 7;
    if (kind === PAWN) {
      const file = square & 7;
      const rank = square >> 4;
      pawns[color] = (pawns[color] as number) + 1;
      if (color === 0) {
        if (whiteLast[file] !== 9) score -= DOUBLED;
        else whiteLast[file] = rank;
      } else {
        if (blackLast[file] !== -1) score += DOUBLED;
        blackLast[file] = rank;
      }
    } else if (kind < KING) {
      pieces[color] = (pieces[color] as number) + 1;
      if (kind === BISHOP) bishops[color] = (bishops[color] as number) + 1;
      if (kind >= ROOK) hasHeavy = true;
    }
  }
  const hasPawns = (pawns[0] as number) + (pawns[1] as number) > 0;
  if (!hasPawns && !hasHeavy && (pieces[0] as number) < 2 && (pieces[1] as number) < 2) return null;
  if (bishops[0] === 2) score += BISHOP_PAIR;
  if (bishops[1] === 2) score -= BISHOP_PAIR;
  score += passedPawns(squares, whiteLast, blackLast);
  if (pieces[1] === 0 && pawns[1] === 0) score += cornering(board, WHITE);
  if (pieces[0] === 0 && pawns[0] === 0) score -= cornering(board, BLACK);
  return score;
}

/** Pawns that no enemy pawn can stop, from white's side. */
function passedPawns(squares: Uint8Array, whiteLast: number[], blackLast: number[]): number {
  let score = 0;
  for (let file = 0; file < 8; file++) {
    const front = frontPawn(squares, file, PAWN);
    if (front >= 0 && [file - 1, file, file + 1].every((near) => (blackLast[near] ?? -1) <= front))
      score += PASSED[front] as number;
    const back = frontPawn(squares, file, PAWN + 8);
    if (back >= 0 && [file - 1, file, file + 1].every((near) => (whiteLast[near] ?? 9) >= back))
      score -= PASSED[7 - back] as number;
  }
  return score;
}

/** Rank of the foremost pawn on a file, -1 for none. */
function frontPawn(squares: Uint8Array, file: number, pawn: number): number {
  if (pawn === PAWN) {
    for (let rank = 6; rank >= 1; rank--) if (squares[rank * 16 + file] === pawn) return rank;
  } else {
    for (let rank = 1; rank <= 6; rank++) if (squares[rank * 16 + file] === pawn) return rank;
  }
  return -1;
}

/** Against a bare king: rewards driving it to the edge and approaching it with the own king. */
function cornering(board: Board, strong: number): number {
  const weakKing = board.kingOf(strong ^ 8);
  const king = board.kingOf(strong);
  const file = weakKing & 7;
  const rank = weakKing >> 4;
  const fromCentre = Math.max(3 - file, file - 4) + Math.max(3 - rank, rank - 4);
  const apart = Math.abs((king & 7) - file) + Math.abs((king >> 4) - rank);
  return 12 * fromCentre + 5 * (14 - apart);
}
