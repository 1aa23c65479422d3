import { describe, expect, test } from 'vitest';
import { type Direction, firstTabStop, nextTarget, type Target } from './target';

const at = (row: number, column: number, rest: Partial<Target> = {}): Target => ({
  id: `${row},${column}`,
  label: '',
  row,
  column,
  box: { left: 0, top: 0, width: 1, height: 1 },
  disabled: false,
  ...rest,
});

const walk = (targets: readonly Target[], from: string, ...directions: Direction[]) => {
  let here = targets.find((target) => target.id === from) as Target;
  const goal = here.column;
  for (const direction of directions) here = nextTarget(here, direction, targets, goal);
  return here.id;
};

const grid = (rows: number, columns: number, keep = (_row: number, _column: number) => true) =>
  Array.from({ length: rows * columns }, (_, index) => [Math.floor(index / columns), index % columns] as const)
    .filter(([row, column]) => keep(row, column))
    .map(([row, column]) => at(row, column));

describe('the way of the arrow keys', () => {
  test('goes by rows and columns and stays at the edge', () => {
    const board = grid(3, 3);
    expect(walk(board, '0,0', 'right')).toBe('0,1');
    expect(walk(board, '0,0', 'down', 'down', 'down')).toBe('2,0');
    expect(walk(board, '0,0', 'left')).toBe('0,0');
    expect(walk(board, '2,2', 'up', 'left', 'first')).toBe('1,0');
    expect(walk(board, '1,0', 'last', 'right')).toBe('1,2');
  });

  test('reaches every dark square of a draughts board, and keeps to a column on the way', () => {
    const board = grid(8, 8, (row, column) => (row + column) % 2 === 1);
    expect(walk(board, '7,0', 'up', 'up')).toBe('5,0');
    const reached = new Set(['7,0']);
    for (const id of reached) {
      for (const direction of ['up', 'down', 'left', 'right'] as const) reached.add(walk(board, id, direction));
    }
    expect(reached.size).toBe(32);
  });

  test('leads across gaps where a row has nothing more', () => {
    const table = [at(0, 0), at(1, 3), at(1, 4)];
    expect(walk(table, '0,0', 'right')).toBe('1,3');
    expect(walk(table, '1,4', 'up')).toBe('0,0');
  });

  test('begins at what is chosen, else at what is legal, else at what can be picked', () => {
    const [first, second, third] = [at(0, 0, { disabled: true }), at(0, 1), at(0, 2)];
    expect(firstTabStop([first, second, third])).toBe(second);
    const legal = { ...third, state: 'legal' as const };
    expect(firstTabStop([first, second, legal])).toBe(legal);
    const chosen = { ...first, state: 'chosen' as const };
    expect(firstTabStop([chosen, second, legal])).toBe(chosen);
    expect(firstTabStop([])).toBeUndefined();
  });
});
