import { describe, expect, it } from 'vitest';
import { Board } from './board';
import { EMPTY_COLUMNS, naiveDrop, naiveGrid, naivePerft } from './testing/naive';

/** How many games of so many plies there are, counted by the bits. */
function perft(board: Board, depth: number): number {
  if (depth === 0) return 1;
  if (board.isWon) return 0;
  return board.columns().reduce((sum, column) => {
    board.make(column);
    const games = perft(board, depth - 1);
    board.unmake();
    return sum + games;
  }, 0);
}

const COUNTS = [7, 49, 343, 2401, 16_807, 117_649, 823_536];

describe('the games of four in a row', () => {
  it.each(COUNTS.map((count, index) => [index + 1, count]))('of %i discs are %i', (depth, count) => {
    expect(perft(new Board(), depth)).toBe(count);
    expect(naivePerft(EMPTY_COLUMNS, 'R', depth)).toBe(count);
  });

  it.each([
    ['a full column', '3333334'],
    ['threes on both sides', '445566'],
    ['a crowded middle', '44444433333352262'],
    ['a nearly full frame', '7112465354164257223563516562444732'],
  ])('match an independent count from %s', (_, moves) => {
    const board = new Board();
    let columns = EMPTY_COLUMNS;
    for (const [index, move] of [...moves].entries()) {
      board.make(Number(move) - 1);
      columns = naiveDrop(columns, Number(move) - 1, index % 2 ? 'Y' : 'R');
    }
    const disc = moves.length % 2 ? 'Y' : 'R';
    for (const depth of [1, 2, 3, 4, 5, 6]) {
      expect(perft(board, depth), `${depth} deep`).toBe(naivePerft(columns, disc, depth));
      expect(perft(new Board(naiveGrid(columns)), depth)).toBe(naivePerft(columns, disc, depth));
    }
  });

  it('are undone exactly by unmake', () => {
    const board = new Board();
    for (const column of [3, 3, 2, 6]) board.make(column);
    const { low, high, plies } = board;
    perft(board, 5);
    expect([board.low, board.high, board.plies]).toEqual([low, high, plies]);
  });
});
