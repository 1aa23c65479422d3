import { describe, expect, it } from 'vitest';
import { type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { ticTacToe as game, type TicTacToeState } from '@/lib/games/tic-tac-toe';

const rng = new Rng({ seed: '2a'.repeat(32), drawn: 0 });

function play(...cells: string[]) {
  let { state } = game.setup({ options: { side: 'X' }, seats: 2, rng });
  for (const cell of cells) {
    const applied = game.apply(state, game.actors(state)[0] as number, game.move.parse(cell), rng);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return state;
}

function winnerBetween(x: Strength, o: Strength) {
  let state = play();
  while (game.outcome(state) === null) {
    const seat = game.actors(state)[0] as number;
    const strength = seat === 0 ? x : o;
    const cell = game.bot?.choose({
      view: game.view(state, whileRunning(seat)),
      legalMoves: game.legalMoves(state, seat),
      seat,
      strength,
      rng,
    });
    const applied = game.apply(state, seat, cell as never, rng);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return game.outcome(state)?.winner ?? null;
}

const swapped = (seat: number | null) => (seat === null ? null : 1 - seat);

describe('rules', () => {
  it.each([
    ['a row', ['A1', 'A2', 'B1', 'B2', 'C1'], 0, ['A1', 'B1', 'C1']],
    ['a column for O', ['A1', 'B1', 'A2', 'B2', 'C3', 'B3'], 1, ['B1', 'B2', 'B3']],
    ['a diagonal', ['A3', 'A1', 'B2', 'A2', 'C1'], 0, ['C1', 'B2', 'A3']],
  ] as const)('wins by %s', (_, cells, winner, line) => {
    const state = play(...cells);
    expect(game.outcome(state)).toMatchObject({ winner, reason: 'line' });
    expect(game.view(state, whileRunning('spectator'))).toMatchObject({
      status: 'game_over',
      turn: null,
      winning_line: line,
    });
  });

  it('is a draw when the board is full without a line', () => {
    const state = play('A1', 'B1', 'C1', 'B2', 'A2', 'C2', 'B3', 'A3', 'C3');
    expect(game.outcome(state)).toMatchObject({ winner: null, reason: 'board_full' });
    expect(game.view(state, whileRunning(1))).toMatchObject({ winner: 'draw', you: 'O' });
  });

  it('refuses a taken cell with the free ones', () => {
    const state = play('B2');
    expect(game.apply(state, 1, 'B2', rng)).toEqual({
      ok: false,
      reason: 'B2 is taken.',
      nearest: game.legalMoves(state, 1),
    });
    expect(game.apply(state, 0, 'A1', rng)).toEqual({ ok: false, reason: "It is O's turn." });
  });

  it.each([['b2'], [' B2 '], [{ coord: 'B2' }], [{ move: 'b2' }], [{ type: 'move', move: { cell: 'B2' } }]])(
    'understands %j',
    (action) => {
      expect(game.move.parse(action)).toBe('B2');
    },
  );

  it.each([['D1'], ['A4'], ['22'], [''], [5], [null], [{ coord: 4 }]])(
    'does not understand %j, and says what to write',
    (action) => {
      expect(game.move.safeParse(action).error?.issues[0]?.message).toMatch(/^Name a cell/);
    },
  );
});

describe('state string', () => {
  it('matches the example of game-tools.md', () => {
    expect(game.encode(play())).toBe('G:.../.../...|T:player|ST:in_progress|LA:-|W:-|P:X|O:O');
    expect(game.encode(play('B2'))).toBe('G:.../.X./...|T:opponent|ST:in_progress|LA:B2|W:-|P:X|O:O');
    expect(game.encode({ ...play(), side: 'O' })).toBe('G:.../.../...|T:opponent|ST:in_progress|LA:-|W:-|P:O|O:X');
    expect(game.encode(play('A1', 'A2', 'B1', 'B2', 'C1'))).toBe(
      'G:XXX/OO./...|T:opponent|ST:game_over|LA:C1|W:player|P:X|O:O',
    );
  });

  it.each([
    ['G:XX./.../...|T:player|ST:in_progress|LA:A1|W:-|P:X|O:O', /X moves first/],
    ['G:XXX/OOO/...|T:player|ST:game_over|LA:A2|W:player|P:X|O:O', /after a line/],
    ['G:X../.../...|T:opponent|ST:in_progress|LA:B2|W:-|P:X|O:O', /last action/],
    ['G:X../.../...|T:player|ST:in_progress|LA:A1|W:-|P:X|O:O', /contradict/],
    ['G:.../.../...|T:player|ST:in_progress|LA:-|W:-|P:X|O:X', /contradict/],
  ])('refuses %s', (text, reason) => {
    expect(() => game.decode(text)).toThrow(reason);
  });

  it('accepts a position set up by hand, without a last action', () => {
    const text = 'G:XO./.X./...|T:opponent|ST:in_progress|LA:-|W:-|P:X|O:O';
    expect(game.encode(game.decode(text))).toBe(text);
  });
});

describe('house bots', () => {
  it('never lose with strong, and draw against each other', () => {
    for (const other of ['easy', 'medium'] as const) {
      for (let round = 0; round < 100; round++) {
        expect(winnerBetween('strong', other)).not.toBe(1);
        expect(winnerBetween(other, 'strong')).not.toBe(0);
      }
    }
    for (let round = 0; round < 30; round++) expect(winnerBetween('strong', 'strong')).toBeNull();
  });

  it('win at least four of five decided games against the next weaker strength', () => {
    const decided = (better: Strength, worse: Strength) => {
      const winners = Array.from({ length: 300 }, (_, round) =>
        round % 2 ? winnerBetween(better, worse) : swapped(winnerBetween(worse, better)),
      );
      return winners.filter((seat) => seat === 0).length / winners.filter((seat) => seat !== null).length;
    };
    expect(decided('strong', 'easy')).toBe(1);
    expect(decided('medium', 'easy')).toBeGreaterThan(0.8);
  });
});

describe('the judge', () => {
  const judge = (...cells: string[]) => game.judge?.(play(...cells), 1);

  it('judges every position exactly', () => {
    expect(judge()).toEqual({ advantage: 0, exact: true, best: expect.any(Array), words: 'drawn with best play' });
    expect(judge()?.best).toHaveLength(9);
    expect(judge('A1', 'B1')).toMatchObject({ advantage: 1, words: 'X wins in 3' });
    expect(judge('A1')?.best).toEqual(['B2']);
    expect(judge('A1', 'A2', 'B1', 'B2')).toMatchObject({ advantage: 1, words: 'X wins in 1' });
    expect(judge('A1', 'A2', 'B1', 'B2')?.best[0]).toBe('C1');
    expect(judge('A1', 'B2', 'A2', 'A3', 'C2')).toMatchObject({ advantage: -1, words: 'O wins in 1' });
    expect(judge('A1', 'B2', 'A2', 'A3', 'C2')?.best[0]).toBe('C1');
    expect(judge('A1', 'A2', 'B1', 'B2', 'C1')).toEqual({ advantage: 1, exact: true, best: [], words: 'X has won' });
  });

  it('returns only moves that keep the judged result', () => {
    const seen = new Set<string>();
    const visit = (state: TicTacToeState) => {
      if (seen.has(state.grid)) return;
      seen.add(state.grid);
      const here = game.judge?.(state, 1);
      const [seat] = game.actors(state);
      if (seat === undefined) return;
      for (const cell of game.legalMoves(state, seat)) {
        const applied = game.apply(state, seat, cell, new Rng({ seed: '00', drawn: 0 }));
        if (!applied.ok) throw new Error(applied.reason);
        const kept = game.judge?.(applied.state, 1).advantage === here?.advantage;
        expect(here?.best.includes(cell), `${state.grid} ${cell}`).toBe(kept);
        visit(applied.state);
      }
    };
    visit(play());
    expect(seen.size).toBe(5478);
  });
});
