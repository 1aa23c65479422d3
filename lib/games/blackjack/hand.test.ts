import { describe, expect, it } from 'vitest';
import { Rng } from '@/lib/core/rng';
import { type Card, DECK, DECK_POINTS, isNatural, shuffledDecks, totalOf } from './cards';
import {
  actionsOf,
  type Box,
  decksFor,
  handToPlay,
  openBox,
  playHand,
  refusalReason,
  resultOf,
  settleBox,
  winningsOf,
} from './hand';

const cards = (text: string) => text.split(' ') as Card[];
const boxOf = (text: string, { bet = 10, stack = 100 } = {}): Box => openBox(cards(text), bet, stack);

describe('totals', () => {
  it.each([
    ['AS KH', 21, true],
    ['AS AH', 12, true],
    ['AS AH 9D', 21, true],
    ['AS AH TD', 12, false],
    ['AS 6H', 17, true],
    ['AS 6H TD', 17, false],
    ['TS 6H 6D', 22, false],
    ['2S 3H', 5, false],
  ])('%s is %i', (text, total, soft) => {
    expect(totalOf(cards(text))).toEqual({ total, soft });
  });

  it('detects a natural: 21 with two cards', () => {
    expect(isNatural(cards('AS TH'))).toBe(true);
    expect(isNatural(cards('KS AH'))).toBe(true);
    expect(isNatural(cards('7S 7H 7D'))).toBe(false);
  });
});

describe('legal actions', () => {
  it('doubles with the first two cards only, and splits cards of equal rank only', () => {
    expect(actionsOf(boxOf('5S 6H'))).toEqual(['hit', 'stand', 'double']);
    expect(actionsOf(boxOf('8S 8H'))).toEqual(['hit', 'stand', 'double', 'split']);
    expect(refusalReason(boxOf('TS KH'), 'split')).toMatch(/equal rank/);
    const { box } = playHand(boxOf('2S 2H'), 'hit', cards('2D 9S'));
    expect(actionsOf(box)).toEqual(['hit', 'stand']);
    expect(refusalReason(box, 'double')).toMatch(/first two cards/);
  });

  it('requires chips for doubling and splitting beside the bets of other hands', () => {
    expect(actionsOf(boxOf('8S 8H', { bet: 60, stack: 100 }))).toEqual(['hit', 'stand']);
    expect(refusalReason(boxOf('8S 8H', { bet: 60, stack: 100 }), 'double')).toBe(
      'To double takes 60 more chips; 40 are left.',
    );
    const { box } = playHand(boxOf('8S 8H', { bet: 40, stack: 100 }), 'split', cards('3D 2S'));
    expect(actionsOf(box)).toEqual(['hit', 'stand']);
    expect(actionsOf({ ...box, stack: 120 })).toEqual(['hit', 'stand', 'double']);
  });

  it('allows at most four hands', () => {
    let box = boxOf('8S 8H', { bet: 10, stack: 1000 });
    for (const drawn of ['8D 3S', '8C 4S', '2S 3H']) ({ box } = playHand(box, 'split', cards(drawn)));
    expect(box.hands.map((hand) => hand.cards.join(' '))).toEqual(['8S 2S', '8C 3H', '8D 4S', '8H 3S']);
    const again: Box = { ...box, hands: [{ ...box.hands[0], cards: cards('8S 8S') } as never, ...box.hands.slice(1)] };
    expect(refusalReason(again, 'split')).toBe('You have 4 hands already.');
  });
});

describe('playHand', () => {
  it('stands automatically on 21, busts above it, and ends after a double', () => {
    expect(playHand(boxOf('5S 6H'), 'hit', cards('TD')).box.hands[0]?.state).toBe('stand');
    expect(playHand(boxOf('TS 6H'), 'hit', cards('TD')).box.hands[0]?.state).toBe('bust');
    expect(playHand(boxOf('TS 6H'), 'hit', cards('2D')).box.hands[0]?.state).toBe('active');
    expect(playHand(boxOf('5S 6H'), 'double', cards('2D')).box.hands[0]).toMatchObject({
      state: 'stand',
      doubled: true,
      bet: 20,
    });
    expect(playHand(boxOf('TS 6H'), 'double', cards('KD')).box.hands[0]).toMatchObject({ state: 'bust', bet: 20 });
  });

  it('deals a card to each split hand immediately; 21 there is no blackjack', () => {
    const { box, shoe } = playHand(boxOf('AS AH'), 'split', cards('KD 5S 9C'));
    expect(box.hands.map((hand) => [hand.cards.join(' '), hand.state, hand.bet])).toEqual([
      ['AS KD', 'stand', 10],
      ['AH 5S', 'active', 10],
    ]);
    expect(shoe).toEqual(['9C']);
    expect(handToPlay(box)).toBe(1);
    expect(settleBox(playHand(box, 'stand', shoe).box, cards('TS 8H'))).toEqual({ results: ['win', 'lose'], net: 0 });
  });
});

describe('payout', () => {
  const natural = boxOf('AS KH').hands[0] as Box['hands'][0];
  const twenty = { ...(boxOf('TS KH').hands[0] as Box['hands'][0]), state: 'stand' as const };
  const bust = { ...twenty, cards: cards('TS KH 5D'), state: 'bust' as const };
  it.each([
    [natural, 'TS 9H', 'blackjack'],
    [natural, 'TS AH', 'push'],
    [natural, '7S 7H 7D', 'blackjack'],
    [twenty, 'TS 9H', 'win'],
    [twenty, 'TS QH', 'push'],
    [twenty, '7S 7H 7D', 'lose'],
    [twenty, 'TS AH', 'lose'],
    [twenty, 'TS 6H 9D', 'win'],
    [bust, 'TS 6H 9D', 'bust'],
  ] as const)('%o against %s: %s', (hand, dealer, result) => {
    expect(resultOf(hand, cards(dealer))).toBe(result);
  });

  it('pays a blackjack 3:2, half a chip rounded down', () => {
    expect(winningsOf(10, 'blackjack')).toBe(15);
    expect(winningsOf(5, 'blackjack')).toBe(7);
    expect(winningsOf(1, 'blackjack')).toBe(1);
    expect([winningsOf(10, 'win'), winningsOf(10, 'push'), winningsOf(10, 'lose'), winningsOf(10, 'bust')]).toEqual([
      10, 0, -10, -10,
    ]);
  });
});

describe('decks', () => {
  it('contain 52 different cards with 340 points each', () => {
    expect(new Set(DECK).size).toBe(52);
    expect(DECK_POINTS).toBe(340);
    expect([1, 2, 3, 4, 5].map(decksFor)).toEqual([1, 1, 2, 2, 2]);
  });

  /** With low cards first, hands are long; greedy players split every pair and hit up to 20. */
  it.each([1, 2, 3, 4, 5])(
    'do not run out with %i players who draw as much as they can, in the worst card order',
    (players) => {
      const low = [...DECK].sort((one, other) => (totalOf([one]).total % 11) - (totalOf([other]).total % 11));
      const orders = [low, low.toReversed(), ...Array.from({ length: 300 }, (_, seed) => seed)];
      for (const order of orders) {
        let shoe = Array.isArray(order)
          ? Array.from({ length: decksFor(players) }, () => order)
              .flat()
              .sort((one, other) => order.indexOf(one) - order.indexOf(other))
          : shuffledDecks(decksFor(players), new Rng({ seed: order.toString(16).padStart(64, '0'), drawn: 0 }));
        const boxes = Array.from({ length: players }, () => openBox(shoe.splice(0, 2), 1, 1000));
        const dealer = shoe.splice(0, 2);
        for (let box of boxes) {
          for (let at = handToPlay(box); at !== null; at = handToPlay(box)) {
            const before: number = shoe.length;
            ({ box, shoe } = playHand(box, refusalReason(box, 'split') === null ? 'split' : 'hit', shoe));
            expect(before - shoe.length).toBeGreaterThan(0);
            for (const hand of box.hands) expect(hand.cards).not.toContain(undefined);
          }
        }
        while (totalOf(dealer).total < 17) dealer.push(shoe.shift() as Card);
        expect(dealer).not.toContain(undefined);
      }
    },
  );
});
