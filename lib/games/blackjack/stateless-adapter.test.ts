import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rng } from '@/lib/core/rng';
import { seeds } from '@/lib/games/testing/seeds';
import { type Card, DECK, shuffledDecks, totalOf } from './cards';
import { settleBox, totalBet } from './hand';
import type { Round } from './round';
import { blackjackAdapter as adapter } from './stateless-adapter';

const rngOf = (seed: string) => new Rng({ seed, drawn: 0 });
const ANY = rngOf('00'.repeat(32));
const actionsFor = (round: Round) => adapter.legal?.answer(round).actions as string[];
const choicesFor = (round: Round) => adapter.choose?.answer(round).actions as string[];

function begun(asked: Record<string, unknown>, seed = '11'.repeat(32)): Round {
  const result = adapter.begin.start(asked, rngOf(seed));
  return result.ok ? result.position : expect.fail(result.reason);
}

function played(round: Round, ...actions: unknown[]): Round {
  return actions.reduce<Round>((before, action) => {
    const result = adapter.apply.play(before, action, ANY);
    return result.ok ? result.position : expect.fail(result.reason);
  }, round);
}

/** A state string with these cards; the shoe begins with the given cards, followed by all others. */
function dealt(player: string, dealer: string, { shoe = '', stack = 1000, bet = 10 } = {}): Round {
  const first = [player, dealer, shoe].flatMap((text) => text.split(' ').filter(Boolean)) as Card[];
  const next = shoe.split(' ').filter(Boolean);
  const rest = [...next, ...DECK.filter((card) => !first.includes(card))];
  const hand = `${player.split(' ').join(',')}@active@0@${bet}`;
  return adapter.decode(
    `S:${rest.join(',')}|P:${hand}|D:${dealer.split(' ').join(',')}|BK:${stack}|B:${bet}|T:player|H:0|ST:in_progress|LA:deal`,
  );
}

/** Plays a hand at random; returns every position of it. */
function playedAtRandom(seed: string, choices: Rng): Round[] {
  const rounds = [begun({ stack: 10 + choices.int(60), bet: 1 + choices.int(10) }, seed)];
  for (;;) {
    const round = rounds.at(-1) as Round;
    const actions = actionsFor(round);
    if (actions.length === 0) return rounds;
    rounds.push(played(round, actions.includes('split') ? 'split' : choices.pick(actions)));
  }
}

describe('a game of the stateless tools', () => {
  it('begins as the specification shows', () => {
    const round = begun({});
    expect(adapter.encode(round)).toMatch(
      /^S:(..,){47}..\|P:..,..@active@0@10\|D:..,..\|BK:1000\|B:10\|T:player\|H:0\|ST:in_progress\|LA:deal$/,
    );
    expect(adapter.snapshot(round, 'begin')).toEqual({ status: 'in_progress', turn: 'player', lastAction: 'deal' });
    expect(begun({ stack: 4 }).box).toMatchObject({ stack: 4, bet: 4 });
  });

  it('deals player, player, dealer, dealer from the shuffled deck', () => {
    const deck = shuffledDecks(1, rngOf('11'.repeat(32)));
    const { shoe, box, dealer } = begun({});
    expect([...(box.hands[0]?.cards ?? []), ...dealer, ...shoe]).toEqual(deck);
  });

  it.each([
    [{ stack: 0 }, /stack must be a whole number/],
    [{ stack: 1.5 }, /stack must be/],
    [{ stack: '1000' }, /stack must be/],
    [{ stack: null }, /stack must be/],
    [{ bet: 0 }, /bet must be a whole number/],
    [{ bet: -3 }, /bet must be/],
    [{ stack: 50, bet: 51 }, /bet 51 is more than the stack of 50/],
    [{ stack: 1e300 }, /stack must be/],
  ])('refuses %o with a reason', (asked, reason) => {
    expect(adapter.begin.start(asked, ANY)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('conserves 52 cards, pays the hands’ results, and reads back every state', () => {
    const ends = new Map<string, number>();
    fc.assert(
      fc.property(seeds, seeds, (seed, choiceSeed) => {
        const rounds = playedAtRandom(seed, rngOf(choiceSeed));
        for (const round of rounds) {
          const cards = [...round.shoe, ...round.dealer, ...round.box.hands.flatMap((hand) => hand.cards)];
          expect(cards.toSorted()).toEqual([...DECK].sort());
          expect(adapter.decode(adapter.encode(round))).toEqual(round);
        }
        const [first, last] = [rounds[0] as Round, rounds.at(-1) as Round];
        const { net, results } = settleBox(last.box, last.dealer);
        const before = rounds.length === 1 ? last.box.stack - net : first.box.stack;
        expect(last.box.stack).toBe(before + net);
        expect(last.box.stack).toBeGreaterThanOrEqual(0);
        expect(totalBet(last.box)).toBeLessThanOrEqual(before);
        expect(adapter.encode(last)).toMatch(new RegExp(`\\|ST:game_over\\|LA:[a-z]+\\|R:${results.join(';')}$`));
        for (const result of results) ends.set(result, (ends.get(result) ?? 0) + 1);
        for (const round of rounds.slice(0, -1)) expect(round.box.stack).toBe(first.box.stack);
      }),
      { numRuns: 1500 },
    );
    expect([...ends.keys()].sort()).toEqual(['blackjack', 'bust', 'lose', 'push', 'win']);
  });
});

describe('naturals', () => {
  it('end the game immediately: 3:2 for the player, the bet for the dealer, a push when both have one', () => {
    const found = new Map<string, Round>();
    for (let seed = 0; found.size < 3 && seed < 5000; seed++) {
      const round = begun({ stack: 100, bet: 7 }, seed.toString(16).padStart(64, '0'));
      if (round.turn !== 'over') continue;
      found.set(settleBox(round.box, round.dealer).results[0] ?? '', round);
      expect(adapter.snapshot(round, 'begin')).toMatchObject({ status: 'game_over', turn: 'over', lastAction: 'deal' });
      expect(actionsFor(round)).toEqual([]);
      expect(adapter.decode(adapter.encode(round))).toEqual(round);
    }
    expect(found.get('blackjack')?.box.stack).toBe(110);
    expect(found.get('lose')?.box.stack).toBe(93);
    expect(found.get('push')?.box.stack).toBe(100);
  });
});

describe('the dealer', () => {
  it('plays after the player, with only the action that the rules require', () => {
    const stood = played(dealt('TS 9S', '5S 4H', { shoe: '2D TD' }), 'stand');
    expect(adapter.snapshot(stood, 'apply')).toEqual({
      status: 'in_progress',
      turn: 'dealer',
      lastAction: 'stand',
      handIndex: 0,
    });
    expect(actionsFor(stood)).toEqual(['hit']);
    expect(adapter.choose?.answer(stood)).toEqual({
      type: 'opponent_choice',
      gameType: 'blackjack',
      actions: ['hit'],
      policy: {
        mustChooseFromActions: true,
        chooseExactlyOne: true,
        mustNotRevealDealerHoleCardInChat: true,
        dealerHoleCardVisibility: 'hidden_until_dealer_turn_or_game_over',
      },
    });
    for (const wrong of ['stand', 'double', 'split']) {
      expect(adapter.apply.play(stood, wrong, ANY)).toEqual({
        ok: false,
        reason:
          'Illegal action. The dealer must hit 9: below 17 the dealer hits, from then on stands. Nearest legal actions: hit.',
      });
    }
    const done = played(stood, 'hit', 'hit');
    expect(totalOf(done.dealer).total).toBe(21);
    expect(choicesFor(done)).toEqual(['stand']);
    expect(adapter.apply.play(done, 'hit', ANY)).toMatchObject({ ok: false });
    const over = played(done, 'stand');
    expect(adapter.snapshot(over, 'apply')).toMatchObject({ status: 'game_over', turn: 'over', results: ['lose'] });
    expect(over.box.stack).toBe(990);
  });

  it('stands on soft 17, and loses immediately by a bust', () => {
    expect(choicesFor(played(dealt('TS 9S', 'AS 6H'), 'stand'))).toEqual(['stand']);
    const over = played(dealt('TS 2S', 'TH 6H', { shoe: 'TD' }), 'stand', 'hit');
    expect(over).toMatchObject({ turn: 'over', last: 'hit', box: { stack: 1010 } });
  });

  it('has no action while the player plays, or when every hand is decided', () => {
    const round = dealt('TS 6S', 'TH 6H', { shoe: 'TD' });
    expect(choicesFor(round)).toEqual([]);
    const over = played(round, 'hit');
    expect(over).toMatchObject({ turn: 'over', last: 'hit', dealer: ['TH', '6H'], box: { stack: 990 } });
  });
});

describe('the player', () => {
  it('splits and doubles with enough chips, and wins the bet of each hand', () => {
    const split = played(dealt('8S 8H', 'TD 7D', { shoe: '3S 2S TS 9C', stack: 40, bet: 10 }), 'split');
    expect(adapter.encode(split)).toContain('|P:8S,3S@active@0@10;8H,2S@active@0@10|');
    const doubled = played(split, 'double');
    expect(adapter.snapshot(doubled, 'apply')).toMatchObject({ turn: 'player', lastAction: 'double', handIndex: 1 });
    expect(adapter.encode(doubled)).toContain('|P:8S,3S,TS@stand@1@20;8H,2S@active@0@10|');
    const over = played(doubled, 'stand', 'stand');
    expect(adapter.encode(over)).toMatch(/\|BK:50\|B:10\|T:over\|H:1\|ST:game_over\|LA:stand\|R:win;lose$/);
  });

  it('passes the turn to the dealer automatically with 21', () => {
    const round = played(dealt('5S 6S', 'TH 6H', { shoe: 'TD' }), 'hit');
    expect(round).toMatchObject({ turn: 'dealer', last: 'hit' });
  });

  it.each([
    [
      'split',
      'Illegal action. You split two cards of equal rank; TS and 6S are not. Nearest legal actions: hit, stand, double.',
    ],
    [
      'surrender',
      'Illegal action. Choose one of hit, stand, double, split. Nearest legal actions: hit, stand, double.',
    ],
    [null, 'Illegal action. Choose one of hit, stand, double, split. Nearest legal actions: hit, stand, double.'],
    [
      { bet: 10 },
      'Illegal action. Choose one of hit, stand, double, split. Nearest legal actions: hit, stand, double.',
    ],
  ])('gets a reason when %o is refused', (sent, reason) => {
    expect(adapter.apply.play(dealt('TS 6S', 'TH 6H'), sent, ANY)).toEqual({ ok: false, reason });
  });

  it('gets a refusal after the end of the game', () => {
    const over = played(dealt('TS 6S', 'TH 6H', { shoe: 'TD' }), 'hit');
    expect(adapter.apply.play(over, 'hit', ANY)).toEqual({ ok: false, reason: 'Illegal action. The game is over.' });
  });
});

describe('the split hands of game-tools.md', () => {
  const HANDS = 'AS,8D@active@0@10;7C,7H@active@0@10';
  const dealt = ['AS', '8D', '7C', '7H', 'TC', '9S'];
  const text = [
    `S:${DECK.filter((card) => !dealt.includes(card)).join(',')}|P:${HANDS}|D:TC,9S`,
    'BK:1000|B:10|T:player|H:0|ST:in_progress|LA:split',
  ].join('|');

  it('can be read, written back and played to the end', () => {
    const round = adapter.decode(text);
    expect(adapter.encode(round)).toBe(text);
    expect(actionsFor(round).sort()).toEqual(['double', 'hit', 'stand']);
    const second = played(round, 'stand');
    expect(actionsFor(second).sort()).toEqual(['double', 'hit', 'split', 'stand']);
    expect(adapter.snapshot(played(second, 'stand', 'stand'), 'apply')).toMatchObject({
      status: 'game_over',
      results: ['push', 'lose'],
    });
  });
});

describe('an unreachable state string', () => {
  const good = adapter.encode(dealt('8S 8H', 'TD 7D', { shoe: '3S 2S TS 9C' }));
  const dealers = adapter.encode(played(dealt('TS 9S', '5S 4H', { shoe: '2D TD' }), 'stand', 'hit'));
  const over = adapter.encode(played(dealt('TS 9S', 'TH 8H'), 'stand', 'stand'));

  it.each([
    ['nothing', '', /Not a blackjack state/],
    ['a card twice', good.replace('S:3S', 'S:8S'), /52 different cards/],
    ['a card too few', good.replace('S:3S,', 'S:'), /52 different cards/],
    ['a card too many', good.replace('S:3S', 'S:3S,3S'), /52 different cards/],
    ['an unknown card', good.replace('S:3S', 'S:1S'), /Not a blackjack state/],
    ['a bet above the stack', good.replace('BK:1000', 'BK:9'), /bets of 10 chips on a stack of 9/],
    ['no bet', good.replaceAll('@10', '@0').replace('B:10', 'B:0'), /bet is at least 1/],
    ['another bet on the hand', good.replace('@0@10', '@0@20'), /its bet must be 10/],
    ['a double of two cards', good.replace('@0@10', '@1@20'), /three cards/],
    ['an unknown last action', good.replace('LA:deal', 'LA:surrender'), /Not a blackjack state/],
    ['a last action that cannot be', good.replace('LA:deal', 'LA:split'), /only deal can have led here/],
    ['a wrong turn', good.replace('T:player', 'T:dealer'), /turn dealer does not fit/],
    ['a wrong hand index', good.replace('H:0', 'H:1'), /contradict/],
    ['a wrong status', good.replace('in_progress', 'game_over'), /contradict/],
    ['results too early', `${good}|R:win`, /contradict/],
    ['a hand that is done but is not', good.replace('@active', '@stand'), /turn player does not fit/],
    ['a bust below 22', good.replace('@active', '@bust'), /contradict|does not fit/],
    ['a blackjack of eights', good.replace('@active', '@blackjack'), /contradict|does not fit/],
    ['a dealer that drew too early', good.replace('S:3S,', 'S:').replace('D:TD,7D', 'D:TD,7D,3S'), /17 or more/],
    [
      'a dealer that drew before its turn',
      good.replace('S:3S,2S,', 'S:').replace('7D', '3S,2S').replace('|B:', '|B:'),
      /./,
    ],
    ['an impossible last action', dealers.replace('LA:hit', 'LA:stand'), /only hit can have led here/],
    ['other results', over.replace('R:win', 'R:lose'), /contradict/],
    ['another stack than that', over.replace('BK:1010', 'BK:3'), /bets of 10 chips on a stack of -7/],
    ['hands of a pair that was none', good.replace('8S,8H@active@0@10', '8S,8H@active@0@10;9C,TS@active@0@10'), /52/],
    ['more text', `${good} `, /Not a blackjack state/],
  ])('is refused: %s', (_, text, reason) => {
    expect(text).not.toBe(good);
    expect(() => adapter.decode(text)).toThrow(reason);
  });

  it('accepts its own example', () => {
    const round = adapter.decode(adapter.example.position);
    expect(adapter.encode(round)).toBe(adapter.example.position);
    expect(adapter.apply.play(round, adapter.example.move, ANY)).toMatchObject({ ok: true });
  });
});
