import type { Rng } from '@/lib/core/rng';
import { areWholeDecks, BEST_TOTAL, type Card, isNatural, shuffledDecks, totalOf } from './cards';
import {
  type Action,
  actionsOf,
  awaitsDealer,
  type Box,
  dealerAction,
  type Hand,
  handToPlay,
  openBox,
  playHand,
  refusalReason,
  refuseDealerAction,
  settleBox,
  totalBet,
} from './hand';

export const TURNS = ['player', 'dealer', 'over'] as const;
export const LAST_ACTIONS = ['deal', 'hit', 'stand', 'double', 'split'] as const;

/** One hand of blackjack between one player and the dealer, the position of the stateless tools; nothing is hidden. */
export interface Round {
  shoe: Card[];
  /** `stack` includes the winnings once the round is over. */
  box: Box;
  dealer: Card[];
  turn: (typeof TURNS)[number];
  last: (typeof LAST_ACTIONS)[number];
}

/** Deals player, player, dealer, dealer from one fresh deck; a natural on either side ends the round immediately. */
export function dealRound(stack: number, bet: number, rng: Rng): Round {
  const deck = shuffledDecks(1, rng);
  const box = openBox(deck.slice(0, 2), bet, stack);
  const round: Round = { shoe: deck.slice(4), box, dealer: deck.slice(2, 4), turn: 'player', last: 'deal' };
  return handToPlay(box) === null || isNatural(round.dealer) ? settleRound(standAllHands(round)) : round;
}

/** Legal actions of the side to act; the dealer has exactly one. */
export function roundActions({ box, dealer, turn }: Round): Action[] {
  if (turn === 'player') return actionsOf(box);
  return turn === 'dealer' ? [dealerAction(dealer)] : [];
}

/** Index of the hand to play, or of the last one when all are done. */
export function handIndexOf({ box }: Round): number {
  return handToPlay(box) ?? box.hands.length - 1;
}

/** Plays an action of the side to act, or returns the reason for refusing it. */
export function playRound(round: Round, action: Action): { ok: true; round: Round } | { ok: false; reason: string } {
  if (round.turn === 'over') return { ok: false, reason: 'The game is over.' };
  if (round.turn === 'dealer') return playDealer(round, action);
  const reason = refusalReason(round.box, action);
  if (reason) return { ok: false, reason };
  const played: Round = { ...round, ...playHand(round.box, action, round.shoe), last: action };
  if (handToPlay(played.box) !== null) return { ok: true, round: played };
  return { ok: true, round: awaitsDealer(played.box) ? { ...played, turn: 'dealer' } : settleRound(played) };
}

function playDealer(round: Round, action: Action): { ok: true; round: Round } | { ok: false; reason: string } {
  if (action !== dealerAction(round.dealer)) return { ok: false, reason: refuseDealerAction(round.dealer) };
  if (action === 'stand') return { ok: true, round: settleRound({ ...round, last: 'stand' }) };
  const [next, ...shoe] = round.shoe as [Card, ...Card[]];
  const drawn: Round = { ...round, shoe, dealer: [...round.dealer, next], last: 'hit' };
  return { ok: true, round: totalOf(drawn.dealer).total > BEST_TOTAL ? settleRound(drawn) : drawn };
}

/** A dealer's natural ends the round before the hands are played, so they stand. */
function standAllHands(round: Round): Round {
  const hands = round.box.hands.map((hand): Hand => (hand.state === 'active' ? { ...hand, state: 'stand' } : hand));
  return { ...round, box: { ...round.box, hands } };
}

function settleRound(round: Round): Round {
  const { net } = settleBox(round.box, round.dealer);
  return { ...round, turn: 'over', box: { ...round.box, stack: round.box.stack + net } };
}

/**
 * The reason why no game can reach this position; null when one can. Split hands of different ranks are accepted, because
 * game-tools.md shows such a position.
 */
export function findRoundFault(round: Round): string | null {
  const { shoe, box, dealer, turn } = round;
  const dealt = [...shoe, ...dealer, ...box.hands.flatMap(({ cards }) => cards)];
  if (!areWholeDecks(dealt, 1)) return `shoe, hands and dealer are not one deck of 52 different cards`;
  const before = turn === 'over' ? box.stack - settleBox(box, dealer).net : box.stack;
  if (totalBet(box) > before) return `bets of ${totalBet(box)} chips on a stack of ${before}`;
  return findHandsFault(round) ?? findDealerFault(round) ?? findLastActionFault(round);
}

function findHandsFault({ box, turn }: Round): string | null {
  const isSplit = box.hands.length > 1;
  const at = handToPlay(box);
  if ((at === null) === (turn === 'player')) return `turn ${turn} does not fit the states of the hands`;
  for (const [index, hand] of box.hands.entries()) {
    const fault =
      findHandFault(hand, box.bet, isSplit) ?? (isAheadOfTurn(index, hand, at) ? 'it was not its turn yet' : null);
    if (fault) return `hand ${index}: ${fault}`;
  }
  return null;
}

/** A hand that comes after the one to play has exactly two cards. */
function isAheadOfTurn(index: number, hand: Hand, at: number | null): boolean {
  if (at === null || index <= at) return false;
  return hand.cards.length > 2 || (hand.state === 'stand' && totalOf(hand.cards).total < BEST_TOTAL);
}

function findHandFault({ cards, state, doubled, bet }: Hand, base: number, isSplit: boolean): string | null {
  const { total } = totalOf(cards);
  if (bet !== (doubled ? 2 * base : base)) return `its bet must be ${doubled ? 2 * base : base}`;
  if (doubled && (cards.length !== 3 || state === 'active')) return 'a doubled hand has three cards and is done';
  if (total > BEST_TOTAL !== (state === 'bust')) return `${total} and ${state} contradict each other`;
  if ((isNatural(cards) && !isSplit) !== (state === 'blackjack'))
    return `${cards.join(',')} and ${state} contradict each other`;
  if (total === BEST_TOTAL && state === 'active') return '21 stands by itself';
  if (cards.length > 2 && cards.slice(2).some((_, drawn) => totalOf(cards.slice(0, drawn + 2)).total >= BEST_TOTAL))
    return 'a card was drawn to 21 or more';
  return null;
}

function findDealerFault({ box, dealer, turn }: Round): string | null {
  if (isNatural(dealer) && !isUntouched(box)) return 'a natural of the dealer ends the hand immediately';
  const drew = dealer.slice(2).map((_, drawn) => dealer.slice(0, drawn + 2));
  if (drew.some((cards) => dealerAction(cards) === 'stand')) return 'the dealer drew a card to 17 or more';
  const isDone = dealerAction(dealer) === 'stand';
  const isBust = totalOf(dealer).total > BEST_TOTAL;
  const hasPlayed = awaitsDealer(box) && !isNatural(dealer);
  if (turn === 'player') return drew.length > 0 || isNatural(dealer) ? 'the dealer plays after the player' : null;
  if (turn === 'dealer') return !hasPlayed || isBust ? 'the dealer has nothing to play for' : null;
  if (hasPlayed) return isDone ? null : 'the dealer has not stood yet';
  return drew.length > 0 ? 'the dealer had nothing to play for' : null;
}

function isUntouched({ hands: [first, ...others] }: Box): boolean {
  return others.length === 0 && first?.cards.length === 2;
}

/** Checks that the last action can have led to the position. */
function findLastActionFault({ box, dealer, turn, last }: Round): string | null {
  const fits = lastActionsFor(box, dealer, turn);
  return fits.includes(last) ? null : `last action ${last}: only ${fits.join(', ')} can have led here`;
}

function lastActionsFor(box: Box, dealer: readonly Card[], turn: Round['turn']): readonly Round['last'][] {
  if (turn === 'over' && (isNatural(dealer) || box.hands[0]?.state === 'blackjack')) return ['deal'];
  if (turn === 'over' && awaitsDealer(box)) return totalOf(dealer).total > BEST_TOTAL ? ['hit'] : ['stand'];
  if (turn === 'dealer' && dealer.length > 2) return ['hit'];
  if (turn === 'player' && isUntouched(box)) return ['deal'];
  return lastActionsOfPlayer(box, turn);
}

/** Possible last actions of the player, given the last hand played. */
function lastActionsOfPlayer(box: Box, turn: Round['turn']): readonly Round['last'][] {
  const isSplit = box.hands.length > 1;
  const at = handToPlay(box) ?? box.hands.length;
  const current = turn === 'player' ? box.hands[at] : undefined;
  if (current && current.cards.length > 2) return ['hit'];
  return isSplit ? ['hit', 'stand', 'double', 'split'] : ['hit', 'stand', 'double'];
}
