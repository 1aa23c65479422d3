import { z } from 'zod';
import {
  BEST_TOTAL,
  type Card,
  cardSchema,
  DECK,
  DECK_POINTS,
  formatTotal,
  isNatural,
  pointsOf,
  rankOf,
  totalOf,
} from './cards';

export const ACTIONS = ['hit', 'stand', 'double', 'split'] as const;
export type Action = (typeof ACTIONS)[number];

export const HAND_STATES = ['active', 'stand', 'bust', 'blackjack'] as const;
export const RESULTS = ['win', 'lose', 'push', 'bust', 'blackjack'] as const;
export type HandResult = (typeof RESULTS)[number];

/** Hands that a player may have after splitting. */
const MAX_HANDS = 4;
/** The dealer draws below this and stands from it on, soft or hard. */
const DEALER_STANDS = 17;
/** The most points that a hand of at most 20 can reach with one more card, an ace counted as 1. */
const MAX_HAND_POINTS = BEST_TOTAL - 1 + 10;
const MAX_DEALER_POINTS = DEALER_STANDS - 1 + 10;

export const handSchema = z.strictObject({
  cards: z.array(cardSchema).min(2),
  /** `active` until it is played out. */
  state: z.enum(HAND_STATES),
  doubled: z.boolean(),
  /** Chips bet on this hand; doubling doubles them. */
  bet: z.int().positive(),
});
export type Hand = z.infer<typeof handSchema>;

/** One player's hands in a round, played from the first to the last. */
export interface Box {
  hands: Hand[];
  /** The bet of the round; each split hand has the same bet. */
  bet: number;
  /** All chips of the player, bets included. */
  stack: number;
}

export interface Played {
  box: Box;
  shoe: Card[];
}

/**
 * The number of decks that cannot run out. A hand of at most 20 and a dealer of at most 16 draw a card, so at most 30
 * points per hand and 26 for the dealer are dealt; the decks contain more.
 */
export function decksFor(players: number): number {
  return Math.ceil((players * MAX_HANDS * MAX_HAND_POINTS + MAX_DEALER_POINTS + 1) / DECK_POINTS);
}

/**
 * The most decisions that all players together can make in a round. A hand is decided on at 20 points or less, once for each
 * card after its first; so the decisions are at most the cheapest cards of the decks that fit into all hands, without one
 * for each player.
 */
export function mostDecisions(players: number): number {
  const decks = decksFor(players);
  let points = players * MAX_HANDS * (BEST_TOTAL - 1);
  let cards = 0;
  for (const cost of DECK.map(pointsOf).sort((one, other) => one - other)) {
    const dealt = Math.min(decks, Math.floor(points / cost));
    cards += dealt;
    points -= dealt * cost;
  }
  return cards - players;
}

/** The first hand of a bet. A natural needs no action. */
export function openBox(cards: readonly Card[], bet: number, stack: number): Box {
  const hand: Hand = { cards: [...cards], state: isNatural(cards) ? 'blackjack' : 'active', doubled: false, bet };
  return { hands: [hand], bet, stack };
}

/** Chips bet on all hands. */
export function totalBet({ hands }: Pick<Box, 'hands'>): number {
  return hands.reduce((sum, { bet }) => sum + bet, 0);
}

/** Index of the hand to play, null when all are done. */
export function handToPlay({ hands }: Pick<Box, 'hands'>): number | null {
  const at = hands.findIndex(({ state }) => state === 'active');
  return at === -1 ? null : at;
}

/** The reason why an action is illegal on the hand to play; null when it is legal. */
export function refusalReason(box: Box, action: Action): string | null {
  const hand = box.hands[handToPlay(box) ?? -1];
  if (!hand) return 'Every hand is played out.';
  if (action === 'hit' || action === 'stand') return null;
  if (hand.cards.length !== 2) return `You ${action} with the first two cards of a hand only.`;
  const [first, second] = hand.cards as [Card, Card];
  if (action === 'split') {
    if (rankOf(first) !== rankOf(second)) return `You split two cards of equal rank; ${first} and ${second} are not.`;
    if (box.hands.length >= MAX_HANDS) return `You have ${MAX_HANDS} hands already.`;
  }
  const free = box.stack - totalBet(box);
  if (free < box.bet) return `To ${action} takes ${box.bet} more chips; ${free} are left.`;
  return null;
}

export function actionsOf(box: Box): Action[] {
  return ACTIONS.filter((action) => refusalReason(box, action) === null);
}

/** Plays a legal action on the hand to play; a hand with 21 stands automatically. */
export function playHand(box: Box, action: Action, shoe: readonly Card[]): Played {
  const at = handToPlay(box) ?? 0;
  const hand = box.hands[at] as Hand;
  const [next, after] = shoe as [Card, Card];
  const replaced = (...by: Hand[]) => ({
    ...box,
    hands: [...box.hands.slice(0, at), ...by, ...box.hands.slice(at + 1)],
  });
  switch (action) {
    case 'stand':
      return { box: replaced({ ...hand, state: 'stand' }), shoe: [...shoe] };
    case 'hit':
      return { box: replaced(withHandState({ ...hand, cards: [...hand.cards, next] })), shoe: shoe.slice(1) };
    case 'double': {
      const last = withHandState({ ...hand, cards: [...hand.cards, next], doubled: true, bet: hand.bet + box.bet });
      return { box: replaced({ ...last, state: last.state === 'bust' ? 'bust' : 'stand' }), shoe: shoe.slice(1) };
    }
    case 'split': {
      const [first, second] = hand.cards as [Card, Card];
      const one = withHandState({ ...hand, cards: [first, next] });
      const two = withHandState({ ...hand, cards: [second, after] });
      return { box: replaced(one, two), shoe: shoe.slice(2) };
    }
  }
}

function withHandState(hand: Hand): Hand {
  const { total } = totalOf(hand.cards);
  return { ...hand, state: total > BEST_TOTAL ? 'bust' : total === BEST_TOTAL ? 'stand' : 'active' };
}

/** The action that the rules require of the dealer. */
export function dealerAction(dealer: readonly Card[]): 'hit' | 'stand' {
  return totalOf(dealer).total < DEALER_STANDS ? 'hit' : 'stand';
}

/** The reason for refusing any other action of the dealer: `The dealer must hit 16: …`. */
export function refuseDealerAction(dealer: readonly Card[]): string {
  const must = dealerAction(dealer) === 'hit' ? 'must hit' : 'must stand on';
  return `The dealer ${must} ${formatTotal(totalOf(dealer))}: below ${DEALER_STANDS} the dealer hits, from then on stands.`;
}

/** Whether the dealer's cards can still change a result. */
export function awaitsDealer({ hands }: Pick<Box, 'hands'>): boolean {
  return hands.some(({ state }) => state === 'stand');
}

/** The result of a completed hand. Only the first hand of a box can be a blackjack; a split 21 counts as 21. */
export function resultOf({ cards, state }: Hand, dealer: readonly Card[]): HandResult {
  if (state === 'bust') return 'bust';
  const dealerNatural = isNatural(dealer);
  if (state === 'blackjack') return dealerNatural ? 'push' : 'blackjack';
  if (dealerNatural) return 'lose';
  const { total } = totalOf(cards);
  const against = totalOf(dealer).total;
  if (against > BEST_TOTAL || total > against) return 'win';
  return total === against ? 'push' : 'lose';
}

/** Chips won (or lost, below 0) by a hand: a blackjack pays 3:2, half a chip is rounded down. */
export function winningsOf(bet: number, result: HandResult): number {
  switch (result) {
    case 'blackjack':
      return Math.floor((bet * 3) / 2);
    case 'win':
      return bet;
    case 'push':
      return 0;
    default:
      return -bet;
  }
}

/** The result of each hand of a box, and the chips won or lost in total. */
export function settleBox(
  { hands }: Pick<Box, 'hands'>,
  dealer: readonly Card[],
): { results: HandResult[]; net: number } {
  const results = hands.map((hand) => resultOf(hand, dealer));
  const net = results.reduce((sum, result, at) => sum + winningsOf((hands[at] as Hand).bet, result), 0);
  return { results, net };
}
