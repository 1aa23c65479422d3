import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { seaBattle as game } from '@/lib/games/sea-battle';
import { seeds } from '@/lib/games/testing/seeds';
import { ALL_NEIGHBOURS, drawFleet, FLEET, fleetFault, PLACEMENTS, placeFleet, shipsOf } from './grid';
import { readState, type SeaBattleState } from './state';

const adapter = game.statelessAdapter ?? expect.fail('sea battle has a stateless adapter');
const rng = () => new Rng({ seed: '2a'.repeat(32), drawn: 0 });

/** West: A1–E1, A3–D3, A5–C5, E5–G5, A7–B7; east the same. */
const FLEET_ROWS = ['SSSSS.....', '..........', 'SSSS......', '..........', 'SSS.SSS...', '..........', 'SS........'];
const GRID = [...FLEET_ROWS, ...Array(3).fill('..........')].join('');

function step(state: SeaBattleState, coord: string): SeaBattleState {
  const applied = game.apply(state, game.actors(state)[0] ?? 0, coord, rng());
  return applied.ok ? applied.state : expect.fail(applied.reason);
}

const play = (...coords: string[]) => coords.reduce(step, { grids: [GRID, GRID], last: null } as SeaBattleState);
const SHIP_CELLS = [
  'A1',
  'B1',
  'C1',
  'D1',
  'E1',
  'A3',
  'B3',
  'C3',
  'D3',
  'A5',
  'B5',
  'C5',
  'E5',
  'F5',
  'G5',
  'A7',
  'B7',
];
/** West sinks everything while east shoots at water. */
const WON = SHIP_CELLS.flatMap((coord, index) =>
  index < 16 ? [coord, `${'ABCDEFGHIJ'[index % 10]}${index < 10 ? 9 : 10}`] : [coord],
);

function playAtRandom(seed: string): SeaBattleState[] {
  const choices = new Rng({ seed, drawn: 0 });
  const states = [game.setup({ options: {}, seats: 2, rng: choices }).state];
  for (;;) {
    const state = states.at(-1) as SeaBattleState;
    const [seat] = game.actors(state);
    if (seat === undefined) return states;
    states.push(step(state, choices.pick(game.legalMoves(state, seat))));
  }
}

describe('fleets', () => {
  it('consist of five ships that never touch', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const fleet = placeFleet(new Rng({ seed, drawn: 0 }));
        expect(fleet.map((ship) => ship.length)).toEqual([...FLEET]);
        for (const ship of fleet) {
          expect(PLACEMENTS[ship.length]).toContainEqual(ship);
          const others = new Set(fleet.filter((one) => one !== ship).flat());
          for (const cell of ship)
            for (const close of [cell, ...(ALL_NEIGHBOURS[cell] ?? [])]) expect(others.has(close)).toBe(false);
        }
        const grid = drawFleet(fleet);
        expect(fleetFault(grid)).toBeNull();
        expect(
          shipsOf(grid)
            .map((ship) => ship.length)
            .sort(),
        ).toEqual([...FLEET].sort());
      }),
      { numRuns: 500 },
    );
  });

  it('have 180 berths for a ship of 2 and 120 for one of 5', () => {
    expect([2, 3, 4, 5].map((size) => PLACEMENTS[size]?.length)).toEqual([180, 160, 140, 120]);
  });

  it('are distributed symmetrically over the grid', () => {
    const choices = rng();
    let [left, upright] = [0, 0];
    for (let round = 0; round < 3_000; round++) {
      const [longest = []] = placeFleet(choices);
      const first = longest[0] ?? 0;
      if (first % 10 < 5 && (longest.at(-1) ?? 0) % 10 < 5) left++;
      if (longest[1] === first + 10) upright++;
    }
    // 35 of the 120 berths of the longest ship lie in the left half; the others weigh on that by little.
    expect(left / 3_000).toBeGreaterThan(0.22);
    expect(left / 3_000).toBeLessThan(0.4);
    expect(upright / 3_000).toBeGreaterThan(0.46);
    expect(upright / 3_000).toBeLessThan(0.54);
  });
});

describe('rules', () => {
  it('reports hits, misses and the size of sunk ships, and changes turns after each shot', () => {
    const shots = play('A7', 'J10', 'B7');
    expect(game.view(play('A7'), whileRunning('spectator')).last_move).toEqual({
      side: 'west',
      coord: 'A7',
      result: 'hit',
    });
    expect(game.view(play('A7', 'J10'), whileRunning('spectator')).last_move).toEqual({
      side: 'east',
      coord: 'J10',
      result: 'miss',
    });
    expect(game.view(shots, whileRunning('spectator'))).toMatchObject({
      turn: 'east',
      shots: { west: 2, east: 1 },
      last_move: { side: 'west', coord: 'B7', result: 'sunk(2)' },
    });
    expect(game.actors(play('A7'))).toEqual([1]);
  });

  it('reveals the cells of sunk ships only', () => {
    const applied = game.apply(play('A7', 'J10'), 0, 'B7', rng());
    if (!applied.ok) return expect.fail(applied.reason);
    expect(applied.events).toEqual([
      {
        type: 'move_played',
        audience: 'public',
        data: {
          seat: 0,
          move: 'B7',
          notation: 'B7:sunk(2)',
          does: 'shoots at B7: a ship of 2 sinks',
          result: 'sunk(2)',
          ship: ['A7', 'B7'],
        },
      },
    ]);
    expect(
      game.view(applied.state, whileRunning(0)).fleets.east.map(({ size, sunk, cells }) => [size, sunk, cells]),
    ).toEqual([
      [5, false, null],
      [4, false, null],
      [3, false, null],
      [3, false, null],
      [2, true, ['A7', 'B7']],
    ]);
  });

  it('lists the sunk ship of two equal ones first', () => {
    const first = play('A5', 'J9', 'B5', 'J10', 'C5', 'I10');
    const second = play('E5', 'J9', 'F5', 'J10', 'G5', 'I10');
    for (const state of [first, second])
      expect(game.view(state, whileRunning(0)).fleets.east.map(({ sunk }) => sunk)).toEqual([
        false,
        false,
        true,
        false,
        false,
      ]);
  });

  it('is won by the last of seventeen hits, then reveals all ships', () => {
    const state = play(...WON);
    expect(game.outcome(state)).toMatchObject({ winner: 0, reason: 'fleet_sunk' });
    for (const viewer of [0, 1, 'spectator'] as const) {
      const { waters, fleets, winner, turn } = game.view(state, whileRunning(viewer));
      expect({ winner, turn }).toEqual({ winner: 'west', turn: null });
      expect(waters.west.join('').split('S')).toHaveLength(18);
      expect(fleets.west.every(({ cells }) => cells !== null)).toBe(true);
    }
    expect(game.view(play(...WON.slice(0, -1)), whileRunning('spectator')).waters.west.join('')).not.toContain('S');
  });

  it('shows each seat its own ships only, and spectators none', () => {
    const state = play('A1', 'J1', 'J10', 'A1');
    expect(game.view(state, whileRunning(0)).waters.west[0]).toBe('HSSSS....M');
    expect(game.view(state, whileRunning(0)).waters.east[0]).toBe('H.........');
    expect(game.view(state, whileRunning(1)).waters.west[0]).toBe('H........M');
    expect(game.view(state, whileRunning('spectator')).waters).toEqual({
      west: game.view(state, whileRunning(1)).waters.west,
      east: game.view(state, whileRunning(0)).waters.east,
    });
    expect(game.view(state, whileRunning('omniscient')).waters).toEqual({
      west: game.view(state, whileRunning(0)).waters.west,
      east: game.view(state, whileRunning(1)).waters.east,
    });
  });

  it('refuses a cell with a reason and the nearest legal ones', () => {
    const state = play('A1', 'J1');
    expect(game.apply(state, 0, 'A1', rng())).toEqual({
      ok: false,
      reason: 'You have shot at A1 before.',
      nearest: ['B1', 'A2', 'B2'],
    });
    expect(game.apply(state, 1, 'B2', rng())).toEqual({ ok: false, reason: "It is west's turn." });
  });

  it.each([
    ['b4'],
    [' B4 '],
    ['B-4'],
    ['b 4'],
    ['B04'],
    [{ coord: 'B4' }],
    [{ move: { cell: 'b4' } }],
    [{ column: 'b', row: 4 }],
  ])('understands %j', (action) => {
    expect(game.move.parse(action)).toBe('B4');
  });

  it.each([['K1'], ['A11'], ['A0'], ['11'], [''], [5], [null], [{ coord: 4 }], [{ column: 'Z', row: 1 }]])(
    'does not understand %j, and says what to write',
    (action) => {
      expect(game.move.safeParse(action).error?.issues[0]?.message).toMatch(/^Name a cell from A1 to J10/);
    },
  );
});

describe('state string', () => {
  const rows = (grid: string) => grid.replace(/(.{10})(?=.)/g, '$1/');

  it('matches the example of game-tools.md', () => {
    const state = play('B4', 'A1');
    const own = GRID.replace('S', 'H');
    const target = `${GRID.slice(0, 31)}M${GRID.slice(32)}`;
    expect(adapter.encode(state)).toBe(
      `P:${rows(own)}|O:${rows(target)}|F:${rows(target.replaceAll('S', '.'))}|OF:${rows(own.replaceAll('S', '.'))}` +
        '|T:player|ST:in_progress|LA:A1:hit|W:-',
    );
    expect(adapter.encode(play(...WON))).toMatch(/\|T:opponent\|ST:game_over\|LA:B7:sunk\(2\)\|W:player$/);
    expect(adapter.encode(play())).toMatch(/\|T:player\|ST:in_progress\|LA:-\|W:-$/);
  });

  it('round-trips every reachable position', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const state of playAtRandom(seed)) expect(readState(game.encode(state))).toEqual(state);
      }),
      { numRuns: 6 },
    );
  });

  const good = () => adapter.encode(play('A1', 'J1', 'B1', 'J2'));
  it.each([
    [
      'a bent ship',
      (text: string) => text.replace('P:SSSSS.....', 'P:SSSS......').replace('/..........', '/...S......'),
      /touch/,
    ],
    [
      'ships that touch at a corner',
      (text: string) => text.replace('SSS.SSS.../..........', 'SSS.SSS.../...S......'),
      /touch/,
    ],
    ['a ship too few', (text: string) => text.replace('/SS........', '/..........'), /ships of 5, 4, 3, 3, 2/],
    ['a fog that shows too little', (text: string) => text.replace('F:HH........', 'F:H.........'), /F and O disagree/],
    [
      'a fog of one side that is that of the other',
      (text: string) => text.replace('OF:.........M', 'OF:..........'),
      /OF and P disagree/,
    ],
    ['turns that do not fit the shots', (text: string) => text.replace('T:player', 'T:opponent'), /contradict/],
    ['a status that does not fit', (text: string) => text.replace('in_progress', 'game_over'), /contradict/],
    ['a winner before the end', (text: string) => text.replace('W:-', 'W:player'), /contradict/],
    ['another last cell', (text: string) => text.replace('LA:J2:miss', 'LA:J3:miss'), /no shot was fired at J3/],
    ['another last result', (text: string) => text.replace('LA:J2:miss', 'LA:J2:hit'), /it was J2:miss/],
    ['no last action', (text: string) => text.replace('LA:J2:miss', 'LA:-'), /only before the first shot/],
    [
      'a shot too many',
      (text: string) => text.replace('O:HHSSS', 'O:HHHHS').replace('F:HH...', 'F:HHHH.'),
      /turns alternate/,
    ],
    ['rows of nine', (text: string) => text.replace('P:SSSSS....M', 'P:SSSSS....'), /Not a sea battle state/],
  ])('refuses %s', (_, spoil, reason) => {
    expect(readState(good())).toBeTruthy();
    expect(spoil(good())).not.toBe(good());
    expect(() => readState(spoil(good()))).toThrow(reason);
  });

  it('refuses a position with shots after the end', () => {
    const [west, east] = play(...WON).grids;
    const on: SeaBattleState = { grids: [`${west.slice(0, 99)}M`, east], last: 'J10' };
    expect(() => readState(game.encode(on))).toThrow(/went on/);
  });
});

describe('the stateless adapter', () => {
  it('reproduces the example of game-tools.md', () => {
    const begun = adapter.begin.start({}, rng());
    if (!begun.ok) return expect.fail(begun.reason);
    expect(adapter.snapshot(begun.position, 'begin')).toEqual({ status: 'in_progress', turn: 'player' });
    const played = adapter.apply.play(play(), 'B4', rng());
    if (!played.ok) return expect.fail(played.reason);
    expect(adapter.snapshot(played.position, 'apply')).toEqual({
      status: 'in_progress',
      turn: 'opponent',
      lastAction: 'B4:miss',
    });
    const { moves, ...legal } = (adapter.legal?.answer(play('A1', 'A1')) ?? {}) as { moves: string[] };
    expect(legal).toEqual({ type: 'legal_moves', gameType: 'sea_battle' });
    expect(moves).toHaveLength(99);
    expect(moves).not.toContain('A1');
    expect(adapter.choose?.answer(play('A1'))).toEqual({
      type: 'opponent_choice',
      gameType: 'sea_battle',
      moves: ['A1', ...moves],
      policy: { mustChooseFromMoves: true, chooseExactlyOne: true },
    });
    expect(adapter.apply.play(play('A1', 'A1'), 'A1', rng())).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^Illegal move\. You have shot at A1 before\. .*B1, A2, B2/),
    });
  });

  it('has an example with a legal move', () => {
    const { position, move } = adapter.example;
    expect(adapter.apply.play(adapter.decode(position), move, rng()).ok).toBe(true);
  });
});

describe('house bots', () => {
  const choices = rng();
  const winnerBetween = (strengths: readonly Strength[]) => {
    let { state } = game.setup({ options: {}, seats: 2, rng: choices });
    while (game.outcome(state) === null) {
      const seat = game.actors(state)[0] ?? 0;
      const legalMoves = game.legalMoves(state, seat);
      const strength = strengths[seat] ?? 'easy';
      const shot = game.bot?.choose({
        view: game.view(state, whileRunning(seat)),
        legalMoves,
        seat,
        strength,
        rng: choices,
      });
      state = step(state, shot ?? '');
    }
    return game.outcome(state)?.winner;
  };
  const share = (better: Strength, worse: Strength, games: number) => {
    const won = Array.from({ length: games }, (_, round) => {
      const seat = round % 2;
      return winnerBetween(seat === 0 ? [better, worse] : [worse, better]) === seat;
    });
    return won.filter(Boolean).length / games;
  };

  it('win at least four of five games against easy', () => {
    expect(share('strong', 'easy', 10)).toBeGreaterThanOrEqual(0.8);
    expect(share('medium', 'easy', 10)).toBeGreaterThanOrEqual(0.8);
  });

  it('win most games with strong against medium', () => {
    expect(share('strong', 'medium', 40)).toBeGreaterThan(0.5);
  });

  it('shoot at the only possible cells of the last ship', () => {
    // All but the ship of two is sunk, and A7 is hit: A6 lies beside the ship at A5, so it continues to B7 or A8.
    const state = play(...WON.slice(0, 32));
    const view = game.view(state, whileRunning(0));
    const legalMoves = game.legalMoves(state, 0);
    expect(view.waters.east[6]?.[0]).toBe('H');
    for (let round = 0; round < 10; round++) {
      const shot = game.bot?.choose({ view, legalMoves, seat: 0, strength: 'strong', rng: choices });
      expect(['B7', 'A8']).toContain(shot);
    }
  });
});
