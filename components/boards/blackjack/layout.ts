import { CARD } from './playing-card';
import type { BlackjackView } from './view';

/** The side of the square drawing; the rail below the felt shows the status or the buttons. */
export const SIDE = 1000;
export const FELT_BOTTOM = 890;
/** The place of the shoe, from which cards are dealt. */
export const SHOE = { x: 872, y: 44, scale: 0.72 } as const;
/** The margin of the felt without cards. */
const EDGE = 34;
const DEALER_TOP = 66;
/** The visible part of a covered card, in card widths, so that its rank is seen. */
const MIN_STEP = 0.3;
const SEATS_TOP = 372;
const SEATS_BOTTOM = 700;

/** A card with its place; the key is the same as long as the card is on the table. */
export interface PlacedCard {
  key: string;
  card: string | null;
  x: number;
  y: number;
  scale: number;
  dimmed: boolean;
  /** The number of a card that the dealer draws; 0 for the cards that are dealt together. */
  draw: number;
}

/** A hand with the place of the text under its cards. */
export interface PlacedHand {
  key: string;
  x: number;
  /** The baseline of the text under the cards. */
  y: number;
  /** The width for the text under its cards. */
  room: number;
  hand: BlackjackView['seats'][number]['hands'][number];
}

export interface PlacedSeat {
  seat: BlackjackView['seats'][number];
  index: number;
  x: number;
  width: number;
  /** How much nearer to the dealer the seat is than the middle one, because the table is round. */
  lift: number;
  hands: PlacedHand[];
}

export interface Layout {
  dealer: PlacedCard[];
  seats: PlacedSeat[];
  /** All cards of the seats, in the order in which they are dealt. */
  cards: PlacedCard[];
}

/** The places of everything on the table. */
export function layOutTable(view: BlackjackView): Layout {
  const dealt = view.phase === 'bet' ? view.round - 1 : view.round;
  const name = cardKeys(dealt);
  const width = (SIDE - 2 * EDGE) / view.seats.length;
  const cards: PlacedCard[] = [];
  const seats = view.seats.map((seat, index): PlacedSeat => {
    const x = EDGE + width * (index + 0.5);
    const lift = view.seats.length < 3 ? 0 : 64 * ((x - SIDE / 2) / (SIDE / 2)) ** 2;
    const hands = seat.hands.map((hand, at) => {
      const placed = placeHand(hand, { x, width, lift, at, of: seat.hands.length });
      cards.push(...placed.cards.map((card) => ({ ...card, key: name(card.card) })));
      return { ...placed.hand, key: `${dealt} ${index} ${at}` };
    });
    return { seat, index, x, width, lift, hands };
  });
  return { dealer: placeDealer(view, name, dealt), seats, cards };
}

/** Makes unique keys for cards, because several decks have the same card. */
function cardKeys(round: number): (card: string | null) => string {
  const seen = new Map<string | null, number>();
  return (card) => {
    const times = (seen.get(card) ?? 0) + 1;
    seen.set(card, times);
    return `${round} ${card} ${times}`;
  };
}

function placeDealer({ dealer }: BlackjackView, name: (card: string | null) => string, round: number): PlacedCard[] {
  const step = Math.min(CARD.width + 12, 520 / Math.max(1, dealer.cards.length));
  const left = SIDE / 2 - (step * (dealer.cards.length - 1) + CARD.width) / 2;
  return dealer.cards.map((card, at) => ({
    // The hole card has one key before and after it is turned over.
    key: at === 1 ? `${round} hole` : name(card),
    card,
    x: left + at * step,
    y: DEALER_TOP,
    scale: 1,
    dimmed: false,
    draw: Math.max(0, at - 1),
  }));
}

interface HandPlace {
  x: number;
  width: number;
  lift: number;
  at: number;
  of: number;
}

/** Places one hand in the middle, two side by side, more in two rows. */
function placeHand(hand: PlacedHand['hand'], { x, width, lift, at, of }: HandPlace) {
  const columns = of === 1 ? 1 : 2;
  const rows = Math.ceil(of / columns);
  const cell = Math.min(width, 460) / columns;
  const height = (SEATS_BOTTOM - SEATS_TOP) / rows;
  const many = hand.cards.length - 1;
  const fan = Math.max(1.5, 1 + MIN_STEP * many);
  const scale = Math.min(1.5, (cell - 16) / (CARD.width * fan), (height - 64) / CARD.height);
  const cardWidth = CARD.width * scale;
  const centre = x + (columns === 1 ? 0 : (at % 2 === 0 ? -1 : 1) * (cell / 2));
  const bottom = SEATS_BOTTOM - lift - (rows - 1 - Math.floor(at / columns)) * height - 48;
  const top = bottom - CARD.height * scale;
  const step = many === 0 ? 0 : Math.min(cardWidth * 0.5, (cell - 16 - cardWidth) / many);
  const left = centre - (cardWidth + step * many) / 2;
  const dimmed = hand.result === 'lose' || hand.result === 'bust' || hand.state === 'bust';
  return {
    cards: hand.cards.map((card, index) => ({ card, x: left + index * step, y: top, scale, dimmed, draw: 0 })),
    hand: { x: centre, y: bottom + 34, room: cell - 6, hand },
  };
}
