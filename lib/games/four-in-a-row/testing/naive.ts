/** Seven columns, each a text of its discs from below: an independent implementation of the rules without bits. */
export type Columns = readonly string[];

export const EMPTY_COLUMNS: Columns = ['', '', '', '', '', '', ''];

export function naiveGrid(columns: Columns): string {
  return [5, 4, 3, 2, 1, 0].map((row) => columns.map((discs) => discs[row] ?? '.').join('')).join('');
}

export function naiveDrop(columns: Columns, column: number, disc: string): Columns {
  return columns.map((discs, index) => (index === column ? discs + disc : discs));
}

/** Whether the topmost disc of a column is one of four in a row. */
export function naiveIsFour(columns: Columns, column: number): boolean {
  const row = (columns[column] as string).length - 1;
  const disc = columns[column]?.[row];
  const run = (across: number, up: number): number => {
    let length = 0;
    while (columns[column + (length + 1) * across]?.[row + (length + 1) * up] === disc) length++;
    return length;
  };
  return [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ].some(([across = 0, up = 0]) => 1 + run(across, up) + run(-across, -up) >= 4);
}

/** How many games of so many plies there are; a four ends one. */
export function naivePerft(columns: Columns, disc: 'R' | 'Y', depth: number): number {
  if (depth === 0) return 1;
  let sum = 0;
  for (const [column, discs] of columns.entries()) {
    if (discs.length === 6) continue;
    const after = naiveDrop(columns, column, disc);
    if (depth === 1) sum++;
    else if (!naiveIsFour(after, column)) sum += naivePerft(after, disc === 'R' ? 'Y' : 'R', depth - 1);
  }
  return sum;
}

/** The result with best play for the side to move, 1, 0 or -1, by exhaustive search. */
export function naiveValue(columns: Columns, disc: 'R' | 'Y', values = new Map<string, number>()): number {
  const key = columns.join('/');
  const before = values.get(key);
  if (before !== undefined) return before;
  let best = columns.every((discs) => discs.length === 6) ? 0 : -1;
  for (const [column, discs] of columns.entries()) {
    if (discs.length === 6 || best === 1) continue;
    const after = naiveDrop(columns, column, disc);
    const value = naiveIsFour(after, column) ? 1 : 0 - naiveValue(after, disc === 'R' ? 'Y' : 'R', values);
    if (value > best) best = value;
  }
  values.set(key, best);
  return best;
}
