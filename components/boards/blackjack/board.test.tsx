import fc from 'fast-check';
import { parse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { blackjack } from '@/lib/games/blackjack';
import type { TableState } from '@/lib/games/blackjack/table';
import { playAtRandom } from '@/lib/games/testing/play';
import { describePosition, describeStanding } from '../describe';
import { pickDrawnFields } from '../drawn-fields';
import { buttonKeys, draw, playOf } from '../testing/draw';
import { layOutTable } from './layout';
import { CARD } from './playing-card';
import { eventSentences, tableStatus } from './text';
import { blackjackView } from './view';

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const rngOf = (seed: string) => new Rng({ seed, drawn: 0 });
const drawnCards = (markup: string) => [...markup.matchAll(/data-card="([^"]+)"/g)].map(([, card]) => card);

/** A table where each seat has bet, before the first player acts; from a seed without naturals. */
function dealt(seats: number): TableState {
  for (let seed = 0; seed < 99; seed++) {
    const rng = rngOf(seed.toString(16).padStart(64, '0'));
    const { state } = blackjack.setup({ options: blackjack.options.parse({}), seats, rng });
    const after = blackjack.onDeadline?.(state, rng).state;
    if (after?.phase === 'play' && blackjack.actors(after)[0] === 0) return after;
  }
  return expect.fail('only naturals');
}

describe('the table of blackjack', () => {
  test('draws every card in the order of the table, with the hole card face down', async () => {
    const state = dealt(3);
    const view = blackjack.view(state, whileRunning('spectator'));
    const cards = drawnCards(await draw('blackjack', pickDrawnFields('blackjack', { ...view })));
    const shoe = ['back', 'back', 'back'];
    expect(cards).toEqual([...shoe, ...state.seats.flatMap(({ hands }) => hands[0]?.cards), state.dealer[0], 'back']);
    const visibleCards = drawnCards(await draw('blackjack', blackjack.view(state, whileRunning('omniscient'))));
    expect(visibleCards.at(-1)).toBe(state.dealer[1]);
  });

  test('keeps every card on the felt under a unique key, however the hands are split', () => {
    let hands = 0;
    fc.assert(
      fc.property(seeds, seeds, (seed, choiceSeed) => {
        const { steps } = playAtRandom(blackjack, seed, rngOf(choiceSeed));
        for (const { after } of steps) {
          const view = parse(blackjackView, blackjack.view(after as TableState, whileRunning('spectator')));
          const { cards, dealer, seats } = layOutTable(view);
          const all = [...cards, ...dealer];
          expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
          expect(cards).toHaveLength(view.seats.flatMap((seat) => seat.hands.flatMap((hand) => hand.cards)).length);
          for (const { x, y, scale } of all) {
            expect(x).toBeGreaterThanOrEqual(24);
            expect(x + CARD.width * scale).toBeLessThanOrEqual(976);
            expect(y).toBeGreaterThanOrEqual(24);
            expect(y + CARD.height * scale).toBeLessThanOrEqual(720);
          }
          hands = Math.max(hands, ...seats.map((seat) => seat.hands.length));
        }
      }),
      { numRuns: 40 },
    );
    expect(hands).toBeGreaterThan(1);
  });

  test('keeps the key of a card on the table, so that only new cards are dealt', () => {
    const state = dealt(2);
    const keys = (of: TableState) =>
      layOutTable(parse(blackjackView, blackjack.view(of, whileRunning('spectator')))).cards.map(({ key }) => key);
    const hit = blackjack.apply(state, 0, 'hit', rngOf('00'.repeat(32)));
    if (!hit.ok) return expect.fail(hit.reason);
    expect(keys(hit.state).filter((key) => !keys(state).includes(key))).toHaveLength(1);
    expect(keys(state).filter((key) => !keys(hit.state).includes(key))).toEqual([]);
  });

  test('has a button with a key for each legal move', async () => {
    const state = dealt(1);
    const view = blackjack.view(state, whileRunning(0));
    expect(buttonKeys(await draw('blackjack', view, { play: playOf(['hit', 'stand', 'double', 'split']) }))).toEqual([
      ['Hit: take another card', 'h'],
      ['Stand: no more cards', 's'],
      ['Double the bet and take one more card', 'd'],
      ['Split the pair into two hands', 'p'],
    ]);
    expect(buttonKeys(await draw('blackjack', view, { play: playOf([{ bet: 10 }, { bet: 2000 }]) }))).toEqual([
      ['Bet 10 chips', '1'],
      ['Bet 2,000 chips', '2'],
    ]);
  });

  test('names the bets when the cards are dealt, and no seat of a player who is alone', () => {
    const sentence = eventSentences.round_dealt?.(
      { bets: [20, null, 10], says: 'Round 1 is dealt.' },
      (seat) => ['Nova', 'Ada', 'Zoe'][Number(seat)] ?? '',
    );
    expect(sentence).toBe('Nova bets 20, Zoe bets 10. Round 1 is dealt.');
    const view = parse(blackjackView, blackjack.view(dealt(1), whileRunning('spectator')));
    expect(tableStatus(view)).toBe('The player to play');
    expect(tableStatus(parse(blackjackView, blackjack.view(dealt(2), whileRunning('spectator'))))).toBe(
      'Seat 1 to play',
    );
  });

  test('describes the hands, soft totals and who is ahead', () => {
    const state = dealt(2);
    const text = describePosition('blackjack', blackjack.view(state, whileRunning('spectator')), null);
    expect(text).toMatch(/^Round 1 of 5\.\nDealer: \S+ face down \(shows (soft )?\d+\)\.\nSeat 1: 1,000 chips\./);
    expect(describeStanding('blackjack', blackjack.view(state, whileRunning(0)))).toBe(
      'Level at 1,000 chips, bets included, in round 1 of 5',
    );
    const ahead = { ...state, seats: state.seats.map((seat, index) => ({ ...seat, stack: 1000 + 40 * index })) };
    expect(describeStanding('blackjack', blackjack.view(ahead, whileRunning(0)))).toBe(
      'Seat 2 leads with 1,040 chips, bets included, in round 1 of 5',
    );
    const over = blackjack.view({ ...ahead, phase: 'over' }, whileRunning(0));
    expect(describeStanding('blackjack', over)).toBe('Seat 2 has won with 1,040 chips');
    const alone = dealt(1);
    expect(describeStanding('blackjack', blackjack.view(alone, whileRunning(0)))).toBe(
      'Even with the dealer in round 1 of 5',
    );
  });

  test('counts no seat that has left among those who lead', () => {
    const state = dealt(3);
    const seats = state.seats.map((seat, index) => ({ ...seat, stack: [200, 90, 110][index] ?? 0, left: index === 0 }));
    const standing = (view: object) => describeStanding('blackjack', view);
    expect(standing(blackjack.view({ ...state, seats }, whileRunning(1)))).toBe(
      'Seat 3 leads with 110 chips, bets included, in round 1 of 5',
    );
    const level = { ...state, seats: seats.map((seat, index) => ({ ...seat, stack: index === 0 ? 200 : 100 })) };
    expect(standing(blackjack.view(level, whileRunning(1)))).toBe('Level at 100 chips, bets included, in round 1 of 5');
    const over = blackjack.view({ ...state, seats, phase: 'over' }, whileRunning(1));
    expect(standing(over)).toBe('Seat 3 has won with 110 chips');
  });
});
