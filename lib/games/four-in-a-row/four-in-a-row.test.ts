import { describe, expect, it } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { fourInARow as game } from '@/lib/games/four-in-a-row';
import { completingColumns, decode, encode, type FourState } from './position';
import { EMPTY_COLUMNS, naiveDrop, naiveGrid, naiveIsFour } from './testing/naive';

const rng = new Rng({ seed: '4f'.repeat(32), drawn: 0 });
const opening = game.setup({ options: {}, seats: 2, rng }).state;

/** Columns as one text: `4453`. */
function play(columns: string, from: FourState = opening): FourState {
  return [...columns].reduce((state, column) => {
    const applied = game.apply(state, game.actors(state)[0] as number, game.move.parse(column), rng);
    if (!applied.ok) throw new Error(applied.reason);
    return applied.state;
  }, from);
}

const DRAWN = '711246535416425722356351656244473217137376';

describe('rules', () => {
  it.each([
    ['a row', '1122334', 0, '11 21 31 41'],
    ['a column for yellow', '12324252', 1, '21 22 23 24'],
    ['a rising diagonal', '64146227644423233', 0, '11 22 33 44'],
    ['a falling diagonal', '6415212432166357655621', 1, '14 23 32 41'],
    ['two lines in one move', '52263415221242575376737613413544536', 0, '31 42 44 53 54 64 74'],
  ] as const)('wins by %s', (_, columns, winner, cells) => {
    const state = play(columns);
    expect(game.outcome(state)).toMatchObject({ winner, reason: 'four' });
    expect(game.view(state, whileRunning('spectator'))).toMatchObject({
      status: 'game_over',
      turn: null,
      winner: winner === 0 ? 'red' : 'yellow',
      winning_cells: cells.split(' ').map((cell) => ({ column: Number(cell[0]), row: Number(cell[1]) })),
    });
    expect(game.actors(play(columns.slice(0, -1)))).toEqual([winner]);
  });

  it('is a draw when the grid is full without four in a row', () => {
    const state = play(DRAWN);
    expect(game.outcome(state)).toMatchObject({ winner: null, reason: 'board_full' });
    expect(game.view(state, whileRunning(1))).toMatchObject({ winner: 'draw', you: 'yellow', winning_cells: null });
  });

  it('refuses a full column with the nearest open ones', () => {
    const state = play('222222');
    expect(game.legalMoves(state, 0).map(({ column }) => column)).toEqual([1, 3, 4, 5, 6, 7]);
    expect(game.apply(state, 0, { column: 2 }, rng)).toEqual({
      ok: false,
      reason: 'Column 2 is full.',
      nearest: [1, 3, 4, 5, 6, 7].map((column) => ({ column })),
    });
    expect(game.apply(state, 1, { column: 1 }, rng)).toEqual({ ok: false, reason: "It is red's turn." });
    expect(game.apply(play('1122334'), 1, { column: 1 }, rng)).toEqual({ ok: false, reason: 'The game is over.' });
  });

  it.each([
    [4],
    ['4'],
    [' 4 '],
    ['column 4'],
    [{ column: 4 }],
    [{ column: '4' }],
    [{ move: 4 }],
    [{ move: { col: 4 } }],
  ])('accepts %j', (action) => {
    expect(game.move.parse(action)).toEqual({ column: 4 });
  });

  it.each([[0], [8], [4.5], [-1], ['d4'], [''], [null], [{ column: 9 }], [{}], [Number.NaN], [[4]]])(
    'rejects %j and says what to write',
    (action) => {
      expect(game.move.safeParse(action).error?.issues[0]?.message).toMatch(/^Name a column from 1 to 7/);
    },
  );

  it('finds the columns that would complete a four', () => {
    expect(completingColumns(play('112233').grid, 0)).toEqual([4]);
    expect(completingColumns(play('223344').grid, 0)).toEqual([1, 5]);
    expect(completingColumns(play('112233').grid, 1)).toEqual([]);
  });
});

describe('state string', () => {
  it('matches the example of game-tools.md', () => {
    expect(encode(opening)).toBe('G:......./......./......./......./......./.......|T:player|ST:in_progress|LA:-|W:-');
    expect(encode(play('4'))).toBe(
      'G:......./......./......./......./......./...R...|T:opponent|ST:in_progress|LA:4|W:-',
    );
    expect(encode(play('1122334'))).toBe(
      'G:......./......./......./......./YYY..../RRRR...|T:opponent|ST:game_over|LA:4|W:player',
    );
    expect(encode(play(DRAWN))).toMatch(/\|ST:game_over\|LA:6\|W:draw$/);
  });

  it.each([
    ['G:......./......./......./......./...R.../.......|T:opponent|ST:in_progress|LA:4|W:-', /floats in column 4/],
    ['G:......./......./......./......./......./...RR..|T:player|ST:in_progress|LA:4|W:-', /discs alternate/],
    ['G:......./......./......./......./......./...Y...|T:player|ST:in_progress|LA:4|W:-', /discs alternate/],
    ['G:......./......./......./......./YYYY.../RRRR...|T:player|ST:game_over|LA:4|W:opponent', /after four in a row/],
    ['G:......./......./......./......./YYY..../RRRR...|T:opponent|ST:game_over|LA:1|W:player', /R did not drop/],
    ['G:......./......./......./......./......./...RY..|T:player|ST:in_progress|LA:4|W:-', /Y did not drop/],
    ['G:......./......./......./......./......./...R...|T:opponent|ST:in_progress|LA:2|W:-', /R did not drop/],
    ['G:......./......./......./......./RRRR.../YYYYR..|T:opponent|ST:game_over|LA:-|W:player', /after four in a row/],
    ['G:......./......./......./......./......./.......|T:player|ST:in_progress|LA:1|W:-', /did not drop/],
    ['G:......./......./......./YR...../RR...../YY.....|T:player|ST:in_progress|LA:1|W:-', /no order of alternating/],
    ['G:......./......./......./......./......./...R...|T:player|ST:in_progress|LA:4|W:-', /contradict/],
    ['G:......./......./......./......./......./...R...|T:opponent|ST:game_over|LA:4|W:-', /contradict/],
    ['G:......./......./......./......./......./...R...|T:opponent|ST:in_progress|LA:4|W:player', /contradict/],
    ['G:......./......./......./......./......./......|T:player|ST:in_progress|LA:-|W:-', /Not a four-in-a-row state/],
  ])('refuses %s', (text, reason) => {
    expect(() => decode(text)).toThrow(reason);
  });
});

describe('a position set up by hand', () => {
  it('needs no last action', () => {
    const text = 'G:......./......./......./......./...Y.../..RR...|T:opponent|ST:in_progress|LA:-|W:-';
    expect(encode(decode(text))).toBe(text);
    expect(game.view(decode(text), whileRunning(1)).last_move).toBeNull();
  });
});

describe('the stateless adapter', () => {
  it('writes columns as whole numbers', () => {
    const state = play('222222');
    expect(game.statelessAdapter?.legal?.answer(state)).toEqual({
      type: 'legal_moves',
      gameType: 'four_in_a_row',
      moves: [1, 3, 4, 5, 6, 7],
    });
    expect(game.statelessAdapter?.snapshot(state, 'apply')).toEqual({
      status: 'in_progress',
      turn: 'player',
      lastAction: '2',
    });
    expect(game.statelessAdapter?.apply.play(state, 2, rng)).toEqual({
      ok: false,
      reason: 'Illegal move. Column 2 is full. Nearest legal moves: 1, 3, 4, 5, 6, 7.',
    });
  });
});

describe('thousands of random games', () => {
  it('agree with a naive implementation on every winner and round-trip every state', () => {
    for (let games = 0; games < 3_000; games++) {
      let state = opening;
      let columns = EMPTY_COLUMNS;
      for (let ply = 0; game.outcome(state) === null; ply++) {
        const move = rng.pick(game.legalMoves(state, ply % 2));
        columns = naiveDrop(columns, move.column - 1, ply % 2 ? 'Y' : 'R');
        state = play(String(move.column), state);
        const winner = naiveIsFour(columns, move.column - 1) ? ply % 2 : null;
        if (state.grid !== naiveGrid(columns) || (game.outcome(state)?.winner ?? null) !== winner)
          expect.fail(encode(state));
      }
      if (games % 10 === 0) expect(decode(encode(state))).toEqual(state);
    }
  }, 30_000);
});
