import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { slots } from '@/lib/games/slots';
import { seeds } from '@/lib/games/testing/seeds';
import { PAYTABLE, payoutOf, paytableLineOf, REELS, RETURN, type SlotSymbol, SYMBOLS, spinReels } from './reels';
import { slotsAdapter as adapter, type Machine } from './stateless-adapter';

const rngOf = (seed: string) => new Rng({ seed, drawn: 0 });
const ANY = rngOf('00'.repeat(32));

/** Every way in which the three reels can stop: each is as likely as any other. */
function everyStop(): SlotSymbol[][] {
  const [first = [], second = [], third = []] = REELS;
  return first.flatMap((one) => second.flatMap((two) => third.map((three) => [one, two, three])));
}

describe('the paytable', () => {
  it('has a return between 88 % and 95 % over all stops, equal to the stated one', () => {
    const stops = everyStop();
    const paid = stops.reduce((total, reels) => total + payoutOf(reels, 1), 0);
    expect(stops).toHaveLength(8000);
    expect(paid).toBe(7335);
    expect(RETURN).toBe(paid / stops.length);
    expect(RETURN).toBeGreaterThan(0.88);
    expect(RETURN).toBeLessThan(0.95);
  });

  it('pays every line of the paytable in some stop, the highest first', () => {
    const paidLines = new Set(everyStop().map((reels) => JSON.stringify(paytableLineOf(reels))));
    for (const prize of PAYTABLE) expect(paidLines).toContain(JSON.stringify(prize));
    expect(paidLines).toContain('null');
    const times = PAYTABLE.map((prize) => prize.times);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    expect(payoutOf(['7', '7', '7'], 10)).toBe(100);
  });

  it.each([
    [['7', 'BAR', '7'], 40],
    [['CHERRY', '7', '7'], 40],
    [['CHERRY', 'BAR', 'CHERRY'], 20],
    [['LEMON', 'CHERRY', 'LEMON'], 10],
    [['BELL', 'BELL', 'CHERRY'], 20],
    [['LEMON', 'LEMON', 'ORANGE'], 0],
    [['7', 'BAR', 'BELL'], 0],
    [['BELL', 'BELL', 'BELL'], 60],
  ] as const)('%o pays %i for 10', (reels, payout) => {
    expect(payoutOf(reels, 10)).toBe(payout);
  });

  it('has reels of twenty stops with every symbol on each', () => {
    for (const reel of REELS) {
      expect(reel).toHaveLength(20);
      expect([...new Set(reel)].sort()).toEqual([...SYMBOLS].sort());
    }
  });

  it('stops at every stop of a reel about equally often', () => {
    const rng = rngOf('5e'.repeat(32));
    const counts = new Map<SlotSymbol, number>();
    for (let spin = 0; spin < 6000; spin++) {
      const [first = '7'] = spinReels(rng);
      counts.set(first, (counts.get(first) ?? 0) + 1);
    }
    for (const symbol of SYMBOLS) {
      const expected = (6000 * (REELS[0] ?? []).filter((stop) => stop === symbol).length) / 20;
      expect(Math.abs((counts.get(symbol) ?? 0) - expected)).toBeLessThan(5 * Math.sqrt(expected));
    }
  });
});

describe('the stateless tools', () => {
  it('begin as the specification shows', () => {
    const result = adapter.begin.start({}, ANY);
    const machine = result.ok ? result.position : expect.fail(result.reason);
    expect(adapter.encode(machine)).toBe('R:-|BK:1000|B:10|P:0|ST:in_progress|LA:-');
    expect(adapter.snapshot(machine, 'begin')).toEqual({
      stack: 1000,
      bet: 10,
      reels: [],
      payout: 0,
      status: 'in_progress',
      lastAction: '-',
    });
    expect(adapter.begin.start({ stack: 4 }, ANY)).toMatchObject({ ok: true, position: { stack: 4, bet: 4 } });
    expect(adapter.begin.start({ stack: 4, bet: 5 }, ANY)).toMatchObject({
      ok: false,
      reason: 'bet 5 is more than the stack of 4.',
    });
    expect(adapter.begin.start({ stack: 'all' }, ANY)).toMatchObject({ ok: false });
  });

  /** The example of game-tools.md: 1010 after three sevens at 10 a spin is 920 before, as after eight spins without a prize. */
  it('reproduce the spin of game-tools.md', () => {
    const before = adapter.decode('R:LEMON,BELL,7|BK:920|B:10|P:0|ST:in_progress|LA:spin');
    for (let seed = 0; seed < 9000; seed++) {
      const result = adapter.apply.play(before, undefined, rngOf(seed.toString(16).padStart(64, '0')));
      const machine = result.ok ? result.position : expect.fail(result.reason);
      if (machine.reels.join() !== '7,7,7') continue;
      expect(adapter.encode(machine)).toBe('R:7,7,7|BK:1010|B:10|P:100|ST:in_progress|LA:spin');
      expect(adapter.snapshot(machine, 'apply')).toEqual({
        stack: 1010,
        bet: 10,
        reels: ['7', '7', '7'],
        payout: 100,
        status: 'in_progress',
        lastAction: 'spin',
      });
      return;
    }
    expect.fail('no three sevens');
  });

  it('spin until the stack is below the bet, with consistent chips and readable states', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 40 }), (seed, bet, more) => {
        const rng = rngOf(seed);
        const result = adapter.begin.start({ stack: bet + more, bet }, rng);
        let machine: Machine = result.ok ? result.position : expect.fail(result.reason);
        for (let spins = 0; spins < 200; spins++) {
          expect(adapter.decode(adapter.encode(machine))).toEqual(machine);
          const next = adapter.apply.play(machine, undefined, rng);
          expect(next.ok).toBe(machine.stack >= bet);
          if (!next.ok) {
            expect(adapter.encode(machine)).toContain('|ST:game_over|');
            expect(next.reason).toMatch(/do not pay a bet/);
            return;
          }
          expect(next.position.stack).toBe(machine.stack - bet + payoutOf(next.position.reels, bet));
          machine = next.position;
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['', /Not a slot state/],
    ['R:7,7|BK:1000|B:10|P:0|ST:in_progress|LA:spin', /Not a slot state/],
    ['R:7,7,8|BK:1000|B:10|P:0|ST:in_progress|LA:spin', /Not a slot state/],
    ['R:7,7,7|BK:1000|B:10|P:90|ST:in_progress|LA:spin', /contradict/],
    ['R:7,7,7|BK:1000|B:10|P:100|ST:in_progress|LA:-', /contradict/],
    ['R:-|BK:1000|B:10|P:10|ST:in_progress|LA:-', /contradict/],
    ['R:-|BK:1000|B:10|P:0|ST:game_over|LA:-', /contradict/],
    ['R:-|BK:9|B:10|P:0|ST:game_over|LA:-', /below the bet/],
    ['R:-|BK:1000|B:0|P:0|ST:in_progress|LA:-', /Impossible bet/],
    ['R:7,7,7|BK:99|B:10|P:100|ST:in_progress|LA:spin', /alone paid 100/],
    ['R:-|BK:01000|B:10|P:0|ST:in_progress|LA:-', /contradict/],
    ['R:-|BK:1000|B:10|P:0|ST:in_progress|LA:- ', /Not a slot state/],
  ])('refuse %s', (text, reason) => {
    expect(() => adapter.decode(text)).toThrow(reason);
  });

  it('accept their own example', () => {
    expect(adapter.encode(adapter.decode(adapter.example.position))).toBe(adapter.example.position);
  });
});

describe('a hosted game', () => {
  const options = slots.options.parse({ stack: 30, bet: 10, spins: 5 });

  it('ends after its spins or when the stack is below the bet, and is won with more chips than at the start', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = rngOf(seed);
        let { state } = slots.setup({ options, seats: 1, rng });
        while (!slots.outcome(state)) {
          const applied = slots.apply(state, 0, 'spin', rng);
          state = applied.ok ? applied.state : expect.fail(applied.reason);
        }
        const outcome = slots.outcome(state);
        expect(state.spun.length === 5 || state.stack < 10).toBe(true);
        expect(outcome?.results[0]?.result).toBe(state.stack > 30 ? 'win' : state.stack < 30 ? 'loss' : 'draw');
        expect(outcome?.reason).toBe(state.stack < 10 ? 'broke' : 'chips');
        expect(slots.view(state, whileRunning('spectator')).history.at(-1)).toBe(state.stack);
        seen.add(`${outcome?.results[0]?.result} ${outcome?.reason}`);
      }),
      { numRuns: 400 },
    );
    expect([...seen].sort()).toEqual(['draw chips', 'loss broke', 'loss chips', 'win chips']);
  });

  it.each([['spin'], [{ action: 'spin' }], [{ type: 'spin' }], [' SPIN ']])('accepts %o as a spin', (sent) => {
    expect(slots.move.parse(sent)).toBe('spin');
  });

  it('refuses a stored game whose chips do not add up', () => {
    const { state } = slots.setup({ options, seats: 1, rng: ANY });
    for (const broken of [
      { ...state, stack: 31 },
      {
        ...state,
        stack: 120,
        spun: [
          { reels: ['7', '7', '7'], payout: 100 },
          { reels: ['7', '7', '7'], payout: 10 },
        ],
      },
      { ...state, stack: 20, spun: [{ reels: ['7', '7', '7'], payout: 0 }] },
    ]) {
      expect(() => slots.decode(JSON.stringify(broken))).toThrow(/Impossible slot game/);
    }
  });
});
