import { describe, expect, it } from 'vitest';
import { Rng } from '@/lib/core/rng';
import { checkers } from '@/lib/games/checkers';
import { boardOf, rulesOf } from '@/lib/games/checkers/position';
import { positionWith } from '@/lib/games/checkers/testing/position-with';
import { Board } from '@/lib/games/four-in-a-row/board';
import {
  type Columns,
  EMPTY_COLUMNS,
  naiveDrop,
  naiveGrid,
  naiveIsFour,
  naiveValue,
} from '@/lib/games/four-in-a-row/testing/naive';
import { isDecisive, pliesToWin, search } from '@/lib/games/search';

const rng = new Rng({ seed: '5e'.repeat(32), drawn: 0 });

/** A random unfinished grid with `discs` discs. */
function randomColumns(discs: number): Columns {
  for (;;) {
    let columns = EMPTY_COLUMNS;
    let ply = 0;
    for (; ply < discs; ply++) {
      const column = rng.pick([0, 1, 2, 3, 4, 5, 6].filter((index) => (columns[index] as string).length < 6));
      columns = naiveDrop(columns, column, ply % 2 ? 'Y' : 'R');
      if (naiveIsFour(columns, column)) break;
    }
    if (ply === discs) return columns;
  }
}

describe('search', () => {
  it('proves the result of an exhaustive search and all moves that keep it', () => {
    const values = new Set<number | null>();
    for (let round = 0; round < 60; round++) {
      const discs = 26 + rng.int(14);
      const columns = randomColumns(discs);
      const disc = discs % 2 ? 'Y' : 'R';
      const truth = naiveValue(columns, disc);
      const board = new Board(naiveGrid(columns));
      const found = search(board, board.columns(), { nodes: 500, proofNodes: 200_000, depth: 42, margin: 4 });
      expect(found.value, naiveGrid(columns)).toBe(truth);
      values.add(found.value);
      for (const { move, score } of found.moves) {
        const after = naiveDrop(columns, move, disc);
        const value = naiveIsFour(after, move) ? 1 : 0 - naiveValue(after, disc === 'R' ? 'Y' : 'R');
        if (score === Number.NEGATIVE_INFINITY) continue;
        if (isDecisive(score)) expect(value).toBe(Math.sign(score));
        else expect(value).toBe(truth);
      }
    }
    expect([...values].sort()).toEqual([-1, 0, 1]);
  }, 30_000);

  it('finds the shortest win and its number of plies', () => {
    const won = new Board(naiveGrid(['RY', 'RY', 'RY', '', '', '', '']));
    const [best] = search(won, won.columns(), { nodes: 10_000, depth: 42 }).moves;
    expect(best?.move).toBe(3);
    expect(best && pliesToWin(best.score)).toBe(1);
    const fork = new Board(naiveGrid(['', '', 'R', 'R', '', '', 'YY']));
    const [forking] = search(fork, fork.columns(), { nodes: 10_000, depth: 42 }).moves;
    expect(forking && pliesToWin(forking.score)).toBe(3);
  });

  it('is deterministic and leaves the position unchanged', () => {
    for (const nodes of [1, 7, 500, 20_000]) {
      const state = positionWith('w', 'b2 d2 f2 c3 e3 g3', 'b6 d6 f6 c7 e7 g7');
      const board = boardOf(state);
      const moves = rulesOf(state).playable.map(({ code }) => code);
      const { low, high, white, black } = board;
      const first = search(board, moves, { nodes, depth: 30 });
      expect(search(boardOf(state), moves, { nodes, depth: 30 })).toEqual(first);
      expect(board).toMatchObject({ low, high, white, black });
      expect(first.nodes).toBeLessThanOrEqual(nodes + 1);
      expect(first.moves.map(({ move }) => move).sort()).toEqual([...moves].sort());
    }
  });

  it('follows the bias among unproved moves, never against a proof', () => {
    const board = new Board();
    const corner = (move: number) => (move === 0 ? 1_000 : 0);
    expect(search(board, board.columns(), { nodes: 5_000, depth: 4, bias: corner }).moves[0]?.move).toBe(0);
    const mate = positionWith('w', 'Ke5 g7', 'h8');
    expect(checkers.outcome(mate)).toBeNull();
    const winning = search(
      boardOf(mate),
      rulesOf(mate).playable.map(({ code }) => code),
      {
        nodes: 20_000,
        depth: 20,
        bias: () => rng.int(500),
      },
    );
    expect(winning.value).toBe(1);
  });
});
