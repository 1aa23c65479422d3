import type { Seat, Strength } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import type { EvenOddMove, EvenOddView } from '@/lib/games/even-odd';

const ODD_NUMBERS = [1, 3, 5] as const;
const EVEN_NUMBERS = [2, 4] as const;

/**
 * How far a bot follows what it reads in the other's choices, as a multiple of how far that is from even odds. The
 * rest it mixes evenly, which nobody can read; following a model to the letter could be read in turn.
 */
const TRUST: Record<Strength, number> = { easy: 0, medium: 2, strong: 6 };
/** Three of five numbers are odd: what one expects of a stranger, in rounds of evidence. */
const PRIOR = { odd: 3, even: 2 };
/** What happened a round earlier counts this much. */
const FADING = 0.9;

/** The number of a house bot: easy ones take any, the others model the other seat's parity from the rounds before. */
export function chooseNumber({
  view,
  legalMoves,
  seat,
  strength,
  rng,
}: {
  view: EvenOddView;
  legalMoves: EvenOddMove[];
  seat: Seat;
  strength: Strength;
  rng: Rng;
}): EvenOddMove {
  if (strength === 'easy') return rng.pick(legalMoves);
  const expectedOdd = oddsOfOdd(view, 1 - seat);
  const follows = rng.int(1000) < 1000 * TRUST[strength] * Math.abs(expectedOdd - 0.5);
  const wantsOddSum = view.roles[seat] === 'ODD';
  const choosesOdd = follows ? expectedOdd > 0.5 !== wantsOddSum : rng.int(2) === 1;
  return { number: rng.pick(choosesOdd ? ODD_NUMBERS : EVEN_NUMBERS) };
}

/** How likely the seat's next number is odd, 0 to 1. */
function oddsOfOdd({ previous_rounds }: EvenOddView, seat: Seat): number {
  let { odd, even } = PRIOR;
  const lastWinner = previous_rounds.at(-1)?.winner;
  let weight = 1;
  for (let index = previous_rounds.length - 1; index >= 0; index--) {
    const number = previous_rounds[index]?.moves[seat];
    const sameSituation = index > 0 && previous_rounds[index - 1]?.winner === lastWinner;
    const evidence = sameSituation ? 2 * weight : weight;
    if (number) {
      if (number % 2 === 1) odd += evidence;
      else even += evidence;
    }
    weight *= FADING;
  }
  return odd / (odd + even);
}
