import { describe, expect, it } from 'vitest';
import { Board } from './board';
import { boardOf, OPENING } from './position';
import { naiveGrid, naiveOpening, naivePerft } from './testing/naive';
import { positionWith } from './testing/position-with';

/** How many games of so many plies there are, counted by the engine. */
function perft(board: Board, depth: number, buffer = new Int32Array(128 * (depth + 1))): number {
  const count = board.moves(buffer, 128 * depth);
  if (depth === 1) return count;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    board.make(buffer[128 * depth + index] as number);
    sum += perft(board, depth - 1, buffer);
    board.unmake();
  }
  return sum;
}

/** Published counts of English draughts. */
const OPENING_COUNTS = [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931];

describe('the moves of checkers', () => {
  it.each(OPENING_COUNTS.map((count, index) => [index + 1, count]))('from the opening, %i deep: %i', (depth, count) => {
    expect(perft(boardOf(OPENING), depth)).toBe(count);
  });

  it.each([1, 2, 3, 4, 5])('match an independent count from the opening at depth %i', (depth) => {
    expect(naivePerft(naiveOpening(), 'w', depth)).toBe(OPENING_COUNTS[depth - 1]);
  });

  it.each([
    ['kings on both sides', positionWith('w', 'b2 d4 Ka1 Kf6', 'd2 c5 Kh8 Kd8')],
    ['captures that branch', positionWith('w', 'Kb2 f2', 'c3 e3 c5 e5 g5 c7 e7')],
    ['a ring of captures for a king', positionWith('w', 'Kf2', 'e3 g3 e5 g5 a7 h8')],
    ['men before their crown', positionWith('b', 'a7 e7 c3 g3', 'b2 f2 d6 h6')],
    ['a middle game', positionWith('b', 'c3 e3 g3 b2 f2 h2 d4 a1', 'b8 d8 f8 c7 g7 b6 h6 f6')],
  ])('match an independent count with %s', (_, state) => {
    for (const depth of [1, 2, 3, 4, 5, 6]) {
      const independent = naivePerft(naiveGrid(state.rows), state.turn, depth);
      expect(perft(boardOf(state), depth), `${depth} deep`).toBe(independent);
      expect(independent).toBeGreaterThan(0);
    }
  });

  it('are undone exactly by unmake', () => {
    const board = boardOf(OPENING);
    const before = { white: board.white, black: board.black, kings: board.kings, low: board.low, high: board.high };
    perft(board, 5);
    expect(board).toMatchObject(before);
    expect(new Board(before, 0)).toMatchObject(before);
  });
});
