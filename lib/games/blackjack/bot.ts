import type { Seat, Strength } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import type { Card } from './cards';
import { ACTIONS, type Action } from './hand';
import type { BlackjackMove } from './moves';
import { basicStrategy, mimicDealer, rulesOfThumb, type Situation } from './strategy';
import type { BlackjackView } from './view';

interface Choice {
  view: BlackjackView;
  legalMoves: BlackjackMove[];
  seat: Seat;
  strength: Strength;
  rng: Rng;
}

const PLAYS: Record<Strength, (situation: Situation) => Action> = {
  easy: mimicDealer,
  medium: rulesOfThumb,
  strong: basicStrategy,
};
/** How often, in a hundred, an easy bot does whatever comes to mind. */
const CARELESSNESS = 15;
/** In lowest bets: a lead that a round or two of bad cards does not take away. Measured: 1 and 15 win less. */
const SAFE_LEAD = 5;

/** A house bot at the table; it knows no more than its seat sees. */
export function chooseMove(choice: Choice): BlackjackMove {
  const bets = choice.legalMoves.flatMap((move) => (typeof move === 'object' ? [move.bet] : []));
  return bets.length > 0 ? { bet: chooseBet(choice, bets) } : chooseAction(choice);
}

function chooseAction({ view, legalMoves, seat, strength, rng }: Choice): Action {
  const allowed = ACTIONS.filter((action) => legalMoves.includes(action));
  if (strength === 'easy' && rng.int(100) < CARELESSNESS) return rng.pick(allowed);
  const cards = view.seats[seat]?.hands.find(({ active }) => active)?.cards ?? [];
  const [dealer] = view.dealer.cards as [Card];
  const wanted = PLAYS[strength]({ cards, dealer, allowed });
  return allowed.includes(wanted) ? wanted : 'stand';
}

/**
 * Bets decide a short contest. Every chip on the table loses a little in the long run, so who is safely ahead bets the
 * least; who is not bets what would put it ahead. `bets` are the offered ones, the lowest first.
 */
function chooseBet({ view, seat, strength, rng }: Choice, bets: readonly number[]): number {
  const least = bets[0] ?? view.min_bet;
  if (strength === 'easy') return rng.pick(bets);
  if (strength === 'medium') return bets[1] ?? least;
  const wanted = SAFE_LEAD * view.min_bet - leadOf(view, seat);
  return bets.find((bet) => bet >= wanted) ?? bets.at(-1) ?? least;
}

/** Chips ahead of the best other seat; of what one began with where one plays alone. */
function leadOf({ seats, start_stack }: BlackjackView, seat: Seat): number {
  const others = seats.flatMap(({ stack }, index) => (index === seat ? [] : [stack]));
  return (seats[seat]?.stack ?? 0) - (others.length > 0 ? Math.max(...others) : start_stack);
}
