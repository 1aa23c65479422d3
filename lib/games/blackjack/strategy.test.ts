import { describe, expect, it } from 'vitest';
import { type Card, RANKS } from './cards';
import type { Action } from './hand';
import { basicStrategy, playLikeDealer, type Situation, simpleStrategy } from './strategy';

/**
 * The value of each action, computed independently for an infinite shoe (every rank equally likely, tens four times as
 * likely), without the game's own code. A hand is a hard total and whether it contains an ace.
 */
const VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const chanceOf = (value: number) => (value === 10 ? 4 / 13 : 1 / 13);
const best = (hard: number, ace: boolean) => (ace && hard <= 11 ? hard + 10 : hard);

function memo<Args extends (number | boolean)[], Result>(work: (...args: Args) => Result) {
  const results = new Map<string, Result>();
  return (...args: Args): Result => {
    const key = args.join();
    if (!results.has(key)) results.set(key, work(...args));
    return results.get(key) as Result;
  };
}

const sum = (of: (value: number) => number) => VALUES.reduce((total, value) => total + chanceOf(value) * of(value), 0);

/** Chances that the dealer ends with 17 to 21 (index 0 to 4) or busts (5), from 17 on standing. */
const dealerEnds = memo((hard: number, ace: boolean): number[] => {
  const total = best(hard, ace);
  if (total >= 17) return [17, 18, 19, 20, 21, 22].map((end) => (end === Math.min(total, 22) ? 1 : 0));
  return mixed(VALUES.map((value) => [chanceOf(value), dealerEnds(hard + value, ace || value === 1)]));
});

/** For one open card, given that the dealer has no blackjack. */
const dealerFrom = memo((upCard: number): number[] => {
  const hidden = VALUES.filter((value) => !(upCard === 1 && value === 10) && !(upCard === 10 && value === 1));
  const possible = hidden.reduce((total, value) => total + chanceOf(value), 0);
  return mixed(
    hidden.map((value) => [chanceOf(value) / possible, dealerEnds(upCard + value, upCard === 1 || value === 1)]),
  );
});

function mixed(parts: [number, number[]][]): number[] {
  return [0, 1, 2, 3, 4, 5].map((end) => parts.reduce((total, [chance, ends]) => total + chance * (ends[end] ?? 0), 0));
}

const standing = memo((total: number, upCard: number): number => {
  const ends = dealerFrom(upCard);
  const below = ends.slice(0, 5).reduce((worth, chance, at) => worth + chance * Math.sign(total - (17 + at)), 0);
  return below + (ends[5] ?? 0);
});

const hitting = memo((hard: number, ace: boolean, upCard: number): number =>
  sum((value) =>
    best(hard + value, ace || value === 1) > 21 ? -1 : playing(hard + value, ace || value === 1, upCard),
  ),
);

const playing = memo((hard: number, ace: boolean, upCard: number): number => {
  const stands = standing(best(hard, ace), upCard);
  return best(hard, ace) === 21 ? stands : Math.max(stands, hitting(hard, ace, upCard));
});

const doubling = memo((hard: number, ace: boolean, upCard: number): number =>
  sum((value) => {
    const total = best(hard + value, ace || value === 1);
    return 2 * (total > 21 ? -1 : standing(total, upCard));
  }),
);

/** Two hands, each begun by one card of the pair; doubled and split hands count in full, a third hand does not. */
function splitting(value: number, upCard: number): number {
  return (
    2 *
    sum((next) => {
      const ace = value === 1 || next === 1;
      return Math.max(playing(value + next, ace, upCard), doubling(value + next, ace, upCard));
    })
  );
}

function worthOf(action: Action, one: number, two: number, upCard: number): number {
  const ace = one === 1 || two === 1;
  if (action === 'split') return splitting(one, upCard);
  if (action === 'double') return doubling(one + two, ace, upCard);
  return action === 'hit' ? hitting(one + two, ace, upCard) : standing(best(one + two, ace), upCard);
}

const cardOf = (value: number, suit: 'S' | 'H'): Card => `${RANKS[value - 1] ?? 'T'}${suit}` as Card;

/** For every first hand and open card: the loss of a strategy compared with the best action, in bets. */
function regrets(play: (situation: Situation) => Action) {
  return VALUES.flatMap((one) =>
    VALUES.filter((two) => two >= one && !(one === 1 && two === 10)).flatMap((two) =>
      VALUES.map((upCard) => {
        const allowed: Action[] = one === two ? ['hit', 'stand', 'double', 'split'] : ['hit', 'stand', 'double'];
        const cards = [cardOf(one, 'S'), cardOf(two, 'H')];
        const chosen = play({ cards, dealer: cardOf(upCard, 'S'), allowed });
        const worth = worthOf(chosen, one, two, upCard);
        const optimum = Math.max(...allowed.map((action) => worthOf(action, one, two, upCard)));
        return { hand: `${one},${two} against ${upCard}: ${chosen}`, regret: optimum - worth };
      }),
    ),
  );
}

const mean = (list: { regret: number }[]) => list.reduce((total, { regret }) => total + regret, 0) / list.length;

describe('basicStrategy', () => {
  it('is within a hundredth of a bet of the best action for every first hand and open card', () => {
    const all = regrets(basicStrategy);
    expect(all.length).toBe(540);
    expect(all.filter(({ regret }) => regret > 0.01)).toEqual([]);
  });

  it('falls back to the next best action without chips to double or split', () => {
    const allowed: Action[] = ['hit', 'stand'];
    expect(basicStrategy({ cards: ['6S', '5H'], dealer: '6D', allowed })).toBe('hit');
    expect(basicStrategy({ cards: ['AS', '7H'], dealer: '6D', allowed })).toBe('stand');
    expect(basicStrategy({ cards: ['8S', '8H'], dealer: 'TD', allowed })).toBe('hit');
    expect(basicStrategy({ cards: ['9S', '2H', '5D'], dealer: 'TD', allowed })).toBe('hit');
  });

  it('never splits ten-valued cards', () => {
    expect(basicStrategy({ cards: ['TS', 'TH'], dealer: '6D', allowed: ['hit', 'stand', 'double', 'split'] })).toBe(
      'stand',
    );
  });
});

describe('the easy and medium house bots', () => {
  it('lose more against the best action the weaker they are', () => {
    expect(mean(regrets(basicStrategy))).toBeLessThan(mean(regrets(simpleStrategy)) / 4);
    expect(mean(regrets(simpleStrategy))).toBeLessThan(mean(regrets(playLikeDealer)) / 2);
  });
});
