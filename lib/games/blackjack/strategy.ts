import { type Card, pointsOf, rankOf, type Total, totalOf } from './cards';
import type { Action } from './hand';

/**
 * The published basic strategy for several decks, a dealer who stands on all 17, and doubling on any two cards, also after
 * a split. Columns are the dealer's card 2 3 4 5 6 7 8 9 10 A. H hit, S stand, P split, D double or else hit,
 * d double or else stand.
 */
const HARD: Readonly<Record<number, string>> = {
  9: 'HDDDDHHHHH',
  10: 'DDDDDDDDHH',
  11: 'DDDDDDDDDH',
  12: 'HHSSSHHHHH',
  13: 'SSSSSHHHHH',
  14: 'SSSSSHHHHH',
  15: 'SSSSSHHHHH',
  16: 'SSSSSHHHHH',
};
const SOFT: Readonly<Record<number, string>> = {
  12: 'HHHHHHHHHH',
  13: 'HHHDDHHHHH',
  14: 'HHHDDHHHHH',
  15: 'HHDDDHHHHH',
  16: 'HHDDDHHHHH',
  17: 'HDDDDHHHHH',
  18: 'SddddSSHHH',
};
/** Keys are the points of one card of the pair; `-` means playing the total. */
const PAIRS: Readonly<Record<number, string>> = {
  1: 'PPPPPPPPPP',
  2: 'PPPPPP----',
  3: 'PPPPPP----',
  4: '---PP-----',
  6: 'PPPPP-----',
  7: 'PPPPPP----',
  8: 'PPPPPPPPPP',
  9: 'PPPPP-PP--',
};

/** A player's information: its hand, the dealer's open card and the legal actions. */
export interface Situation {
  cards: readonly Card[];
  dealer: Card;
  allowed: readonly Action[];
}

/** The published best action, or the next best where the chips do not allow it. */
export function basicStrategy({ cards, dealer, allowed }: Situation): Action {
  const column = pointsOf(dealer) === 1 ? 9 : pointsOf(dealer) - 2;
  if (allowed.includes('split') && PAIRS[pointsOf(cards[0] as Card)]?.[column] === 'P') return 'split';
  const total = totalOf(cards);
  const canDouble = allowed.includes('double');
  switch (rowOf(total)[column]) {
    case 'D':
      return canDouble ? 'double' : 'hit';
    case 'd':
      return canDouble ? 'double' : 'stand';
    case 'H':
      return 'hit';
    default:
      return 'stand';
  }
}

function rowOf({ total, soft }: Total): string {
  if (soft) return SOFT[total] ?? 'SSSSSSSSSS';
  return HARD[total] ?? (total < 9 ? 'HHHHHHHHHH' : 'SSSSSSSSSS');
}

/** Common rules of thumb: split aces and eights, double ten and eleven against less, stand from twelve on a weak dealer. */
export function simpleStrategy({ cards, dealer, allowed }: Situation): Action {
  const { total, soft } = totalOf(cards);
  const upCard = pointsOf(dealer) === 1 ? 11 : pointsOf(dealer);
  const rank = rankOf(cards[0] as Card);
  if (allowed.includes('split') && (rank === 'A' || rank === '8')) return 'split';
  if (allowed.includes('double') && !soft && (total === 10 || total === 11) && upCard < total) return 'double';
  if (soft) return total >= 18 ? 'stand' : 'hit';
  return total >= 17 || (total >= 12 && upCard <= 6) ? 'stand' : 'hit';
}

/** Plays by the dealer's rule: hits below 17. */
export function playLikeDealer({ cards }: Situation): Action {
  return totalOf(cards).total < 17 ? 'hit' : 'stand';
}
