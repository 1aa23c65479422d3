import { describe, expect, it } from 'vitest';
import { Rng } from '@/lib/core/rng';
import { Position } from '@/lib/games/chess/position';
import { chessAdapter as adapter } from '@/lib/games/chess/stateless-adapter';

const rngOf = (seed: number) => new Rng({ seed: seed.toString(16).padStart(64, '0'), drawn: 0 });
const rng = rngOf(1);

function play(fen: string, move: unknown): Record<string, unknown> & { fen: string } {
  const result = adapter.apply.play(adapter.decode(fen), move, rng);
  if (!result.ok) throw new Error(result.reason);
  return { fen: adapter.encode(result.position), ...adapter.snapshot(result.position, 'apply') };
}

function refusal(fen: string, move: unknown): string {
  const result = adapter.apply.play(adapter.decode(fen), move, rng);
  return result.ok ? 'accepted' : result.reason;
}

const movesOf = (fen: string) => adapter.legal?.answer(adapter.decode(fen)).movesUci as string[];

/** The result of chess.js for a position and a move in it. */
function byReferee(fen: string, uci: string) {
  const { fen: after, san } = new Position(fen).play(uci);
  const { standing, turn, inCheck } = new Position(after);
  const isDraw = standing === 'insufficient_material' || standing === 'fifty_moves';
  return {
    fen: after,
    status: isDraw ? 'draw' : standing,
    turn,
    lastMove: { uci, san },
    check: inCheck,
    ...(isDraw ? { reason: standing } : {}),
    ...(standing === 'checkmate' ? { winner: turn === 'w' ? 'black' : 'white' } : {}),
  };
}

/** Starts that lead to castling, promotion and en passant soon. */
const STARTS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
  'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
  '8/8/4k3/3b4/8/2B5/3K1P2/8 w - - 70 90',
  '7k/8/8/2N1N3/1N3N2/8/1N3N2/K1N1N3 w - - 0 1',
];

describe('the stateless adapter of chess', () => {
  it('agrees with chess.js on moves, positions, notation and status of random games', () => {
    let [plies, marks] = [0, new Set<string>()];
    for (const [index, start] of STARTS.entries()) {
      for (let game = 0; game < 12; game++) {
        const random = rngOf(100 * index + game + 1);
        let fen = start;
        for (let ply = 0; ply < 90; ply++) {
          const legal = movesOf(fen);
          const referee = new Position(fen);
          const isOver = ['insufficient_material', 'fifty_moves'].includes(referee.standing);
          expect([...legal].sort()).toEqual(isOver ? [] : referee.legal.map(({ uci }) => uci).sort());
          if (legal.length === 0) break;
          const uci = random.pick(legal);
          const played = play(fen, uci);
          expect(played).toEqual(byReferee(fen, uci));
          marks = new Set([
            ...marks,
            ...(played as unknown as ReturnType<typeof byReferee>).lastMove.san,
            played.status as string,
          ]);
          fen = played.fen;
          plies++;
        }
      }
    }
    expect(plies).toBeGreaterThan(3000);
    expect([...marks]).toEqual(expect.arrayContaining(['O', '=', '+', '#', 'x', 'checkmate', 'draw', 'check']));
  }, 60_000);

  it('says that the king is in check where the same move ends the game as a draw', () => {
    const byFiftyMoves = { fen: '8/8/4k3/8/8/4K3/4R3/8 w - - 99 80', uci: 'e3d3' };
    const byMaterial = { fen: '8/8/8/4k3/1B6/2p5/8/K7 w - - 0 1', uci: 'b4c3' };
    for (const { fen, uci } of [byFiftyMoves, byMaterial]) {
      expect(play(fen, uci)).toEqual(byReferee(fen, uci));
      expect(play(fen, uci)).toMatchObject({ status: 'draw', check: true });
    }
  });

  it('says that an en passant capture would open the own king, where the FEN names the passed square', () => {
    expect(refusal('7k/8/8/KPp4r/8/8/8/8 w - c6 0 2', 'b5c6')).toMatch(/^Illegal move: king would be in check\./);
    expect(refusal('7k/8/8/KPp4r/8/8/8/8 w - - 0 2', 'b5c6')).toMatch(/the pawn on b5 cannot move to c6/);
  });

  it('accepts SAN and UCI, and refuses with a reason and the legal moves', () => {
    const start = STARTS[0] as string;
    for (const spelling of ['e2e4', 'E2E4', 'e4', ' e2e4 ', { moveUci: 'e2e4' }]) {
      expect(play(start, spelling)).toMatchObject({ turn: 'b', lastMove: { uci: 'e2e4', san: 'e4' }, check: false });
    }
    expect(refusal('4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1', 'e2c3')).toMatch(/^Illegal move: king would be in check\./);
    expect(refusal(start, 'e2e5')).toBe(
      'Illegal move: the pawn on e2 cannot move to e5. Nearest legal moves: e2e3, e2e4.',
    );
    expect(refusal(start, 'e7e5')).toContain("it is white's turn");
    expect(refusal('6k1/8/8/8/8/K7/8/R6R w - - 0 1', 'Rd1')).toContain('a1d1 or h1d1');
    for (const nonsense of [7, null, [], {}, 'castle', ''])
      expect(refusal(start, nonsense)).toMatch(/UCI|not a chess move/);
    expect(refusal('7k/6Q1/6K1/8/8/8/8/8 b - - 0 1', 'h8g8')).toBe('Illegal move. The game is over: checkmate.');
    expect(refusal('7k/8/8/8/8/8/8/K7 w - - 0 1', 'a1a2')).toContain('insufficient material');
  });

  it.each([
    ['r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1', 'e1g1', "white may not castle on the king's side any more"],
    ['r3k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1', 'O-O-O', "black may not castle on the queen's side any more"],
    ['4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1', 'e1c1', 'white cannot castle while b1 is occupied'],
    ['4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1', 'e1g1', 'the king is in check, and castling does not lead out of check'],
    ['4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1', 'e1g1', 'the king cannot castle over or to an attacked square'],
    ['4k3/8/8/8/8/8/2r5/R3K2R w KQ - 0 1', 'O-O-O', 'the king cannot castle over or to an attacked square'],
    ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'e1e3', 'the king on e1 cannot move to e3'],
  ])('gives the reason for refusing to castle: %s %s', (fen, move, why) => {
    const kings = fen.replace('4k3/8/8/8/8/8/8/4K3', '4k3/p7/8/8/8/8/8/4K3');
    expect(refusal(kings, move)).toContain(`${why}.`);
  });

  it('normalizes a FEN to the form that chess.js writes', () => {
    const passed = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1';
    expect(adapter.encode(adapter.decode(`  ${passed.replaceAll(' ', '  ')}\n`))).toBe(passed.replace('e3', '-'));
    expect(adapter.encode(adapter.decode('4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1'))).toBe('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    expect(movesOf('4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1')).toEqual([]);
  });

  it.each([
    ['nonsense', /six space-delimited fields/],
    ['', /six space-delimited fields/],
    ['8/8/8/8/8/8/8/8 w - - 0 1', /king/],
    ['4k3/8/8/8/8/8/8/4K2X w - - 0 1', /piece/],
    ['4k3/8/8/8/8/8/8/4R1K1 w - - 0 1', /not to move is in check/],
    ['4k3/8/8/8/8/8/8/4K3 w - - 1x 1', /integers/],
  ])('rejects %j', (text, reason) => {
    expect(() => adapter.decode(text)).toThrow(reason);
  });

  it('begins with the same position for both sides and rejects other sides', () => {
    for (const side of [undefined, 'white', 'black']) {
      const result = adapter.begin.start(side === undefined ? {} : { side }, rng);
      expect(result).toMatchObject({ ok: true, position: { fen: STARTS[0] } });
      if (result.ok) expect(adapter.snapshot(result.position, 'begin')).toEqual({ status: 'in_progress', turn: 'w' });
    }
    expect(adapter.begin.start({ side: 'green' }, rng)).toMatchObject({ ok: false });
  });
});
