import { describe, expect, it } from 'vitest';
import { Position } from '@/lib/games/chess/position';
import { Board, toUci } from './board';
import { MATE, search } from './search';

/** Half of the node limit of the strongest house bot. */
const LIMITS = { nodes: 100_000, depth: 64 };

function bestSan(fen: string): string {
  const position = new Position(fen);
  return position.play(toUci(search(new Board(fen), LIMITS).move)).san.replace(/[+#]$/, '');
}

describe('search', () => {
  /** The first ten of Win at Chess (Reinfeld). */
  const WIN_AT_CHESS = [
    ['2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1', 'Qg6'],
    ['8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1', 'Rxb2'],
    ['5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1', 'Rg3'],
    ['r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1', 'Qxh7'],
    ['5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1', 'Qc4'],
    ['7k/p7/1R5K/6r1/6p1/6P1/8/8 w - - 0 1', 'Rb7'],
    ['rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1', 'Ne3'],
    ['r4q1k/p2bR1rp/2p2Q1N/5p2/5p2/2P5/PP3PPP/R5K1 w - - 0 1', 'Rf7'],
    ['3q1rk1/p4pp1/2pb3p/3p4/6Pr/1PNQ4/P1PB1PP1/4RRK1 b - - 0 1', 'Bh2'],
    ['2br2k1/2q3rn/p2NppQ1/2p1P3/Pp5R/4P3/1P3PPP/3R2K1 w - - 0 1', 'Rxh7'],
  ] as const;

  it('solves at least eight of ten known combinations', () => {
    const solved = WIN_AT_CHESS.filter(([fen, san]) => bestSan(fen) === san);
    expect(solved.length).toBeGreaterThanOrEqual(8);
  });

  it('finds the shortest mate', () => {
    expect(search(new Board('6k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1'), LIMITS).score).toBe(MATE - 1);
    expect(search(new Board('7k/8/5K2/8/8/8/8/6Q1 w - - 0 1'), LIMITS).score).toBe(MATE - 1);
    expect(search(new Board('kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1'), LIMITS).score).toBe(MATE - 3);
  });

  it('repeats the position when losing, and avoids it when winning', () => {
    const lost = search(new Board('6k1/5ppp/8/8/8/8/q4PPP/3Q2K1 w - - 0 1'), LIMITS);
    expect(toUci(lost.move)).toBe('d1d8');
    const stalemates = search(new Board('7k/5Q2/8/6K1/8/8/8/8 w - - 0 1'), LIMITS);
    expect(stalemates.score).toBeGreaterThan(MATE - 10);
  });

  it('mates a bare king with queen or rook against the best defence', () => {
    for (const start of ['8/8/8/3k4/8/8/8/Q3K3 w - - 0 1', '8/8/8/3k4/8/8/8/R3K3 w - - 0 1']) {
      let fen = start;
      let plies = 0;
      for (; new Position(fen).standing !== 'checkmate'; plies++) {
        if (plies > 60) expect.fail(`no mate after ${plies} plies: ${fen}`);
        fen = new Position(fen).play(toUci(search(new Board(fen), { nodes: 25_000, depth: 64 }).move)).fen;
      }
      expect(plies % 2).toBe(1);
    }
  });

  it('respects the node limit and is deterministic', () => {
    const fen = 'r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8';
    const first = search(new Board(fen), { nodes: 20_000, depth: 64 });
    expect(first.nodes).toBeLessThanOrEqual(20_001);
    expect(search(new Board(fen), { nodes: 20_000, depth: 64 })).toEqual(first);
  });
});
