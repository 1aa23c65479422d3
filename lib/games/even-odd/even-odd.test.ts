import { describe, expect, it } from 'vitest';
import { type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { type EvenOddState, evenOdd as game, verifyCommitment } from '@/lib/games/even-odd';

const rng = new Rng({ seed: '07'.repeat(32), drawn: 0 });
const options = game.options.parse({});

function open(given: Partial<typeof options> = {}): EvenOddState {
  return game.setup({ options: game.options.parse(given), seats: 2, rng }).state;
}

function choose(state: EvenOddState, seat: number, number: number): EvenOddState {
  const applied = game.apply(state, seat, { number }, rng);
  if (!applied.ok) throw new Error(applied.reason);
  return applied.state;
}

/** Plays rounds, each `[number of ODD, number of EVEN]`, null for a missed one. */
function rounds(...played: [number | null, number | null][]): EvenOddState {
  return played.reduce((state, numbers) => {
    const chosen = numbers.reduce<EvenOddState>(
      (current, number, seat) => (number === null ? current : choose(current, seat, number)),
      state,
    );
    return numbers.includes(null) ? (game.onDeadline?.(chosen, rng).state as EvenOddState) : chosen;
  }, open());
}

describe('rounds', () => {
  it('gives a round to ODD when the sum is odd and to EVEN when it is even', () => {
    const state = rounds([3, 2], [3, 1]);
    expect(state.scores).toEqual([1, 1]);
    expect(game.view(state, whileRunning(0)).previous_rounds).toMatchObject([
      { round: 1, moves: [3, 2], sum: 5, winner: 0 },
      { round: 2, moves: [3, 1], sum: 4, winner: 1 },
    ]);
  });

  it('ends with three won rounds', () => {
    expect(game.outcome(rounds([1, 2], [1, 2]))).toBeNull();
    expect(game.outcome(rounds([1, 2], [1, 2], [1, 2]))).toMatchObject({
      winner: 0,
      reason: 'rounds',
      results: [{ score: 3 }, { score: 0 }],
    });
  });

  it('ends after five rounds with the higher score, or drawn when they are equal', () => {
    expect(game.outcome(rounds([1, 2], [1, 1], [null, null], [1, 2], [1, 1]))).toMatchObject({
      winner: null,
      reason: 'rounds',
    });
    expect(game.outcome(rounds([1, 2], [1, 1], [1, 2], [1, 1], [2, 2]))).toMatchObject({ winner: 1, reason: 'rounds' });
  });

  it('reads the round limits and the time limit from the options', () => {
    const state = open({ rounds_to_win: 1, time_limit_seconds: 5 });
    expect(game.clock(state, 60_000)).toEqual({ key: 'round:1', limitMs: 5000 });
    expect(game.outcome(choose(choose(state, 0, 1), 1, 2))).toMatchObject({ winner: 0 });
  });
});

describe('missing numbers', () => {
  it('loses the round, reveals the other number and leaves no sum', () => {
    const state = rounds([null, 4]);
    expect(state.scores).toEqual([0, 1]);
    expect(state.rounds[0]).toMatchObject({
      moves: [null, 4],
      sum: null,
      winner: 1,
    });
    expect(state.proof).toMatchObject({ round: 1, nonces: [null, expect.any(String)] });
  });

  it('scores no point when both are missing', () => {
    expect(rounds([null, null]).scores).toEqual([0, 0]);
  });

  it('loses the match by default after two rounds in a row, however many were won', () => {
    expect(game.outcome(rounds([1, 2], [1, 2], [null, 2], [null, 2]))).toMatchObject({ winner: 1, reason: 'default' });
    expect(game.outcome(rounds([null, 2], [1, 2], [null, 2]))).toBeNull();
  });

  it('is drawn when both default in the same round', () => {
    expect(game.outcome(rounds([null, null], [null, null]))).toMatchObject({ winner: null, reason: 'default' });
  });

  it('defaults both in a match of one round that both miss', () => {
    const one = open({ rounds_to_win: 1, max_rounds: 1 });
    const missed = game.onDeadline?.(one, rng).state as EvenOddState;
    expect(game.outcome(missed)).toMatchObject({ winner: null, reason: 'default' });
    const halfMissed = game.onDeadline?.(choose(one, 0, 3), rng).state as EvenOddState;
    expect(game.outcome(halfMissed)).toMatchObject({ winner: 0, reason: 'rounds' });
  });
});

describe('numbers', () => {
  it('can be corrected until they are valid, then are final', () => {
    const state = open();
    expect(game.apply(state, 0, game.move.parse({ number: 6 }), rng)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/still correct/),
      nearest: [{ number: 5 }],
    });
    expect(game.apply(state, 0, game.move.parse({ number: 0 }), rng)).toMatchObject({
      ok: false,
      nearest: [{ number: 1 }],
    });
    const chosen = choose(state, 0, 5);
    expect(game.apply(chosen, 0, { number: 4 }, rng)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/final/),
    });
    expect(game.legalMoves(chosen, 0)).toEqual([]);
    expect(game.actors(chosen)).toEqual([1]);
  });

  it.each([
    [3],
    ['3'],
    [' 3 '],
    [{ number: 3 }],
    [{ number: '3' }],
    [{ move: { number: 3 } }],
    [{ type: 'move', number: 3 }],
  ])('accept %j', (action) => {
    expect(game.move.parse(action)).toEqual({ number: 3 });
  });

  it.each([[2.5], ['two'], [null], [true], [{}], [{ number: null }], [[3]]])('reject %j', (action) => {
    expect(game.move.safeParse(action).error?.issues[0]?.message).toMatch(/whole number from 1 to 5/);
  });
});

describe('commitments', () => {
  it('are published with the number’s arrival and match it after the round', () => {
    const first = game.apply(open(), 1, { number: 2 }, rng);
    if (!first.ok) return expect.fail(first.reason);
    const published = first.events[0]?.data.commitment as string;
    expect(first.events[0]).toMatchObject({ type: 'move_committed', audience: 'public', data: { seat: 1, round: 1 } });
    expect(game.view(first.state, whileRunning('spectator')).commitments).toEqual([null, published]);
    const proof = game.view(choose(first.state, 0, 3), whileRunning(0)).last_proof;
    const nonce = proof?.nonces[1] as string;
    expect(proof).toMatchObject({ round: 1, commitments: [expect.any(String), published] });
    expect(verifyCommitment({ number: 2, nonce, commitment: published })).toBe(true);
    for (const number of [1, 3, 4, 5]) expect(verifyCommitment({ number, nonce, commitment: published })).toBe(false);
  });

  it('differ for the same number', () => {
    const proofs = [rounds([2, 2]), rounds([2, 2], [2, 2])].map(({ proof }) => proof?.commitments ?? []);
    expect(new Set(proofs.flat()).size).toBe(4);
  });
});

describe('house bots', () => {
  function wins(odd: Strength, even: Strength, games: number): [number, number] {
    const won: [number, number] = [0, 0];
    for (let played = 0; played < games; played++) {
      let state = open();
      while (game.outcome(state) === null) {
        for (const [seat, strength] of [odd, even].entries()) {
          const move = game.bot?.choose({
            view: game.view(state, whileRunning(seat)),
            legalMoves: game.legalMoves(state, seat),
            seat,
            strength,
            rng,
          });
          state = choose(state, seat, move?.number ?? 0);
        }
      }
      const winner = game.outcome(state)?.winner;
      if (winner === 0 || winner === 1) won[winner]++;
    }
    return won;
  }

  it('wins more than 55 % of decided games with strong against easy, over both seats', () => {
    const [asOdd, easyLost] = wins('strong', 'easy', 1500);
    const [easyWon, asEven] = wins('easy', 'strong', 1500);
    expect((asOdd + asEven) / (asOdd + asEven + easyLost + easyWon)).toBeGreaterThan(0.55);
  });

  it('gives neither seat an advantage with strong against strong', () => {
    const [odd, even] = wins('strong', 'strong', 1500);
    expect(odd / (odd + even)).toBeGreaterThan(0.44);
    expect(odd / (odd + even)).toBeLessThan(0.56);
  });
});
