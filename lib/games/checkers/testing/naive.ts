/** A board of eight rows from the bottom, each of eight letters: an independent, simple implementation of the rules. */
export type Grid = string[][];

export interface NaiveMove {
  /** Column and row of the start and of every landing, from 0. */
  path: [number, number][];
  grid: Grid;
  captures: number;
}

const OPENING = ['w.w.w.w.', '.w.w.w.w', 'w.w.w.w.', '........', '........', '.b.b.b.b', 'b.b.b.b.', '.b.b.b.b'];

export function naiveOpening(): Grid {
  return OPENING.map((row) => [...row]);
}

/** Eight rows from the top with `/` between them, as the state string has them. */
export function naiveGrid(rows: string): Grid {
  return rows
    .split('/')
    .reverse()
    .map((row) => [...row]);
}

export function naiveRows(grid: Grid): string {
  return grid
    .map((row) => row.join(''))
    .reverse()
    .join('/');
}

export function naiveText({ path }: NaiveMove): string {
  return path.map(([column, row]) => String.fromCharCode(97 + column, 49 + row)).join('');
}

function at(grid: Grid, column: number, row: number): string {
  return grid[row]?.[column] ?? '#';
}

function ways(piece: string): [number, number][] {
  const forwards = piece === 'w' ? [1] : piece === 'b' ? [-1] : [1, -1];
  return forwards.flatMap((up) => [-1, 1].map((across): [number, number] => [across, up]));
}

function moved(grid: Grid, from: [number, number], to: [number, number], jumped: [number, number][]): Grid {
  const after = grid.map((row) => [...row]);
  const piece = at(grid, ...from);
  for (const [column, row] of [from, ...jumped]) (after[row] as string[])[column] = '.';
  const isCrowned = (piece === 'w' && to[1] === 7) || (piece === 'b' && to[1] === 0);
  (after[to[1]] as string[])[to[0]] = isCrowned ? piece.toUpperCase() : piece;
  return after;
}

function jumpsFrom(grid: Grid, path: [number, number][], jumped: [number, number][]): NaiveMove[] {
  const start = path[0] as [number, number];
  const [column, row] = path.at(-1) as [number, number];
  const piece = at(grid, ...start);
  const longer = ways(piece).flatMap(([across, up]) => {
    const over: [number, number] = [column + across, row + up];
    const to: [number, number] = [column + 2 * across, row + 2 * up];
    const isEnemy =
      'wb'.includes(at(grid, ...over).toLowerCase()) && at(grid, ...over).toLowerCase() !== piece.toLowerCase();
    const isFresh = !jumped.some(([x, y]) => x === over[0] && y === over[1]);
    const isFree = at(grid, ...to) === '.' || (to[0] === start[0] && to[1] === start[1]);
    return isEnemy && isFresh && isFree ? jumpsFrom(grid, [...path, to], [...jumped, over]) : [];
  });
  if (longer.length > 0 || jumped.length === 0) return longer;
  return [{ path, grid: moved(grid, start, [column, row], jumped), captures: jumped.length }];
}

function stepsFrom(grid: Grid, from: [number, number]): NaiveMove[] {
  return ways(at(grid, ...from)).flatMap(([across, up]) => {
    const to: [number, number] = [from[0] + across, from[1] + up];
    return at(grid, ...to) === '.' ? [{ path: [from, to], grid: moved(grid, from, to, []), captures: 0 }] : [];
  });
}

/** All captures and all simple moves of a side, whether or not a capture is due. */
export function naiveMoves(grid: Grid, side: 'w' | 'b'): { captures: NaiveMove[]; simple: NaiveMove[] } {
  const own = grid.flatMap((line, row) =>
    line.flatMap((piece, column): [number, number][] => (piece.toLowerCase() === side ? [[column, row]] : [])),
  );
  return {
    captures: own.flatMap((from) => jumpsFrom(grid, [from], [])),
    simple: own.flatMap((from) => stepsFrom(grid, from)),
  };
}

export function naivePerft(grid: Grid, side: 'w' | 'b', depth: number): number {
  if (depth === 0) return 1;
  const { captures, simple } = naiveMoves(grid, side);
  const moves = captures.length > 0 ? captures : simple;
  return moves.reduce((sum, move) => sum + naivePerft(move.grid, side === 'w' ? 'b' : 'w', depth - 1), 0);
}
