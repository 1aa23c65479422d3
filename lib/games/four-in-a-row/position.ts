import { Board, CELLS, COLUMNS, ROWS } from './board';

/** By seat: red opens. */
export const COLORS = ['red', 'yellow'] as const;
type Color = (typeof COLORS)[number];
/** As the state string writes them, by seat. */
export const DISCS = ['R', 'Y'] as const;
type Seat = 0 | 1;

/** Column and row from 1; column 1 is the leftmost, row 1 the lowest. */
export interface Cell {
  column: number;
  row: number;
}

export interface FourState {
  /** Forty-two of `.`, `R` and `Y`, row by row from the top. */
  grid: string;
  /** The column of the last move. */
  last: number | null;
}

export const EMPTY: FourState = { grid: '.'.repeat(CELLS), last: null };

const indexOf = ({ column, row }: Cell) => (ROWS - row) * COLUMNS + column - 1;
const LINES = allLines();

function allLines(): Cell[][] {
  const lines: Cell[][] = [];
  for (let row = 1; row <= ROWS; row++) {
    for (let column = 1; column <= COLUMNS; column++) {
      for (const [across, up] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ] as const) {
        const line = [0, 1, 2, 3].map((step) => ({ column: column + step * across, row: row + step * up }));
        const end = line[3] as Cell;
        if (end.column <= COLUMNS && end.row <= ROWS && end.row >= 1) lines.push(line);
      }
    }
  }
  return lines;
}

export function discsIn(grid: string): number {
  return CELLS - grid.split('.').length + 1;
}

/** The side to move, also when the game is over. */
export function seatToMove(grid: string): Seat {
  return discsIn(grid) % 2 === 0 ? 0 : 1;
}

/** Discs in a column. */
export function heightOf(grid: string, column: number): number {
  let row = 0;
  while (row < ROWS && grid[indexOf({ column, row: row + 1 })] !== '.') row++;
  return row;
}

/** The columns that are not full, independent of the side to move. */
export function openColumns(grid: string): number[] {
  return Array.from({ length: COLUMNS }, (_, index) => index + 1).filter((column) => grid[column - 1] === '.');
}

/** Only the side that moved last can have won. */
export function winnerOf(grid: string): Seat | 'draw' | null {
  if (new Board(grid).isWon) return seatToMove(grid) === 0 ? 1 : 0;
  return grid.includes('.') ? null : 'draw';
}

/** The columns of the legal moves: none once the game is over. */
export function legalColumns(grid: string): number[] {
  return winnerOf(grid) === null ? openColumns(grid) : [];
}

/** Every cell of every four in a row, from the left. */
export function winningCells(grid: string): Cell[] {
  const fours = LINES.filter((line) => {
    const disc = grid[indexOf(line[0] as Cell)];
    return disc !== '.' && line.every((cell) => grid[indexOf(cell)] === disc);
  });
  const cells = new Map(fours.flat().map((cell) => [indexOf(cell), cell]));
  return [...cells.values()].sort((one, other) => one.column - other.column || one.row - other.row);
}

/** The grid after a disc of the side to move falls into an open column. */
export function drop(grid: string, column: number): string {
  const at = indexOf({ column, row: heightOf(grid, column) + 1 });
  return grid.slice(0, at) + DISCS[seatToMove(grid)] + grid.slice(at + 1);
}

/** The cells of each line through a cell, as indexes into the grid. */
const LINES_THROUGH: readonly (readonly (readonly number[])[])[] = Array.from({ length: CELLS }, (_, at) =>
  LINES.map((line) => line.map(indexOf)).filter((line) => line.includes(at)),
);

/** The open columns in which the next disc of a side would complete a four. */
export function completingColumns(grid: string, seat: Seat): number[] {
  return openColumns(grid).filter((column) => {
    const at = indexOf({ column, row: heightOf(grid, column) + 1 });
    const disc = DISCS[seat];
    return LINES_THROUGH[at]?.some((line) => line.every((cell) => cell === at || grid[cell] === disc));
  });
}

const who = (seat: Seat) => (seat === 0 ? 'player' : 'opponent');

/** The state string of game-tools.md, Four-in-a-Row state format. */
export function encode({ grid, last }: FourState): string {
  const winner = winnerOf(grid);
  const rows = Array.from({ length: ROWS }, (_, row) => grid.slice(row * COLUMNS, (row + 1) * COLUMNS));
  const fields = {
    G: rows.join('/'),
    T: who(seatToMove(grid)),
    ST: winner === null ? 'in_progress' : 'game_over',
    LA: last ?? '-',
    W: winner === null ? '-' : winner === 'draw' ? 'draw' : who(winner),
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}:${value}`)
    .join('|');
}

const STATE_STRING = /^G:([.RY]{7}(?:\/[.RY]{7}){5})\|T:[a-z]+\|ST:[a-z_]+\|LA:(-|[1-7])\|W:[a-z-]+$/;

/**
 * Reads a state string; the grid must be one that play can reach, and whatever it implies must agree with the other
 * fields.
 * @throws Error with the reason
 */
export function decode(text: string): FourState {
  const [, rows, last] = STATE_STRING.exec(text) ?? [];
  if (rows === undefined || last === undefined) {
    throw new Error(
      'Not a four-in-a-row state: expected G:<six rows of seven from the top, with />|T:<turn>|ST:<status>|LA:<last column>|W:<winner>.',
    );
  }
  const state: FourState = { grid: rows.replaceAll('/', ''), last: last === '-' ? null : Number(last) };
  checkReachable(state);
  if (encode(state) !== text) throw new Error(`The fields contradict the grid; expected ${encode(state)}`);
  return state;
}

function checkReachable({ grid, last }: FourState): void {
  const floating = [...grid].findIndex((disc, index) => disc !== '.' && grid[index + COLUMNS] === '.');
  if (floating >= 0) throw new Error(`Impossible grid: a disc floats in column ${(floating % COLUMNS) + 1}.`);
  const lead = grid.split('R').length - grid.split('Y').length;
  if (lead !== 0 && lead !== 1) throw new Error('Impossible grid: R moves first and the discs alternate.');
  if (last === null) {
    // The tools accept a position that was set up by hand, in which the last disc is unknown.
    if (hasFour(grid, DISCS[seatToMove(grid)])) throw new Error('Impossible grid: play went on after four in a row.');
    return;
  }
  const mover = DISCS[lead === 1 ? 0 : 1];
  const top = indexOf({ column: last, row: heightOf(grid, last) });
  if (grid[top] !== mover) throw new Error(`Impossible last action: ${mover} did not drop a disc into column ${last}.`);
  const before = `${grid.slice(0, top)}.${grid.slice(top + 1)}`;
  if (hasFour(before, 'R') || hasFour(before, 'Y'))
    throw new Error('Impossible grid: play went on after four in a row.');
  if (!hasOrder(grid, last)) throw new Error('Impossible grid: no order of alternating moves fills it like this.');
}

/** The cells of every line, as indexes into the grid. */
const LINE_CELLS = LINES.map((line) => line.map(indexOf) as [number, number, number, number]);

function hasFour(grid: string, disc: string): boolean {
  return LINE_CELLS.some(
    ([one, two, three, four]) =>
      grid[one] === disc && grid[two] === disc && grid[three] === disc && grid[four] === disc,
  );
}

/** A grid is accepted when this many steps neither find an order of moves nor prove that there is none. */
const MAX_STEPS = 2_000;

/** Whether some order of alternating moves ends with a disc into `last`; searched backwards, disc by disc. */
function hasOrder(grid: string, last: number): boolean {
  const heights = Array.from({ length: COLUMNS }, (_, index) => heightOf(grid, index + 1));
  const deadEnds = new Set<number>();
  let steps = 0;
  const keyOf = () => heights.reduce((key, height) => key * (ROWS + 1) + height, 0);
  const canEmpty = (left: number): boolean => {
    if (left === 0 || ++steps > MAX_STEPS) return true;
    if (deadEnds.size > 0 && deadEnds.has(keyOf())) return false;
    const mover = DISCS[left % 2 === 1 ? 0 : 1];
    for (let column = 0; column < COLUMNS; column++) {
      const row = heights[column] as number;
      if (row === 0 || grid[(ROWS - row) * COLUMNS + column] !== mover) continue;
      heights[column] = row - 1;
      const isEmptied = canEmpty(left - 1);
      heights[column] = row;
      if (isEmptied) return true;
    }
    deadEnds.add(keyOf());
    return false;
  };
  heights[last - 1] = (heights[last - 1] as number) - 1;
  return canEmpty(discsIn(grid) - 1);
}

export interface FourMove {
  /** 1 to 7, counted from the left. */
  column: number;
}

export interface FourView {
  /** Six rows of `.`, `R` and `Y`, from the top. */
  board: string[];
  status: 'in_progress' | 'game_over';
  turn: Color | null;
  /** The viewer's own colour; null for spectators. */
  you: Color | null;
  winner: Color | 'draw' | null;
  /** Every cell of the fours that won; column 1 is the leftmost, row 1 the lowest. */
  winning_cells: Cell[] | null;
  /** The cell of the last disc. */
  last_move: Cell | null;
}
