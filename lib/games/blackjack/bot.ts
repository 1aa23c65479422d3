import type { BotSituation, Seat, Strength } from '@/lib/core/game';
import type { Card } from './cards';
import { ACTIONS, type Action } from './hand';
import { likedBet } from './manner';
import type { BlackjackMove } from './moves';
import { basicStrategy, playLikeDealer, type Situation, simpleStrategy } from './strategy';
import type { BlackjackView } from './view';

type Choice = BotSituation<BlackjackMove, BlackjackView>;

const PLAYS: Record<Strength, (situation: Situation) => Action> = {
  easy: playLikeDealer,
  medium: simpleStrategy,
  strong: basicStrategy,
};
/** Percentage of actions that an easy bot chooses at random. */
const CARELESS_PERCENT = 15;
/** A lead that survives one or two lost rounds, in lowest bets. Measured: 1 and 15 win less. */
const SAFE_LEAD = 5;

/** The move of a house bot, from the view of its seat. */
export function chooseMove(choice: Choice): BlackjackMove {
  const bets = choice.legalMoves.flatMap((move) => (typeof move === 'object' ? [move.bet] : []));
  if (bets.length === 0) return chooseAction(choice);
  const wanted = chooseBet(choice, bets);
  return { bet: choice.manner ? likedBet(choice.manner, bets, wanted, lastBetOf(choice.view)) : wanted };
}

function chooseAction({ view, legalMoves, seat, strength, rng }: Choice): Action {
  const allowed = ACTIONS.filter((action) => legalMoves.includes(action));
  if (strength === 'easy' && rng.int(100) < CARELESS_PERCENT) return rng.pick(allowed);
  const cards = view.seats[seat]?.hands.find(({ active }) => active)?.cards ?? [];
  const [dealer] = view.dealer.cards as [Card];
  const wanted = PLAYS[strength]({ cards, dealer, allowed });
  return allowed.includes(wanted) ? wanted : 'stand';
}

/**
 * Every bet loses a little in the long run, so a bot that is safely ahead bets the minimum; otherwise it bets what would
 * put it ahead. `bets` are the offered bets in ascending order.
 */
function chooseBet({ view, seat, strength, rng }: Choice, bets: readonly number[]): number {
  const lowest = bets[0] ?? view.min_bet;
  if (strength === 'easy') return rng.pick(bets);
  if (strength === 'medium') return bets[1] ?? lowest;
  const wanted = SAFE_LEAD * view.min_bet - leadOf(view, seat);
  return bets.find((bet) => bet >= wanted) ?? bets.at(-1) ?? lowest;
}

/** The highest bet of the round that lies on the table; null before the first one. */
function lastBetOf({ seats }: BlackjackView): number | null {
  const bets = seats.flatMap(({ hands }) => hands.map(({ bet }) => bet));
  return bets.length > 0 ? Math.max(...bets) : null;
}

/** Chips ahead of the best other seat that stays, or of the initial stack when there is no other seat. */
function leadOf({ seats, start_stack }: BlackjackView, seat: Seat): number {
  const others = seats.flatMap(({ stack, left }, index) => (index === seat || left ? [] : [stack]));
  return (seats[seat]?.stack ?? 0) - (others.length > 0 ? Math.max(...others) : start_stack);
}
