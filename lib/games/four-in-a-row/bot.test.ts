import { describe, expect, it } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { fourInARow as game } from '@/lib/games/four-in-a-row';
import { playBots } from '@/lib/games/testing/bot-games';
import type { FourState } from './position';

const rng = new Rng({ seed: 'b0'.repeat(32), drawn: 0 });

function played(columns: string): FourState {
  let { state } = game.setup({ options: {}, seats: 2, rng });
  for (const column of columns) {
    const applied = game.apply(state, game.actors(state)[0] as number, { column: Number(column) }, rng);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return state;
}

const judge = (state: FourState, nodes = 60_000) => game.judge?.(state, nodes);

describe('house bots', () => {
  it('win four of five games against the next weaker strength', () => {
    expect(playBots(game, 'strong', 'easy', 4, 'f1').wins).toBe(4);
    expect(playBots(game, 'medium', 'easy', 25, 'f2').wins).toBeGreaterThanOrEqual(20);
  }, 60_000);

  it('take an immediate win and block an immediate threat', () => {
    for (const [columns, column] of [
      ['112233', 4],
      ['1122335', 4],
    ] as const) {
      const state = played(columns);
      const seat = game.actors(state)[0] as number;
      for (const strength of ['medium', 'strong'] as const) {
        const chosen = Array.from({ length: 4 }, () =>
          game.bot?.choose({
            view: game.view(state, whileRunning(seat)),
            legalMoves: game.legalMoves(state, seat),
            seat,
            strength,
            rng,
          }),
        );
        const right = chosen.filter((move) => move?.column === column).length;
        expect(right, `${strength} after ${columns}`).toBeGreaterThanOrEqual(strength === 'strong' ? 4 : 2);
      }
    }
  });
});

describe('judge', () => {
  it('reports a proved win and the winning moves from the first seat’s side', () => {
    expect(judge(played('112233'))).toEqual({
      advantage: 1,
      exact: true,
      best: [{ column: 4 }],
      words: 'red wins in 1',
    });
    const lost = judge(played('3344'));
    expect(lost).toMatchObject({ advantage: 1, exact: true, words: 'red wins in 2' });
    expect(lost?.best).toEqual(expect.arrayContaining([{ column: 2 }, { column: 5 }]));
    expect(lost?.best).toHaveLength(2);
    expect(judge(played('33442'))).toMatchObject({ advantage: 1, exact: true, words: 'red wins in 1' });
  });

  it('reports the result of a finished game', () => {
    expect(judge(played('1122334'))).toEqual({ advantage: 1, exact: true, best: [], words: 'red has won' });
    const drawn = played('711246535416425722356351656244473217137376');
    expect(judge(drawn)).toEqual({ advantage: 0, exact: true, best: [], words: 'drawn' });
  });

  it('proves a draw and returns only the drawing moves', () => {
    const drawn = played('7112465354164257223563516562');
    const judgement = judge(drawn);
    expect(judgement).toMatchObject({ exact: true });
    const seat = game.actors(drawn)[0] as number;
    for (const move of game.legalMoves(drawn, seat)) {
      const applied = game.apply(drawn, seat, move, rng);
      const next = applied.ok ? judge(applied.state) : null;
      const isKept = next?.advantage === judgement?.advantage;
      expect(
        judgement?.best.some(({ column }) => column === move.column),
        `column ${move.column}`,
      ).toBe(isKept);
    }
  });

  it('is deterministic, and proves less with fewer nodes', () => {
    const state = played('44');
    expect(judge(state, 5_000)).toEqual(judge(state, 5_000));
    const first = judge(state, 5_000);
    expect(first?.exact).toBe(false);
    expect(Math.abs(first?.advantage ?? 1)).toBeLessThan(1);
    expect(first?.words).toMatch(/^([+-]\d+\.\d|level)$/);
    expect(first?.best.length).toBeGreaterThan(0);
  });

  it.each([
    ['2252576253462244111563365343671351441', -1],
    ['7422341735647741166133573473242566', 1],
    ['23163416124767223154467471272416755633', 0],
  ])('agrees with the published value of %s', (columns, value) => {
    const state = played(columns);
    const forMover = game.actors(state)[0] === 0 ? value : 0 - value;
    expect(judge(state)).toMatchObject({ exact: true, advantage: forMover });
  });
});
