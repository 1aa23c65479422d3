import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { blackjack } from '@/lib/games/blackjack';
import type { TableState } from '@/lib/games/blackjack/table';
import { slots } from '@/lib/games/slots';
import { playAtRandom } from '@/lib/games/testing/play';
import { layOut } from './blackjack_layout';
import type { BoardPlay } from './board';
import { keepDrawn } from './keep';
import { CARD } from './playing_card';
import { draw } from './testing/draw';
import { blackjackView } from './views';
import { standingOf, textOf } from './words';

const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const rngOf = (seed: string) => new Rng({ seed, drawn: 0 });

const playOf = (legalMoves: readonly unknown[]): BoardPlay => ({ legalMoves, onMove: () => {}, isSending: false });
const drawnCards = (markup: string) => [...markup.matchAll(/data-card="([^"]+)"/g)].map(([, card]) => card);
const buttons = (markup: string) =>
  [...markup.matchAll(/<button[^>]*aria-label="([^"]+)"[^>]*aria-keyshortcuts="([^"]+)"/g)].map(([, label, key]) => [
    label,
    key,
  ]);

/** A table where each seat has bet, before anybody plays; from a seed without naturals. */
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
  test('draws every card in the order of the table, the hole card face down', () => {
    const state = dealt(3);
    const view = blackjack.view(state, whileRunning('spectator'));
    const cards = drawnCards(draw('blackjack', keepDrawn('blackjack', { ...view })));
    const shoe = ['back', 'back', 'back'];
    expect(cards).toEqual([...shoe, ...state.seats.flatMap(({ hands }) => hands[0]?.cards), state.dealer[0], 'back']);
    const known = drawnCards(draw('blackjack', blackjack.view(state, whileRunning('omniscient'))));
    expect(known.at(-1)).toBe(state.dealer[1]);
  });

  test('keeps every card on the felt and every key its own, however the hands are split', () => {
    let hands = 0;
    fc.assert(
      fc.property(seeds, seeds, (seed, choiceSeed) => {
        const { steps } = playAtRandom(blackjack, seed, rngOf(choiceSeed));
        for (const { after } of steps) {
          const view = blackjackView.parse(blackjack.view(after as TableState, whileRunning('spectator')));
          const { cards, dealer, seats } = layOut(view);
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

  test('a card keeps its key while it lies there, so that only new ones are dealt', () => {
    const state = dealt(2);
    const keys = (of: TableState) =>
      layOut(blackjackView.parse(blackjack.view(of, whileRunning('spectator')))).cards.map(({ key }) => key);
    const hit = blackjack.apply(state, 0, 'hit', rngOf('00'.repeat(32)));
    if (!hit.ok) return expect.fail(hit.reason);
    expect(keys(hit.state).filter((key) => !keys(state).includes(key))).toHaveLength(1);
    expect(keys(state).filter((key) => !keys(hit.state).includes(key))).toEqual([]);
  });

  test('is played by buttons with keys, for each legal move one', () => {
    const state = dealt(1);
    const view = blackjack.view(state, whileRunning(0));
    expect(buttons(draw('blackjack', view, { play: playOf(['hit', 'stand', 'double', 'split']) }))).toEqual([
      ['Hit: take another card', 'h'],
      ['Stand: no more cards', 's'],
      ['Double the bet and take one more card', 'd'],
      ['Split the pair into two hands', 'p'],
    ]);
    expect(buttons(draw('blackjack', view, { play: playOf([{ bet: 10 }, { bet: 2000 }]) }))).toEqual([
      ['Bet 10 chips', '1'],
      ['Bet 2,000 chips', '2'],
    ]);
  });

  test('is told in words: the hands, soft totals, who is ahead', () => {
    const state = dealt(2);
    const text = textOf('blackjack', blackjack.view(state, whileRunning('spectator')), null);
    expect(text).toMatch(/^Round 1 of 5\.\nDealer: \S+ face down \(shows (soft )?\d+\)\.\nSeat 1: 1,000 chips\./);
    expect(standingOf('blackjack', blackjack.view(state, whileRunning(0)))).toBe(
      'Level at 1,000 chips in round 1 of 5',
    );
    const ahead = { ...state, seats: state.seats.map((seat, index) => ({ ...seat, stack: 1000 + 40 * index })) };
    expect(standingOf('blackjack', blackjack.view(ahead, whileRunning(0)))).toBe(
      'Seat 2 leads with 1,040 chips in round 1 of 5',
    );
    const over = blackjack.view({ ...ahead, phase: 'over' }, whileRunning(0));
    expect(standingOf('blackjack', over)).toBe('Seat 2 has won with 1,040 chips');
    const alone = dealt(1);
    expect(standingOf('blackjack', blackjack.view(alone, whileRunning(0)))).toBe(
      'Even with the dealer in round 1 of 5',
    );
  });
});

describe('the slot machine', () => {
  const rng = rngOf('07'.repeat(32));
  const { state } = slots.setup({ options: slots.options.parse({}), seats: 1, rng });
  const symbols = (markup: string) => [...markup.matchAll(/data-symbol="([^"]+)"/g)].map(([, symbol]) => symbol);

  test('shows the three symbols on the line, the paytable with the prize marked, and what comes back', () => {
    for (let current = state, spins = 0; spins < 20; spins++) {
      const applied = slots.apply(current, 0, 'spin', rng);
      if (!applied.ok) return expect.fail(applied.reason);
      current = applied.state;
      const view = slots.view(current, whileRunning('spectator'));
      const markup = draw('slots', keepDrawn('slots', { ...view }));
      // Each reel shows a symbol above the line, one on it and one below.
      expect([1, 4, 7].map((at) => symbols(markup)[at])).toEqual(view.reels);
      expect(markup.includes('hit')).toBe(view.payout > 0);
      expect(markup).toContain('91.7 %');
    }
  });

  test('is spun by a button, and told in words', () => {
    const view = slots.view(state, whileRunning(0));
    expect(buttons(draw('slots', view, { play: playOf(['spin']) }))).toEqual([['Spin for 10 chips', 'Space']]);
    expect(draw('slots', view, { mini: true })).not.toContain('91.7 %');
    expect(standingOf('slots', view)).toBe('Even after 0 of 20 spins');
    expect(textOf('slots', view, null)).toMatch(/7 7 7 pays 10 bets\./);
  });
});
