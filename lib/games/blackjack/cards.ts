import { z } from 'zod';
import type { Rng } from '@/lib/core/rng';

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;
const SUITS = ['S', 'H', 'D', 'C'] as const;
export type Rank = (typeof RANKS)[number];
type Suit = (typeof SUITS)[number];
/** Rank, then suit: `AS`, `TD`. */
export type Card = `${Rank}${Suit}`;

/** One deck in a fixed order. */
export const DECK: readonly Card[] = SUITS.flatMap((suit) => RANKS.map((rank): Card => `${rank}${suit}`));
const CARDS: ReadonlySet<string> = new Set(DECK);

const POINTS = Object.fromEntries(
  DECK.map((card) => [card, Math.min(RANKS.indexOf(rankOf(card)) + 1, 10)]),
) as Readonly<Record<Card, number>>;

/** Points of a whole deck, an ace counted as 1. */
export const DECK_POINTS = DECK.reduce((sum, card) => sum + pointsOf(card), 0);
export const BEST_TOTAL = 21;

export const cardSchema = z.string().refine(isCard, 'not a card: a rank A23456789TJQK, then a suit SHDC');

export function isCard(text: string): text is Card {
  return CARDS.has(text);
}

/** The cards of `decks` decks in random order; the first is dealt first. */
export function shuffledDecks(decks: number, rng: Rng): Card[] {
  return rng.shuffle(Array.from({ length: decks }, () => DECK).flat());
}

export function rankOf(card: Card): Rank {
  return card.charAt(0) as Rank;
}

/** An ace counts 1 here, pictures 10. */
export function pointsOf(card: Card): number {
  return POINTS[card];
}

export interface Total {
  total: number;
  /** An ace counts 11 in it. */
  soft: boolean;
}

/** The best total of some cards: one ace counts 11 where that does not bust. */
export function totalOf(cards: readonly Card[]): Total {
  let low = 0;
  let hasAce = false;
  for (const card of cards) {
    low += POINTS[card];
    hasAce ||= POINTS[card] === 1;
  }
  const soft = hasAce && low + 10 <= BEST_TOTAL;
  return { total: soft ? low + 10 : low, soft };
}

/** An ace and a ten-valued card: 21 with the first two cards. */
export function isNatural(cards: readonly Card[]): boolean {
  return cards.length === 2 && totalOf(cards).total === BEST_TOTAL;
}

/** `soft 18`, `12`. */
export function formatTotal({ total, soft }: Total): string {
  return soft ? `soft ${total}` : String(total);
}

const SIGNS: Record<Suit, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** Formats a card for people: `10♠`. */
export function formatCard(card: Card): string {
  const rank = rankOf(card);
  return `${rank === 'T' ? '10' : rank}${SIGNS[card.charAt(1) as Suit]}`;
}

/** Whether the cards are exactly `decks` whole decks. */
export function areWholeDecks(cards: readonly Card[], decks: number): boolean {
  const counts = new Map<Card, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return cards.length === decks * DECK.length && DECK.every((card) => counts.get(card) === decks);
}
