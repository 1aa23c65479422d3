import { describe, expect, it } from 'vitest';
import { type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { blackjack } from '@/lib/games/blackjack';

/** Share of points (a draw is half) of the first strength in `matches` matches with alternating seats. */
function shareOf(one: Strength, other: Strength, { matches, rounds }: { matches: number; rounds: number }): number {
  let points = 0;
  for (let match = 0; match < matches; match++) {
    const strengths = match % 2 === 0 ? [one, other] : [other, one];
    const result = play(strengths, rounds, match).results[match % 2]?.result;
    points += result === 'win' ? 1 : result === 'draw' ? 0.5 : 0;
  }
  return points / matches;
}

function play(strengths: readonly Strength[], rounds: number, match: number) {
  const rng = new Rng({ seed: match.toString(16).padStart(64, '0'), drawn: 0 });
  const choices = new Rng({ seed: match.toString(16).padStart(64, '1'), drawn: 0 });
  let { state } = blackjack.setup({ options: blackjack.options.parse({ rounds }), seats: strengths.length, rng });
  for (let outcome = blackjack.outcome(state); ; outcome = blackjack.outcome(state)) {
    if (outcome) return outcome;
    const seat = blackjack.actors(state)[0] ?? 0;
    const move = blackjack.bot?.choose({
      view: blackjack.view(state, whileRunning(seat)),
      legalMoves: blackjack.legalMoves(state, seat),
      seat,
      strength: strengths[seat] ?? 'medium',
      rng: choices,
    });
    const applied = blackjack.apply(state, seat, move ?? 'stand', rng);
    if (!applied.ok) return expect.fail(applied.reason);
    state = applied.state;
  }
}

describe('house bots', () => {
  it('win more the stronger they are', () => {
    expect(shareOf('strong', 'easy', { matches: 200, rounds: 20 })).toBeGreaterThan(0.65);
    expect(shareOf('strong', 'medium', { matches: 200, rounds: 20 })).toBeGreaterThan(0.65);
    expect(shareOf('medium', 'easy', { matches: 200, rounds: 20 })).toBeGreaterThan(0.55);
  });

  it('mostly end ahead with strong alone at the table', () => {
    const won = Array.from({ length: 200 }, (_, match) => play(['strong'], 20, match).winner === 0);
    expect(won.filter(Boolean).length).toBeGreaterThan(150);
  });

  it('do not bet against the chips of a seat that has left', () => {
    const betBeside = (left: boolean) => {
      const rng = new Rng({ seed: '0'.repeat(64), drawn: 0 });
      const { state } = blackjack.setup({ options: blackjack.options.parse({ rounds: 2 }), seats: 3, rng });
      const seats = state.seats.map((seat, index) => ({
        ...seat,
        stack: [2_000, 1_000, 500][index] ?? 0,
        left: left && index === 0,
      }));
      const last = { ...state, round: 2, seats };
      const view = blackjack.view(last, whileRunning(1));
      const legalMoves = blackjack.legalMoves(last, 1);
      return blackjack.bot?.choose({ view, legalMoves, seat: 1, strength: 'strong', rng });
    };
    expect(betBeside(false)).toEqual({ bet: 200 });
    expect(betBeside(true)).toEqual({ bet: 10 });
  });
});
