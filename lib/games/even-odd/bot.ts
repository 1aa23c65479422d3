import type { BotSituation, Seat, Strength } from '@/lib/core/game';
import { likedNumber } from './manner';
import type { EvenOddMove } from './rules';
import type { EvenOddView } from './view';

const ODD_NUMBERS = [1, 3, 5] as const;
const EVEN_NUMBERS = [2, 4] as const;

/**
 * How often a bot plays against its prediction, as a multiple of the prediction's distance from even odds. It chooses
 * the rest at random, because an opponent could predict a bot that always follows its model.
 */
const CONFIDENCE: Record<Strength, number> = { easy: 0, medium: 2, strong: 6 };
/** Expected choices of an unknown opponent, in rounds of evidence: three of five numbers are odd. */
const PRIOR = { odd: 3, even: 2 };
/** How often a bot shows the number that its manner likes; the parity alone decides a round. */
const LIKED_PERCENT = 70;
/** Weight of a round relative to the next one. */
const DISCOUNT = 0.9;

/** The number of a house bot: easy bots choose at random, the others predict the other seat's parity from earlier rounds. */
export function chooseNumber({
  view,
  legalMoves,
  seat,
  strength,
  manner,
  rng,
}: BotSituation<EvenOddMove, EvenOddView>): EvenOddMove {
  const last = view.previous_rounds.at(-1)?.moves[1 - seat] ?? null;
  const pick = (numbers: readonly EvenOddMove['number'][]) => {
    const isLiked = manner !== undefined && rng.int(100) < LIKED_PERCENT;
    return { number: isLiked ? likedNumber(manner, numbers, last) : rng.pick(numbers) };
  };
  if (strength === 'easy') return manner ? pick(rng.int(2) === 1 ? ODD_NUMBERS : EVEN_NUMBERS) : rng.pick(legalMoves);
  const probabilityOdd = probabilityOfOdd(view, 1 - seat);
  const usesModel = rng.int(1000) < 1000 * CONFIDENCE[strength] * Math.abs(probabilityOdd - 0.5);
  const wantsOddSum = view.roles[seat] === 'ODD';
  const choosesOdd = usesModel ? probabilityOdd > 0.5 !== wantsOddSum : rng.int(2) === 1;
  return pick(choosesOdd ? ODD_NUMBERS : EVEN_NUMBERS);
}

/** Probability that the seat's next number is odd, 0 to 1. */
function probabilityOfOdd({ previous_rounds }: EvenOddView, seat: Seat): number {
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
    weight *= DISCOUNT;
  }
  return odd / (odd + even);
}
