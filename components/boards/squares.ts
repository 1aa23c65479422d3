const FILES = 'abcdefgh';

/** Column and row of a square on the screen, from the top left, 0 to 7. */
export function placeOf(square: string, flipped: boolean): { column: number; row: number } {
  const column = FILES.indexOf(square.charAt(0));
  const row = 8 - Number(square.charAt(1));
  return flipped ? { column: 7 - column, row: 7 - row } : { column, row };
}

/** The name of the square in a column and a row, from the top left of a board that is not flipped. */
export function squareAt(column: number, row: number): string {
  return `${FILES[column]}${8 - row}`;
}

/** Every square, from a8 to h1. */
export const SQUARES: readonly string[] = Array.from({ length: 64 }, (_, index) =>
  squareAt(index % 8, Math.floor(index / 8)),
);
