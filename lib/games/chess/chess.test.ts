import { describe, expect, it } from 'vitest';
import { type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { chooseHere } from '@/lib/games/bot-choice';
import { chess as game } from '@/lib/games/chess';
import type { ChessState } from '@/lib/games/chess/state';

const rng = new Rng({ seed: '00'.repeat(32), drawn: 0 });

function attempt(state: ChessState, action: unknown) {
  return game.apply(state, game.actors(state)[0] ?? 0, game.move.parse(action), rng);
}

function play(state: ChessState, moves: string): ChessState {
  return moves.split(' ').reduce((current, move) => {
    const applied = attempt(current, move);
    if (!applied.ok) throw new Error(`${move}: ${applied.reason}`);
    return applied.state;
  }, state);
}

const start = () => game.decode('startpos');
const reasonFor = (state: ChessState, action: unknown) => {
  const applied = attempt(state, action);
  return applied.ok ? 'accepted' : applied.reason;
};

describe('endings', () => {
  it("is lost by the fool's mate", () => {
    const state = play(start(), 'f3 e5 g4 Qh4#');
    expect(game.outcome(state)).toMatchObject({
      winner: 1,
      reason: 'checkmate',
      results: [{ result: 'loss' }, { result: 'win' }],
    });
    expect(game.view(state, whileRunning(0))).toMatchObject({
      status: 'checkmate',
      check: true,
      winner: 'black',
      you: 'white',
    });
  });

  it('is a draw when the player to move has no move and is not in check', () => {
    const state = play(start(), 'e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6');
    expect(game.outcome(state)).toMatchObject({ winner: null, reason: 'stalemate' });
    expect(game.view(state, whileRunning('spectator'))).toMatchObject({
      status: 'stalemate',
      check: false,
      reason: null,
    });
  });

  it.each([
    ['king and knight', '7k/8/8/8/3r4/8/2N5/K7 w - - 0 1', 'Nxd4'],
    ['bare kings', '8/8/8/3k4/3P4/8/8/K7 b - - 0 1', 'Kxd4'],
  ])('is a draw when neither side can mate: %s', (_, fen, moves) => {
    expect(game.outcome(play(game.decode(fen), moves))).toMatchObject({
      winner: null,
      reason: 'insufficient_material',
    });
  });

  it('is a draw by threefold repetition', () => {
    const twice = play(start(), 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1');
    expect(game.outcome(twice)).toBeNull();
    expect(game.view(twice, whileRunning(0)).repetition).toBe(2);
    const thrice = play(twice, 'Ng8');
    expect(game.outcome(thrice)).toMatchObject({ winner: null, reason: 'threefold' });
    expect(game.view(thrice, whileRunning(0))).toMatchObject({ status: 'draw', reason: 'threefold', repetition: 3 });
  });

  it('distinguishes positions with different castling rights in repetitions', () => {
    const fen = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
    const state = play(game.decode(fen), 'Ra2 Ra7 Ra1 Ra8 Ra2 Ra7 Ra1 Ra8');
    expect(game.outcome(state)).toBeNull();
  });

  it('is a draw after fifty moves without capture or pawn move, unless the last one mates', () => {
    expect(game.outcome(play(game.decode('8/8/8/3k4/8/8/8/R3K3 w - - 99 80'), 'Ra2'))).toMatchObject({
      reason: 'fifty_moves',
    });
    expect(game.outcome(play(game.decode('8/8/8/3k4/8/8/8/R3K3 w - - 98 80'), 'Ra2'))).toBeNull();
    const checked = play(game.decode('8/8/8/3k4/8/8/8/R3K3 w - - 99 80'), 'Ra5+');
    expect(game.view(checked, whileRunning(0))).toMatchObject({ status: 'draw', check: true });
    expect(game.outcome(play(game.decode('6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80'), 'Ra8#'))).toMatchObject({
      winner: 0,
      reason: 'checkmate',
    });
  });
});

describe('moves', () => {
  it.each([
    ['e2e4', 'e4'],
    ['E2-E4', 'e4'],
    ['e4', 'e4'],
    ['1. e4', 'e4'],
    ['Nf3!', 'Nf3'],
    ['Ngf3', 'Nf3'],
    ['Ng1-f3', 'Nf3'],
    ['1. Ng1-f3!', 'Nf3'],
    [{ from: 'g1', to: 'f3' }, 'Nf3'],
    [{ move: { from: 'G1', to: 'F3', promotion: null } }, 'Nf3'],
    [{ type: 'move', uci: 'g1f3' }, 'Nf3'],
    [{ moveUci: 'g1f3' }, 'Nf3'],
  ])('accepts %j as %s', (action, san) => {
    const applied = attempt(start(), action);
    expect(applied.ok && applied.events[0]?.data).toMatchObject({ seat: 0, notation: san });
  });

  it('takes a piece and gives check in long notation', () => {
    const opened = play(start(), 'e4 d5 Bf1-b5+ Nb8-c6');
    expect(game.view(play(opened, 'Bb5xc6+'), whileRunning('spectator')).last_move).toEqual({
      uci: 'b5c6',
      san: 'Bxc6+',
    });
  });

  it('castles, promotes and takes en passant, in every spelling', () => {
    const castle = game.decode('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    expect(play(castle, 'O-O').fen).toBe('r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1');
    expect(play(castle, '0-0-0').fen).toBe(play(castle, 'e1c1').fen);
    const pawn = game.decode('7k/P7/8/8/8/8/8/K7 w - - 0 1');
    expect(play(pawn, 'a8=N').fen).toBe('N6k/8/8/8/8/8/8/K7 b - - 0 1');
    expect(game.view(play(pawn, 'a7a8q'), whileRunning(0)).last_move).toEqual({ uci: 'a7a8q', san: 'a8=Q+' });
    const passing = play(start(), 'e4 a6 e5 d5 exd6');
    expect(game.view(passing, whileRunning('spectator'))).toMatchObject({
      captured: { white: ['p'], black: [] },
      material: 1,
      last_move: { uci: 'e5d6' },
    });
  });

  it.each([
    ['e3e4', /no piece on e3/],
    ['e7e5', /pawn on e7 is black, and it is white's turn/],
    ['e2e5', /pawn on e2 cannot move to e5/],
    ['Qd4', /no white queen can go to d4/],
    ['O-O', /castling is not possible/],
    ['hello', /not a chess move.*UCI.*SAN/],
  ])('refuses %s with a reason and the nearest legal moves', (action, reason) => {
    const applied = attempt(start(), action);
    if (applied.ok) return expect.fail('accepted');
    expect(applied.reason).toMatch(reason);
    for (const near of applied.nearest ?? []) expect(game.legalMoves(start(), 0)).toContain(near);
    if (action !== 'Qd4' && action !== 'O-O') expect(applied.nearest?.length).toBeGreaterThan(0);
  });

  it('refuses an en passant capture that exposes the king', () => {
    const state = play(game.decode('7k/2p5/8/KP5r/8/8/8/8 b - - 0 1'), 'c7c5');
    expect(game.legalMoves(state, 0)).not.toContain('b5c6');
    for (const action of ['b5c6', 'bxc6'])
      expect(reasonFor(state, action)).toBe('Illegal move: king would be in check.');
    const later = play(state, 'a5a4 h8h7 a4a5 h7h8');
    expect(reasonFor(later, 'b5c6')).toBe('Illegal move: the pawn on b5 cannot move to c6.');
  });

  it('gives different reasons for a pin, an unanswered check, a missing promotion and ambiguity', () => {
    expect(reasonFor(game.decode('4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1'), 'e2c3')).toBe(
      'Illegal move: king would be in check.',
    );
    expect(reasonFor(game.decode('4r2k/8/8/8/8/8/N7/4K3 w - - 0 1'), 'a2c3')).toMatch(/is in check and would stay/);
    expect(reasonFor(game.decode('7k/P7/8/8/8/8/8/K7 w - - 0 1'), 'a7a8')).toMatch(/^a7a8 could be .*a7a8q/);
    expect(reasonFor(game.decode('7k/P7/8/8/8/8/8/K7 w - - 0 1'), 'a8')).toMatch(/^a8 could be .*a7a8q/);
    expect(reasonFor(start(), 'e2e4q')).toMatch(/no promotion/);
    expect(reasonFor(game.decode('7k/8/8/8/8/8/8/K1N3N1 w - - 0 1'), 'Ne2')).toBe('Ne2 could be c1e2 or g1e2.');
    expect(reasonFor(game.decode('7k/8/8/8/8/8/8/K1N3N1 w - - 0 1'), 'Nce2')).toBe('accepted');
  });

  it.each([[{ from: 'e2' }], [{ from: 'x', to: 'e4' }], [12], [null], [{}], [['e2e4']], ['x'.repeat(17)]])(
    'rejects %j',
    (action) => {
      expect(game.move.safeParse(action).success).toBe(false);
    },
  );
});

describe('state text', () => {
  it('contains the initial position and the moves, and accepts any FEN', () => {
    const state = play(start(), 'e4 c5 Nf3');
    expect(game.encode(state)).toBe('startpos moves e2e4 c7c5 g1f3');
    expect(game.view(state, whileRunning(1))).toMatchObject({
      fen: state.fen,
      turn: 'b',
      moves: '1. e4 c5 2. Nf3',
      move_number: 2,
    });
    const fen = '8/8/8/3k4/8/8/8/R3K3 b - - 12 80';
    expect(game.encode(game.decode(fen))).toBe(fen);
    expect(game.view(play(game.decode(fen), 'Kc4 Ra4+'), whileRunning('spectator')).moves).toBe('80... Kc4 81. Ra4+');
  });

  it.each([
    ['startpos moves e2e5', /Move 1, e2e5/],
    ['4k3/8/8/8/8/8/4R3/4K3 w - - 0 1', /not to move is in check/],
    ['8/8/8/8/8/8/8/8 w - - 0 1', /king/],
  ])('refuses %s', (text, reason) => {
    expect(() => game.decode(text)).toThrow(reason);
  });
});

describe('house bots', () => {
  /** The winner; a game longer than 60 plies is won by a side that is a rook ahead. */
  function winnerBetween(white: Strength, black: Strength, seed: string): Strength | null {
    const bots = new Rng({ seed, drawn: 0 });
    let state = start();
    for (let ply = 0; ply < 60 && game.outcome(state) === null; ply++) {
      const seat = game.actors(state)[0] as number;
      const strength = seat === 0 ? white : black;
      const uci = chooseHere({
        gameId: 'chess',
        view: game.view(state, whileRunning(seat)),
        legalMoves: game.legalMoves(state, seat),
        seat,
        strength,
        seed: bots.hex(8),
      });
      state = play(state, uci as string);
    }
    const { winner, material } = game.view(state, whileRunning('spectator'));
    if (winner) return winner === 'white' ? white : black;
    return material >= 5 ? white : material <= -5 ? black : null;
  }

  it('wins with medium at least four of five games against easy', () => {
    const games = Array.from({ length: 5 }, (_, round) =>
      winnerBetween(round % 2 ? 'easy' : 'medium', round % 2 ? 'medium' : 'easy', `0${round}`),
    );
    expect(games.filter((winner) => winner === 'medium').length).toBeGreaterThanOrEqual(4);
  }, 120_000);

  it('wins with strong against easy', () => {
    expect(winnerBetween('strong', 'easy', '03')).toBe('strong');
  }, 120_000);
});
