import { describe, expect, it } from 'vitest';
import type { PlyAnalysis } from '@/lib/games/review/grade-move';
import { verdictOf } from '@/lib/games/review/verdict';
import { evaluate } from './evaluation';
import { playMatch } from './testing/play';

const match = playMatch('chess', ['e4']).snapshot;
const judged = (advantage: number, words: string, exact = false): PlyAnalysis => ({
  ply: 1,
  advantage,
  exact,
  words,
  verdict: verdictOf({ advantage, exact }),
  move: null,
});

describe('the evaluation of a position', () => {
  it.each([
    [0.05, '+0.3', 'Even'],
    [-0.2, '-1.1', 'Black is slightly ahead'],
    [0.4, '+2.4', 'White is ahead'],
    [-0.9, '-8.0', 'Black is winning'],
    [1, 'white mates in 5', 'White is winning'],
  ])('says in words what an advantage of %d is', (advantage, figure, words) => {
    const found = evaluate(match, judged(advantage, figure), false);
    expect(found).toMatchObject({ words, spoken: `${words}, by the estimate of an engine (${figure})` });
    expect(found.share).toBeGreaterThan(0);
    expect(found.share).toBeLessThan(1);
  });

  it('fills the bar only for a result that is proved', () => {
    expect(evaluate(match, judged(-1, 'black mates in 1', true), false)).toEqual({
      share: 0,
      words: 'Black mates in 1',
      spoken: 'Black mates in 1, proved to the end',
    });
    expect(evaluate(match, judged(0, 'drawn with best play', true), false)).toMatchObject({
      share: 0.5,
      words: 'Drawn with best play',
    });
  });

  it('is the result at the end of a match, and nothing before the engine has judged', () => {
    const { snapshot } = playMatch('chess', ['f3', 'e5', 'g4', 'Qh4#']);
    expect(evaluate(snapshot, undefined, true)).toEqual({ share: 0, words: null, spoken: 'Black has won' });
    expect(evaluate(match, undefined, false)).toEqual({ share: 0.5, words: null, spoken: 'Not judged yet' });
  });
});
