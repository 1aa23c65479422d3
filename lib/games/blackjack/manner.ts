import type { Manner, MannerTexts } from '@/lib/core/game';

/** What the house bots of blackjack prefer when they bet; the cards are played by their strength alone. */
export const BLACKJACK_MANNERS: MannerTexts = {
  attacking: 'bets a step more than it must',
  trading: 'bets as the table has bet before',
  careful: 'bets the least that helps',
};

/**
 * The bet of a manner, at most one step from the one that its strength wants.
 * @param bets the offered bets in ascending order @param last the highest bet on the table before; null before the first round
 */
export function likedBet(manner: Manner, bets: readonly number[], wanted: number, last: number | null): number {
  const at = Math.max(0, bets.indexOf(wanted));
  if (manner === 'attacking') return bets[at + 1] ?? wanted;
  if (manner === 'careful') return bets[Math.max(0, at - 1)] ?? wanted;
  const near = [bets[at - 1], wanted, bets[at + 1]].filter((bet): bet is number => bet !== undefined);
  const target = last ?? wanted;
  return near.toSorted((one, other) => Math.abs(one - target) - Math.abs(other - target))[0] ?? wanted;
}
