import { describe, expect, it } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { chess } from '@/lib/games/chess';
import { START_FEN } from '@/lib/games/chess/position';
import { Board } from './board';
import { boardAfter } from './notation';

const rngOf = (seed: number) => new Rng({ seed: seed.toString(16).padStart(64, '0'), drawn: 0 });

/** The states of a random game, from its start. */
function randomGame(seed: number, plies: number) {
  const rng = rngOf(seed);
  const states = [chess.setup({ options: {}, seats: 2, rng }).state];
  for (let ply = 0; ply < plies; ply++) {
    const state = states.at(-1) as (typeof states)[number];
    const legal = chess.legalMoves(state, ply % 2);
    if (legal.length === 0) break;
    const played = chess.apply(state, ply % 2, rng.pick(legal), rng);
    if (!played.ok) throw new Error(played.reason);
    states.push(played.state);
  }
  return states;
}

describe('boardAfter', () => {
  it('replays SAN with castling, promotion, en passant and disambiguation', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const states = randomGame(seed, 160);
      const seen = states.at(-1) as (typeof states)[number];
      const { fen, moves } = chess.view(seen, whileRunning('spectator'));
      const [board, fresh] = [boardAfter({ fen, moves }), new Board(fen)];
      expect([...board.squares]).toEqual([...fresh.squares]);
      expect([board.side, board.clock]).toEqual([fresh.side, fresh.clock]);
      for (let ply = 1; ply < states.length; ply++) board.unmake();
      expect([...board.squares], moves).toEqual([...new Board(START_FEN).squares]);
    }
  });

  it('remembers earlier positions', () => {
    const moves = '1. Nf3 Nf6 2. Ng1 Ng8';
    expect(boardAfter({ fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3', moves }).repeats).toBe(true);
    expect(boardAfter({ fen: START_FEN, moves: '' }).repeats).toBe(false);
  });

  it('has no history when the moves do not lead to the position', () => {
    const fen = '8/8/4k3/8/8/4K3/4P3/8 w - - 0 1';
    const board = boardAfter({ fen, moves: '1. e4 e5' });
    expect([...board.squares]).toEqual([...new Board(fen).squares]);
    expect(board.repeats).toBe(false);
  });
});
