import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Strength, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { mancala as game } from '@/lib/games/mancala';
import { judge } from './judge';
import { isOver, type MancalaState, opening, sow, sowablePits } from './rules';
import { analyse, SEED } from './search';

/** The final difference with best play, for south, by exhaustive search. */
function minimax(state: MancalaState, scores: Map<string, number>): number {
  if (isOver(state)) return state.stores[0] - state.stores[1];
  const key = JSON.stringify([state.pits, state.stores, state.turn]);
  const found = scores.get(key);
  if (found !== undefined) return found;
  const values = sowablePits(state, state.turn).map((pit) => minimax(sow(state, state.turn, pit), scores));
  const best = state.turn === 0 ? Math.max(...values) : Math.min(...values);
  scores.set(key, best);
  return best;
}

const few = fc
  .array(fc.nat(11), { minLength: 2, maxLength: 9 })
  .map((places) => Array.from({ length: 12 }, (_, pit) => places.filter((place) => place === pit).length))
  .filter((pits) => pits.slice(0, 6).some(Boolean) && pits.slice(6).some(Boolean));

function ending(pits: number[], turn: number, lead: number): MancalaState {
  const rest = 48 - pits.reduce((sum, seeds) => sum + seeds, 0);
  const south = Math.floor(rest / 2) + lead;
  return { pits: [pits.slice(0, 6), pits.slice(6)], stores: [south, rest - south], turn, last: 1, sown: null };
}

function winnerBetween(strengths: readonly [Strength, Strength], rng: Rng): number | null {
  let state = opening();
  while (!isOver(state)) {
    const { turn: seat } = state;
    const legalMoves = game.legalMoves(state, seat);
    const move = game.bot?.choose({
      view: game.view(state, whileRunning(seat)),
      legalMoves,
      seat,
      strength: strengths[seat === 0 ? 0 : 1],
      rng,
    });
    state = sow(state, seat, move?.pit ?? 0);
  }
  return game.outcome(state)?.winner ?? null;
}

describe('search', () => {
  it('proves the same value of every move as an exhaustive search', () => {
    fc.assert(
      fc.property(few, fc.nat(1), fc.integer({ min: -6, max: 6 }), (pits, turn, lead) => {
        const state = ending(pits, turn, lead);
        const scores = new Map<string, number>();
        const own = [...(state.pits[turn] as number[]), ...(state.pits[1 - turn] as number[])];
        const { lines, isExact } = analyse(own, { nodes: 400_000 });
        expect(isExact).toBe(true);
        const sign = turn === 0 ? 1 : -1;
        for (const { pit, value } of lines) {
          const truth = minimax(sow(state, turn, pit), scores);
          expect(value / SEED + 0, `pit ${pit}`).toBe(sign * (truth - state.stores[0] + state.stores[1]) + 0);
        }
        expect(lines.map(({ pit }) => pit).sort()).toEqual(sowablePits(state, turn));
      }),
      { numRuns: 150 },
    );
  });

  it('respects the node limit and is deterministic', () => {
    const pits = opening().pits.flat();
    for (const nodes of [500, 20_000]) {
      const first = analyse(pits, { nodes });
      expect(first.nodes).toBeLessThanOrEqual(nodes + 1);
      expect(first.isExact).toBe(false);
      expect(analyse(pits, { nodes })).toEqual(first);
    }
    expect(analyse(pits, { nodes: 20_000 }).depth).toBeGreaterThan(analyse(pits, { nodes: 500 }).depth);
  });

  it('solves Kalah with one and with two seeds in a pit: the first player wins', () => {
    for (const [seeds, margin] of [
      [1, 2],
      [2, 6],
    ] as const) {
      const { lines, isExact } = analyse(Array(12).fill(seeds), { nodes: 3_000_000 });
      expect({ isExact, margin: (lines[0]?.value ?? 0) / SEED }).toEqual({ isExact: true, margin });
    }
  });
});

describe('judge', () => {
  it('only estimates the opening', () => {
    const judged = judge(opening(), 20_000);
    expect(judged).toMatchObject({ exact: false, words: expect.stringMatching(/^(level|[+-]\d+ seeds?)$/) });
    expect(Math.abs(judged.advantage)).toBeLessThan(0.98);
    expect(judged.best.length).toBeGreaterThan(0);
  });

  it('proves endings: the winner, the margin and the moves that keep it', () => {
    const state = ending([0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 3], 0, 2);
    const truth = minimax(state, new Map());
    expect(truth).toBeGreaterThan(0);
    const judged = judge(state, 10_000);
    expect(judged).toMatchObject({ advantage: 1, exact: true, words: `south wins by ${truth}` });
    for (const { pit } of judged.best) expect(minimax(sow(state, 0, pit), new Map())).toBeGreaterThan(0);
    expect(minimax(sow(state, 0, judged.best[0]?.pit ?? 0), new Map())).toBe(truth);
  });

  it('reports the advantage from the first seat’s side for both movers', () => {
    const rows = [0, 0, 2, 0, 1, 1, 0, 0, 0, 0, 0, 3];
    const south = judge(ending(rows, 0, 3), 50_000);
    const mirrored = ending([...rows.slice(6), ...rows.slice(0, 6)], 1, 0);
    const { stores } = ending(rows, 0, 3);
    const north = judge({ ...mirrored, stores: [stores[1], stores[0]] }, 50_000);
    expect(south).toMatchObject({ exact: true, advantage: 1 });
    expect(north).toMatchObject({ exact: true, advantage: -1, best: south.best });
    expect(north.words).toBe(south.words.replace('south', 'north'));
  });

  it('reports a majority of seeds as a proved win', () => {
    const state: MancalaState = {
      ...opening(),
      pits: [
        [3, 2, 2, 2, 2, 1],
        [1, 2, 2, 2, 2, 1],
      ],
      stores: [26, 0],
    };
    expect(judge(state, 200)).toMatchObject({ advantage: 1, exact: true, words: 'south wins by 4 or more' });
  });

  it('reports the result of a finished game', () => {
    const over: MancalaState = {
      pits: [Array(6).fill(0), Array(6).fill(0)],
      stores: [20, 28],
      turn: 0,
      last: 1,
      sown: null,
    };
    expect(judge(over, 10)).toEqual({ advantage: -1, exact: true, best: [], words: 'north has won by 8' });
    expect(judge({ ...over, stores: [24, 24] }, 10)).toMatchObject({ advantage: 0, words: 'drawn' });
  });
});

describe('house bots', () => {
  const share = (better: Strength, worse: Strength, games: number) => {
    const rng = new Rng({ seed: '5e'.repeat(32), drawn: 0 });
    const won = Array.from({ length: games }, (_, round) => {
      const seat = round % 2;
      return winnerBetween(seat === 0 ? [better, worse] : [worse, better], rng) === seat;
    });
    return won.filter(Boolean).length / games;
  };

  it('win at least four of five games against the next weaker strength', { timeout: 120_000 }, () => {
    expect(share('medium', 'easy', 40)).toBeGreaterThanOrEqual(0.8);
    expect(share('strong', 'easy', 5)).toBeGreaterThanOrEqual(0.8);
  });
});
