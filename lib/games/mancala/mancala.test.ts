import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { mancala as game } from '@/lib/games/mancala';
import type { MancalaState } from './rules';

const rng = new Rng({ seed: '2a'.repeat(32), drawn: 0 });
const adapter = game.statelessAdapter ?? expect.fail('mancala has a stateless adapter');
const OPENING = 'P:4,4,4,4,4,4|O:4,4,4,4,4,4|PS:0|OS:0|T:player|ST:in_progress|LA:-|W:-';

function step(state: MancalaState, pit: number): MancalaState {
  const applied = game.apply(state, game.actors(state)[0] ?? 0, { pit }, rng);
  return applied.ok ? applied.state : expect.fail(applied.reason);
}

const play = (...pits: number[]) => pits.reduce(step, game.setup({ options: {}, seats: 2, rng }).state);

/** A position without a last sowing. */
function lay(south: number[], north: number[], stores: [number, number], turn = 0): MancalaState {
  return { pits: [south, north], stores, turn, last: 1, sown: null };
}

function playAtRandom(choices: Rng): MancalaState[] {
  const states = [play()];
  for (;;) {
    const state = states.at(-1) as MancalaState;
    const [seat] = game.actors(state);
    if (seat === undefined) return states;
    states.push(step(state, choices.pick(game.legalMoves(state, seat)).pit));
  }
}

const manyGames = (check: (states: MancalaState[]) => void, numRuns: number) =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) =>
      check(playAtRandom(new Rng({ seed: Buffer.from(bytes).toString('hex'), drawn: 0 }))),
    ),
    { numRuns },
  );

describe('rules', () => {
  it('sows pit 6 from the start into the store and three pits of the other side', () => {
    expect(adapter.encode(play(6))).toBe('P:4,4,4,4,4,0|O:5,5,5,4,4,4|PS:1|OS:0|T:opponent|ST:in_progress|LA:pit6|W:-');
  });

  it('gives another turn when the last seed falls into the own store', () => {
    const state = play(3);
    expect(game.actors(state)).toEqual([0]);
    expect(game.view(state, whileRunning(1))).toMatchObject({
      turn: 'south',
      you: 'north',
      stores: { south: 1, north: 0 },
      last_move: { side: 'south', pit: 3, seeds: 4, path: ['south4', 'south5', 'south6', 'south'], extra_turn: true },
    });
  });

  it('describes a sowing as notation and as a sentence', () => {
    const label = (state: MancalaState, pit: number) => {
      const applied = game.apply(state, state.turn, { pit }, rng);
      const { notation, does } = applied.ok ? (applied.events[0]?.data ?? {}) : {};
      return [notation, does];
    };
    expect(label(play(), 1)).toEqual(['pit 1', 'sows pit 1']);
    expect(label(play(), 3)).toEqual(['pit 3, again', 'sows pit 3 and moves again']);
    const before = lay([1, 0, 1, 0, 0, 0], [4, 4, 4, 4, 4, 0], [16, 10]);
    expect(label(before, 1)).toEqual(['pit 1, takes 5', 'sows pit 1 and takes 5']);
  });

  it('numbers the pits of north in the direction of north', () => {
    expect(game.view(play(1, 3), whileRunning('spectator'))).toMatchObject({
      turn: 'north',
      stores: { south: 0, north: 1 },
      last_move: { side: 'north', pit: 3, extra_turn: true, path: ['north4', 'north5', 'north6', 'north'] },
    });
  });

  it('skips the other store, and captures with a last seed that went all the way round', () => {
    const after = step(lay([0, 0, 1, 0, 0, 13], [4, 4, 4, 4, 4, 4], [6, 4]), 6);
    expect(after).toMatchObject({
      pits: [
        [1, 1, 2, 1, 1, 0],
        [0, 5, 5, 5, 5, 5],
      ],
      stores: [13, 4],
      turn: 1,
    });
    expect(after.sown).toEqual({ seat: 0, seeds: 13, captured: 6, swept: [0, 0] });
  });

  it('takes the seeds opposite and the last one when it falls into an own empty pit', () => {
    const after = step(lay([1, 0, 1, 0, 0, 0], [4, 4, 4, 4, 4, 0], [16, 10]), 1);
    expect(after).toMatchObject({
      pits: [
        [0, 0, 1, 0, 0, 0],
        [4, 4, 4, 4, 0, 0],
      ],
      stores: [21, 10],
      turn: 1,
    });
  });

  it('captures nothing when the opposite pit is empty', () => {
    const after = step(lay([1, 0, 1, 0, 0, 0], [4, 4, 4, 4, 0, 4], [16, 10]), 1);
    expect(after).toMatchObject({
      pits: [
        [0, 1, 1, 0, 0, 0],
        [4, 4, 4, 4, 0, 4],
      ],
      stores: [16, 10],
      turn: 1,
    });
  });

  it('captures nothing in an empty pit of the other side', () => {
    const after = step(lay([4, 4, 4, 4, 0, 1], [1, 0, 0, 0, 0, 0], [16, 14], 1), 1);
    expect(after).toMatchObject({
      pits: [
        [4, 4, 4, 4, 0, 1],
        [0, 1, 0, 0, 0, 0],
      ],
      stores: [16, 14],
    });
  });
});

describe('endings', () => {
  it('moves the remaining seeds to their owner’s store when one side is empty', () => {
    const state = step(lay([0, 0, 0, 0, 0, 1], [4, 4, 4, 4, 4, 0], [16, 11]), 6);
    expect(game.outcome(state)).toEqual({
      results: [
        { seat: 0, result: 'loss', score: 17, rank: 2 },
        { seat: 1, result: 'win', score: 31, rank: 1 },
      ],
      reason: 'more_seeds',
      winner: 1,
    });
    expect(game.view(state, whileRunning('spectator'))).toMatchObject({
      status: 'game_over',
      turn: null,
      winner: 'north',
      last_move: { extra_turn: false, swept: { south: 0, north: 20 } },
    });
    expect(game.legalMoves(state, 0)).toEqual([]);
  });

  it('ends when a capture empties the other side, and the mover keeps the own seeds', () => {
    const state = step(lay([0, 1, 0, 0, 0, 1], [0, 0, 0, 2, 0, 0], [22, 22]), 2);
    expect(state).toMatchObject({ stores: [26, 22], sown: { captured: 3, swept: [1, 0] } });
    expect(game.outcome(state)).toMatchObject({ winner: 0 });
  });

  it('is a draw at 24 each', () => {
    const state = step(lay([0, 0, 0, 0, 0, 1], [0, 2, 0, 0, 0, 0], [23, 22]), 6);
    expect(game.outcome(state)).toMatchObject({ winner: null, reason: 'equal_seeds' });
    expect(adapter.encode(state)).toBe('P:0,0,0,0,0,0|O:0,0,0,0,0,0|PS:24|OS:24|T:player|ST:game_over|LA:pit6|W:draw');
    expect(game.view(state, whileRunning(0))).toMatchObject({ winner: 'draw' });
  });
});

describe('moves in agents’ notations', () => {
  it.each([
    [3],
    ['3'],
    [' pit3 '],
    ['Pit 3'],
    ['pit_3'],
    [{ pit: 3 }],
    [{ move: '3' }],
    [{ type: 'move', move: { pit: '3' } }],
  ])('accepts %j', (action) => {
    expect(game.move.parse(action)).toEqual({ pit: 3 });
  });

  it.each([[0], [7], ['33'], [''], ['three'], [3.5], [null], [{ hole: 3 }], [[3]]])(
    'rejects %j and says what to write',
    (action) => {
      expect(game.move.safeParse(action).error?.issues[0]?.message).toMatch(/^Name a pit from 1 to 6/);
    },
  );

  it('refuses an empty pit with the nearest legal ones', () => {
    const state = play(3, 6);
    expect(game.apply(state, 1, { pit: 1 }, rng).ok).toBe(true);
    expect(game.apply(state, 0, { pit: 1 }, rng)).toEqual({ ok: false, reason: "It is north's turn." });
    expect(game.apply(play(3), 0, { pit: 3 }, rng)).toEqual({
      ok: false,
      reason: 'Your pit 3 is empty.',
      nearest: [2, 4, 1, 5, 6].map((pit) => ({ pit })),
    });
  });
});

describe('state string', () => {
  it('matches the example of game-tools.md', () => {
    expect(game.encode(play())).toBe(OPENING);
    expect(adapter.encode(play(3))).toBe('P:4,4,0,5,5,5|O:4,4,4,4,4,4|PS:1|OS:0|T:player|ST:in_progress|LA:pit3|W:-');
  });

  it('includes the last sowing in a match and can be read without it', () => {
    const state = play(3, 6);
    expect(game.encode(state)).toBe(`${adapter.encode(state)}|S:south,5,0,0,0`);
    expect(game.decode(adapter.encode(state))).toEqual({ ...state, sown: null });
  });

  it('round-trips every reachable position', () => {
    manyGames((states) => {
      for (const state of states) {
        expect(game.decode(game.encode(state))).toEqual(state);
        expect(adapter.decode(adapter.encode(state))).toEqual({ ...state, sown: null });
      }
    }, 120);
  });

  it.each([
    ['P:4,4,4,4,4,4|O:4,4,4,4,4,5|PS:0|OS:0|T:player|ST:in_progress|LA:pit1|W:-', /49 seeds/],
    ['P:4,4,4,4,4|O:4,4,4,4,4,4|PS:4|OS:0|T:player|ST:in_progress|LA:pit1|W:-', /Not a mancala state/],
    ['P:0,0,0,0,0,0|O:0,0,0,0,0,9|PS:30|OS:9|T:player|ST:game_over|LA:pit1|W:player', /sweeps/],
    ['P:0,0,0,0,0,0|O:0,0,0,0,0,0|PS:30|OS:18|T:player|ST:in_progress|LA:pit1|W:-', /contradict/],
    ['P:0,0,0,0,0,0|O:0,0,0,0,0,0|PS:30|OS:18|T:player|ST:game_over|LA:pit1|W:opponent', /contradict/],
    ['P:4,4,4,4,4,4|O:4,4,4,4,4,4|PS:0|OS:0|T:player|ST:in_progress|LA:pit3|W:-', /last action/],
    ['P:4,4,0,5,5,5|O:4,4,4,4,4,4|PS:1|OS:0|T:player|ST:in_progress|LA:pit2|W:-', /last action/],
    ['P:04,4,0,5,5,5|O:4,4,4,4,4,4|PS:1|OS:0|T:player|ST:in_progress|LA:pit3|W:-', /contradict/],
    [`${OPENING}|S:south,4,0,0,0`, /no pit was sown/],
    ['P:4,4,0,5,5,5|O:4,4,4,4,4,4|PS:1|OS:0|T:player|ST:in_progress|LA:pit3|W:-|S:south,5,0,0,0', /last action/],
    ['P:4,4,0,5,5,5|O:4,4,4,4,4,4|PS:1|OS:0|T:player|ST:in_progress|LA:pit3|W:-|S:south,4,1,0,0', /last action/],
  ])('refuses %s', (text, reason) => {
    expect(() => game.decode(text)).toThrow(reason);
  });

  it('accepts a position set up by hand, without a last action', () => {
    const text = 'P:0,0,0,0,0,1|O:0,0,0,0,0,1|PS:23|OS:23|T:opponent|ST:in_progress|LA:-|W:-';
    expect(game.encode(game.decode(text))).toBe(text);
  });
});

describe('the stateless adapter', () => {
  it('reproduces the example of game-tools.md', () => {
    const begun = adapter.begin.start({}, rng);
    if (!begun.ok) return expect.fail(begun.reason);
    expect(adapter.encode(begun.position)).toBe(OPENING);
    expect(adapter.snapshot(begun.position, 'begin')).toEqual({ status: 'in_progress', turn: 'player' });
    const played = adapter.apply.play(begun.position, 3, rng);
    if (!played.ok) return expect.fail(played.reason);
    expect(adapter.snapshot(played.position, 'apply')).toEqual({
      status: 'in_progress',
      turn: 'player',
      lastAction: 'pit3',
    });
    expect(adapter.legal?.answer(played.position)).toEqual({
      type: 'legal_moves',
      gameType: 'mancala',
      moves: [1, 2, 4, 5, 6],
    });
    expect(adapter.choose?.answer(played.position)).toEqual({
      type: 'opponent_choice',
      gameType: 'mancala',
      moves: [1, 2, 4, 5, 6],
      policy: { mustChooseFromMoves: true, chooseExactlyOne: true },
    });
    expect(adapter.apply.play(played.position, 3, rng)).toEqual({
      ok: false,
      reason: 'Illegal move. Your pit 3 is empty. Nearest legal moves: 2, 4, 1, 5, 6.',
    });
  });

  it('reports the winner and no moves after the end', () => {
    const over = adapter.decode('P:0,0,0,0,0,0|O:0,0,0,0,0,0|PS:30|OS:18|T:player|ST:game_over|LA:pit1|W:player');
    expect(adapter.legal?.answer(over)).toMatchObject({ moves: [] });
    expect(adapter.snapshot(over, 'apply')).toMatchObject({ status: 'game_over', winner: 'player' });
    expect(adapter.apply.play(over, 1, rng)).toMatchObject({ ok: false, reason: expect.stringMatching(/over/) });
  });
});
