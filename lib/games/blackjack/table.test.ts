import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GameEvent, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { blackjack } from '@/lib/games/blackjack';
import { playAtRandom } from '@/lib/games/testing/play';
import { seeds } from '@/lib/games/testing/seeds';
import { areWholeDecks } from './cards';
import { totalBet } from './hand';
import type { BlackjackMove } from './moves';
import { decodeTable, encodeTable, leaveTable, type TableState } from './table';

const rngOf = (seed: string) => new Rng({ seed, drawn: 0 });

interface Run {
  state: TableState;
  events: GameEvent[];
}

/** Opens a table and plays what each seat does, in the order given. */
function run(asked: object, seats: number, moves: readonly [seat: number, move: BlackjackMove][], seed = '21'): Run {
  const rng = rngOf(seed.repeat(32));
  let { state } = blackjack.setup({ options: blackjack.options.parse(asked), seats, rng });
  const events: GameEvent[] = [];
  for (const [seat, move] of moves) {
    const applied = blackjack.apply(state, seat, move, rng);
    if (!applied.ok) return expect.fail(applied.reason);
    state = applied.state;
    events.push(...applied.events);
  }
  return { state, events };
}

/** A table that is over, with these stacks. */
function ended(stacks: number[], asked: object = {}): TableState {
  const { state } = run(asked, stacks.length, []);
  return { ...state, phase: 'over', seats: state.seats.map((seat, index) => ({ ...seat, stack: stacks[index] ?? 0 })) };
}

describe('a round', () => {
  it('conserves cards and chips in random games', () => {
    fc.assert(
      fc.property(seeds, seeds, (seed, choiceSeed) => {
        const { steps, seats } = playAtRandom(blackjack, seed, rngOf(choiceSeed));
        for (const { before, after: next } of steps) {
          const [one, two] = [before as TableState, next as TableState];
          const cards = [
            two.dealer,
            two.shoe,
            two.seats.flatMap(({ hands }) => hands.flatMap((hand) => hand.cards)),
          ].flat();
          if (cards.length > 0) expect(areWholeDecks(cards, two.decks)).toBe(true);
          for (const [index, seat] of two.seats.entries()) {
            if (two.phase === 'play') expect(totalBet(seat)).toBeLessThanOrEqual(seat.stack);
            const settled = two.history.length > one.history.length;
            expect(seat.stack - (one.seats[index]?.stack ?? 0)).toBe(settled && seat.hands.length > 0 ? seat.net : 0);
          }
        }
        const last = steps.at(-1)?.after as TableState;
        expect(last.history.at(-1)).toEqual(last.seats.map(({ stack }) => stack));
        expect(seats).toBe(last.seats.length);
      }),
      { numRuns: 150 },
    );
  });

  it('takes one bet per seat within the limits, in any order', () => {
    const { state } = run({}, 3, [[2, { bet: 55 }]]);
    expect(blackjack.actors(state)).toEqual([0, 1]);
    expect(blackjack.legalMoves(state, 0)).toEqual([10, 20, 50, 100, 200].map((bet) => ({ bet })));
    const sent = (seat: number, move: BlackjackMove) => blackjack.apply(state, seat, move, rngOf('00'.repeat(32)));
    expect(sent(2, { bet: 10 })).toMatchObject({ ok: false, reason: expect.stringMatching(/final/) });
    expect(sent(0, { bet: 9 })).toMatchObject({ ok: false, reason: 'A bet is from 10 to 200 chips, not 9.' });
    expect(sent(0, { bet: 201 })).toMatchObject({ ok: false, nearest: expect.arrayContaining([{ bet: 200 }]) });
    expect(sent(0, 'hit')).toMatchObject({ ok: false, reason: expect.stringMatching(/place a bet first/) });
    expect(sent(7, { bet: 10 })).toMatchObject({ ok: false });
  });

  it('offers no bet above the stack', () => {
    const { state } = run({ stack: 37, bet: 10 }, 1, []);
    expect(blackjack.legalMoves(state, 0)).toEqual([10, 20, 37].map((bet) => ({ bet })));
  });

  it('plays seats in order, then the dealer, then settles and takes new bets', () => {
    const { state, events } = run({}, 2, [
      [1, { bet: 20 }],
      [0, { bet: 10 }],
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      'move_played',
      'bet_noted',
      'move_played',
      'bet_noted',
      'round_dealt',
    ]);
    expect(state.seats.map(({ hands }) => hands[0]?.bet)).toEqual([10, 20]);
    expect(blackjack.actors(state)).toEqual([0]);
    const sent = blackjack.apply(state, 1, 'stand', rngOf('00'.repeat(32)));
    expect(sent).toMatchObject({ ok: false, reason: "It is Seat 1's turn." });
    const settled = run({}, 2, [
      [1, { bet: 20 }],
      [0, { bet: 10 }],
      [0, 'stand'],
      [1, 'stand'],
    ]);
    expect(settled.state).toMatchObject({ phase: 'bet', round: 2, seats: [{ bet: null }, { bet: null }] });
    expect(settled.events.at(-1)).toMatchObject({
      type: 'round_settled',
      audience: 'public',
      data: { round: 1, stacks: settled.state.seats.map(({ stack }) => stack) },
    });
    expect(blackjack.actors(settled.state)).toEqual([0, 1]);
  });

  it('is dealt from freshly shuffled cards', () => {
    const { state } = run({ bet: 1 }, 1, [[0, { bet: 1 }]]);
    const shoes = new Set([state.shoe.join()]);
    const rng = rngOf('33'.repeat(32));
    let next = state;
    for (let step = 0; step < 60 && next.phase !== 'over'; step++) {
      const timed = blackjack.onDeadline?.(next, rng);
      next = timed?.state ?? expect.fail('no deadline');
      if (next.acts === 0 && next.phase === 'play') shoes.add(next.shoe.join());
    }
    expect(next.phase).toBe('over');
    expect(shoes.size).toBeGreaterThanOrEqual(4);
  });
});

describe('running out of time', () => {
  it('bets the minimum for seats without a bet, and stands for the seat to play', () => {
    const rng = rngOf('21'.repeat(32));
    const { state } = run({}, 3, [[1, { bet: 70 }]]);
    const dealt = blackjack.onDeadline?.(state, rng);
    expect(dealt?.state.seats.map(({ bet }) => bet)).toEqual([10, 70, 10]);
    expect(dealt?.events[0]).toMatchObject({ type: 'time_ran_out', data: { seats: [0, 2] } });
    const [playing] = blackjack.actors(dealt?.state as TableState);
    const stood = blackjack.onDeadline?.(dealt?.state as TableState, rng);
    expect(stood?.state.seats[playing ?? 0]?.hands[0]?.state).toBe('stand');
    expect(stood?.events.map(({ type }) => type)).toEqual(['time_ran_out', 'move_played']);
  });

  it('starts a new clock for each decision and one for all bets of a round', () => {
    const keys = [
      run({}, 2, []),
      run({}, 2, [[1, { bet: 20 }]]),
      run({}, 2, [
        [1, { bet: 20 }],
        [0, { bet: 10 }],
      ]),
    ].map(({ state }) => blackjack.clock(state, 9000)?.key);
    expect(keys).toEqual(['round:1:bets', 'round:1:bets', 'round:1:act:0']);
  });
});

describe('a seat that cannot pay the lowest bet', () => {
  it('sits out while the others continue', () => {
    const { state } = run({}, 3, []);
    const poor = { ...state, seats: state.seats.map((seat, index) => (index === 1 ? { ...seat, stack: 9 } : seat)) };
    expect(blackjack.actors(poor)).toEqual([0, 2]);
    expect(blackjack.apply(poor, 1, { bet: 9 }, rngOf('00'.repeat(32)))).toMatchObject({
      ok: false,
      reason: 'You sit out: the lowest bet is 10 and you have 9.',
    });
    const dealt = blackjack.onDeadline?.(poor, rngOf('21'.repeat(32)));
    expect(dealt?.state.seats.map(({ hands }) => hands.length)).toEqual([1, 0, 1]);
    expect(blackjack.view(poor, whileRunning('spectator')).seats.map(({ out }) => out)).toEqual([false, true, false]);
  });

  it('ends the game when it was the last one', () => {
    for (let seed = 0; seed < 99; seed++) {
      const { state } = run({ stack: 10, rounds: 20 }, 1, [[0, { bet: 10 }]], seed.toString(16).padStart(2, '0'));
      const lost = state.phase === 'play' ? blackjack.onDeadline?.(state, rngOf('00'.repeat(32))).state : state;
      if (lost?.seats[0]?.stack !== 0) continue;
      expect(blackjack.outcome(lost)).toMatchObject({ reason: 'broke', results: [{ result: 'loss', score: 0 }] });
      return;
    }
    expect.fail('no hand lost');
  });
});

it('a round has never more decisions than its bound, by which what is hidden is delayed', () => {
  const bounds = [1, 2, 3, 4, 5].map((seats) => blackjack.longestPhaseMs?.({} as never, { seats, moveTimeMs: 1 }));
  expect(bounds).toEqual([23, 32, 56, 64, 72]);
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 5 }), (seed, seats) => {
      const rng = rngOf(seed);
      let { state } = blackjack.setup({ options: blackjack.options.parse({ rounds: 1 }), seats, rng });
      let turns = 0;
      for (let [seat] = blackjack.actors(state); seat !== undefined; [seat] = blackjack.actors(state)) {
        const moves = blackjack.legalMoves(state, seat);
        const move = moves.find((one) => one === 'split') ?? moves.find((one) => one === 'hit') ?? moves[0];
        const applied = blackjack.apply(state, seat, move as BlackjackMove, rng);
        if (!applied.ok) return expect.fail(applied.reason);
        if (state.phase === 'play') turns++;
        state = applied.state;
      }
      expect(turns + 1).toBeLessThanOrEqual(bounds[seats - 1] ?? 0);
    }),
  );
});

describe('the result', () => {
  it('of a single seat compares its chips with the initial stack', () => {
    expect(blackjack.outcome(ended([1001]))).toMatchObject({ winner: 0, results: [{ result: 'win', score: 1001 }] });
    expect(blackjack.outcome(ended([1000]))).toMatchObject({ winner: null, results: [{ result: 'draw' }] });
    expect(blackjack.outcome(ended([999]))).toMatchObject({ winner: null, results: [{ result: 'loss' }] });
  });

  it('of several seats ranks them by chips', () => {
    expect(blackjack.outcome(ended([700, 900, 700, 100]))).toEqual({
      winner: 1,
      reason: 'chips',
      results: [
        { seat: 0, result: 'loss', score: 700, rank: 2 },
        { seat: 1, result: 'win', score: 900, rank: 1 },
        { seat: 2, result: 'loss', score: 700, rank: 2 },
        { seat: 3, result: 'loss', score: 100, rank: 4 },
      ],
    });
    expect(blackjack.outcome(ended([1200, 1200, 3]))).toMatchObject({
      winner: null,
      results: [{ result: 'draw' }, { result: 'draw' }, { result: 'loss', rank: 3 }],
    });
  });
});

describe('accepted moves', () => {
  it.each([
    ['hit', 'hit'],
    [' Stand ', 'stand'],
    ['double down', 'double'],
    [{ action: 'split' }, 'split'],
    [{ type: 'double' }, 'double'],
    [{ move: { action: 'hit' } }, 'hit'],
    [{ bet: 20 }, { bet: 20 }],
    [{ bet: '20' }, { bet: 20 }],
    [{ action: { bet: 20 } }, { bet: 20 }],
    [{ type: 'bet', amount: 20 }, { bet: 20 }],
    [{ type: 'bet', bet: 20 }, { bet: 20 }],
    ['bet 20', { bet: 20 }],
    [20, { bet: 20 }],
  ])('%o', (sent, meant) => {
    expect(blackjack.move.parse(sent)).toEqual(meant);
  });

  it.each([['surrender'], [{}], [null], [[]], [{ bet: 1.5 }], [{ bet: 'all' }], [{ type: 'bet' }]])(
    'not %o',
    (sent) => {
      expect(blackjack.move.safeParse(sent).error?.issues[0]?.message).toMatch(/"hit", "stand", "double", "split"/);
    },
  );
});

describe('options', () => {
  it.each([
    [{ rounds: 0 }],
    [{ rounds: 21 }],
    [{ stack: 5 }],
    [{ bet: 10, max_bet: 9 }],
    [{ stack: 1000, bet: 1001 }],
    [{ seats: 3 }],
  ])('refuse %o', (asked) => {
    expect(blackjack.options.safeParse(asked).success).toBe(false);
  });
});

describe('a stored table', () => {
  const { state } = run({}, 2, [
    [1, { bet: 20 }],
    [0, { bet: 10 }],
  ]);

  it.each<[string, TableState]>([
    ['without a card', { ...state, shoe: state.shoe.slice(1) }],
    ['with a card twice', { ...state, shoe: [...state.shoe.slice(1), state.dealer[0] as TableState['shoe'][0]] }],
    ['with bets above the stack', { ...state, seats: state.seats.map((seat) => ({ ...seat, stack: 5 })) }],
    ['without the dealer', { ...state, phase: 'bet' }],
    ['with more decks', { ...state, decks: 2 }],
  ])('is refused %s', (_, broken) => {
    expect(() => decodeTable(encodeTable(broken))).toThrow(/Impossible table/);
    expect(decodeTable(encodeTable(state))).toEqual(state);
  });
});

describe('leaving the table', () => {
  const leave = (state: TableState, seat: number) => leaveTable(state, seat, rngOf('22'.repeat(32)));

  it('ends the match when fewer than two seats would remain', () => {
    expect(leave(run({}, 1, []).state, 0)).toBeNull();
    expect(leave(run({}, 2, []).state, 0)).toBeNull();
    const left = leave(run({}, 3, []).state, 0)?.state as TableState;
    expect(leave(left, 1)).toBeNull();
  });

  it('returns a secret bet, and deals when only this seat was awaited', () => {
    const { state } = run({}, 3, [
      [0, { bet: 50 }],
      [1, { bet: 20 }],
    ]);
    const without = leave(state, 0)?.state as TableState;
    expect(without).toMatchObject({ phase: 'bet', seats: [{ bet: null, stack: 1000, left: true }, { bet: 20 }, {}] });
    expect(blackjack.actors(without)).toEqual([2]);
    const dealt = leave(state, 2);
    expect(dealt?.events.map(({ type }) => type)[0]).toBe('round_dealt');
    expect(dealt?.state.seats[2]?.hands).toEqual([]);
  });

  it('stands the hand, with its bet, and continues with the next seat', () => {
    const betting = [0, 1, 2].map((seat): [number, BlackjackMove] => [seat, { bet: 20 }]);
    const { state } = run({}, 3, betting, '05');
    const [playing = 0] = blackjack.actors(state);
    const left = leave(state, playing)?.state as TableState;
    expect(left.seats[playing]?.hands.every((hand) => hand.state !== 'active')).toBe(true);
    expect(blackjack.clock(left, 60_000)?.key).not.toBe(blackjack.clock(state, 60_000)?.key);
    const other = [0, 1, 2].find((seat) => seat > playing) ?? 0;
    const waiting = leave(state, other)?.state as TableState;
    expect(blackjack.actors(waiting)).toEqual([playing]);
    expect(blackjack.clock(waiting, 60_000)?.key).toBe(blackjack.clock(state, 60_000)?.key);
  });

  it('ranks a seat that left behind all others', () => {
    const table = ended([5000, 900, 1000]);
    const seats = table.seats.map((seat, index) => ({ ...seat, left: index === 0 }));
    expect(blackjack.outcome({ ...table, seats })).toMatchObject({
      winner: 2,
      results: [
        { rank: 3, result: 'loss' },
        { rank: 2, result: 'loss' },
        { rank: 1, result: 'win' },
      ],
    });
  });

  it('refuses further moves of a seat that left', () => {
    const left = leave(run({}, 3, []).state, 0)?.state as TableState;
    expect(blackjack.apply(left, 0, { bet: 10 }, rngOf('00'))).toEqual({
      ok: false,
      reason: 'You have left the table.',
      nearest: [],
    });
    expect(blackjack.legalMoves(left, 0)).toEqual([]);
  });
});
