/*
 * The 32 dark squares are numbered from a1 to the right and upwards: a1 c1 e1 g1, b2 d2 f2 h2, a3 … so a row is four
 * bits and a board one word. Directions: 0 up left, 1 up right, 2 down left, 3 down right, as white looks.
 */
export const SQUARES = 32;
const FILES = 'abcdefgh';

/** `c3` for 9. */
export function nameOf(square: number): string {
  return `${FILES[columnOf(square)]}${rowOf(square) + 1}`;
}

/** Rows and columns count from 0, from a1. */
export function rowOf(square: number): number {
  return square >> 2;
}

export function columnOf(square: number): number {
  return 2 * (square & 3) + (rowOf(square) & 1);
}

/** The number of a dark square, or -1. */
function squareAt(column: number, row: number): number {
  const isOnBoard = column >= 0 && column < 8 && row >= 0 && row < 8;
  return isOnBoard && (column + row) % 2 === 0 ? 4 * row + (column >> 1) : -1;
}

/** The number of a square by its name; -1 for a light square. */
export function squareNamed(name: string): number {
  return squareAt(FILES.indexOf(name.charAt(0)), Number(name.charAt(1)) - 1);
}

/** By direction, then square: the neighbour, or -1 beyond the edge. */
export const NEIGHBOURS = Int8Array.from({ length: 4 * SQUARES }, (_, index) => {
  const direction = index >> 5;
  const square = index & 31;
  const across = direction & 1 ? 1 : -1;
  const up = direction < 2 ? 1 : -1;
  return squareAt(columnOf(square) + across, rowOf(square) + up);
});

/** The direction from a square to another on one of its diagonals, or -1. */
export function directionTo(from: number, to: number): number {
  const across = columnOf(to) - columnOf(from);
  const up = rowOf(to) - rowOf(from);
  if (across === 0 || Math.abs(across) !== Math.abs(up)) return -1;
  return (up > 0 ? 0 : 2) + (across > 0 ? 1 : 0);
}

export interface Pieces {
  /** The squares of each side as bits; `kings` are the kings of both sides. */
  white: number;
  black: number;
  kings: number;
}
