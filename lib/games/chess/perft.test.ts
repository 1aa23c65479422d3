import { describe, expect, it } from 'vitest';
import { Board } from './engine/board';
import { Position } from './position';

/** Positions and leaf counts by depth: Chess Programming Wiki, Perft Results. `deep` is one level more if not too slow. */
const TABLE = [
  {
    name: 'initial position',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    counts: [20, 400, 8902, 197_281],
    deep: null,
  },
  {
    name: 'Kiwipete',
    fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    counts: [48, 2039, 97_862],
    deep: 4_085_603,
  },
  {
    name: 'position 3',
    fen: '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
    counts: [14, 191, 2812, 43_238],
    deep: 674_624,
  },
  {
    name: 'position 4',
    fen: 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
    counts: [6, 264, 9467],
    deep: 422_333,
  },
  {
    name: 'position 5',
    fen: 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
    counts: [44, 1486, 62_379],
    deep: null,
  },
  {
    name: 'position 6',
    fen: 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
    counts: [46, 2079, 89_890],
    deep: null,
  },
];

function countByReferee(fen: string, depth: number): number {
  const position = new Position(fen);
  if (depth === 1) return position.legal.length;
  return position.legal.reduce((sum, { uci }) => sum + countByReferee(position.play(uci).fen, depth - 1), 0);
}

function countByEngine(board: Board, depth: number): number {
  if (depth === 0) return 1;
  let leaves = 0;
  for (const move of board.moves()) {
    if (!board.make(move)) continue;
    leaves += countByEngine(board, depth - 1);
    board.unmake();
  }
  return leaves;
}

describe.each(TABLE)('perft of $name', ({ fen, counts, deep }) => {
  it.each(counts.map((count, index) => [index + 1, count]))('at depth %i counts the published %i', (depth, count) => {
    expect(countByReferee(fen, depth)).toBe(count);
  });

  it('counts the same with the bots’ board, and undoes every move', () => {
    const board = new Board(fen);
    const { low, high } = board;
    const worth = board.score();
    for (const [index, count] of counts.entries()) expect(countByEngine(board, index + 1)).toBe(count);
    if (deep !== null) expect(countByEngine(board, counts.length + 1)).toBe(deep);
    expect([board.low, board.high, board.score()]).toEqual([low, high, worth]);
  });
});
