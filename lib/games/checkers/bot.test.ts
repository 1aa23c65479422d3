import { describe, expect, it } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { checkers as game } from '@/lib/games/checkers';
import { playBots } from '@/lib/games/testing/bot-games';
import { decode, OPENING } from './position';
import { positionWith } from './testing/position-with';

const judge = (state: ReturnType<typeof positionWith>, nodes = 60_000) => game.judge?.(state, nodes);

describe('house bots', () => {
  it('win four of five games against the next weaker strength', () => {
    expect(playBots(game, 'strong', 'easy', 2, 'c1').wins).toBe(2);
    expect(playBots(game, 'medium', 'easy', 20, 'c2').wins).toBeGreaterThanOrEqual(16);
  }, 90_000);

  it('choose the shortest win', () => {
    const state = positionWith('w', 'Ke5 g7 a1', 'h8');
    for (const strength of ['medium', 'strong'] as const) {
      const rng = new Rng({ seed: '0b', drawn: 0 });
      const legalMoves = game.legalMoves(state, 0);
      const chosen = Array.from({ length: 10 }, () =>
        game.bot?.choose({ view: game.view(state, whileRunning(0)), legalMoves, seat: 0, strength, rng }),
      );
      expect(chosen.filter((move) => move === 'e5f6').length).toBeGreaterThanOrEqual(strength === 'strong' ? 10 : 7);
    }
  });
});

describe('judge', () => {
  it('proves two kings against one', () => {
    const judgement = judge(positionWith('w', 'Kd4 Kf4', 'Ke7'), 300_000);
    expect(judgement).toMatchObject({ advantage: 1, exact: true, words: expect.stringMatching(/^white wins in \d+$/) });
    expect(judge(positionWith('b', 'Ke7', 'Kd4 Kf4'), 300_000)).toMatchObject({ advantage: -1, exact: true });
  }, 20_000);

  it('does not report a win as proved when the forty-move rule would draw first', () => {
    const near = judge(positionWith('w', 'Kd4 Kf4', 'Ke7', 76), 100_000);
    expect(near?.exact).toBe(false);
  });

  it('rates an extra man at about one point, from the first seat’s side', () => {
    const even = judge(OPENING, 40_000);
    expect(even?.exact).toBe(false);
    expect(Math.abs(even?.advantage ?? 1)).toBeLessThan(0.2);
    const up = positionWith('w', 'a1 c1 e1 g1 b2 d2 f2 h2 c3', 'b8 d8 f8 h8 a7 c7 e7 g7');
    const down = positionWith('b', 'a1 c1 e1 g1 b2 d2 f2 h2', 'b8 d8 f8 h8 a7 c7 e7 g7 d6');
    expect(judge(up)?.advantage).toBeGreaterThan(0.25);
    expect(judge(down)?.advantage).toBeLessThan(-0.25);
    expect(judge(up)?.words).toMatch(/^\+\d\.\d$/);
    expect(judge(down)?.words).toMatch(/^-\d\.\d$/);
  });

  it('returns legal moves only, deterministically', () => {
    const state = decode('.b.b.b.b/b...b.b./.b.b.b.b/..b...../...w..../w...w.w./.w.w.w.w/w.w.w.w. w');
    const judgement = judge(state, 20_000);
    expect(judge(state, 20_000)).toEqual(judgement);
    expect(judgement?.best.length).toBeGreaterThan(0);
    for (const move of judgement?.best ?? []) expect(game.legalMoves(state, 0)).toContain(move);
  });

  it('reports the result of a finished game', () => {
    expect(judge(positionWith('b', 'Kf6 g7', 'h8'))).toEqual({
      advantage: 1,
      exact: true,
      best: [],
      words: 'white has won',
    });
    expect(judge(positionWith('w', 'Kg1', 'Kb8', 80))).toEqual({ advantage: 0, exact: true, best: [], words: 'drawn' });
  });
});
