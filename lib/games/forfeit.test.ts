import { describe, expect, it } from 'vitest';
import { forfeit } from '@/lib/games/forfeit';

describe('forfeit', () => {
  it('lets all other seats win', () => {
    expect(forfeit([0, 1, 2], [1], 'resigned')).toEqual({
      results: [
        { seat: 0, result: 'win', rank: 1 },
        { seat: 1, result: 'loss', rank: 2 },
        { seat: 2, result: 'win', rank: 1 },
      ],
      reason: 'resigned',
      winner: null,
    });
    expect(forfeit([0, 1], [1], 'resigned').winner).toBe(0);
  });

  it('is a draw when no seat is left, and a loss for a single seat', () => {
    expect(forfeit([0, 1], [0, 1], 'timeout').results.map(({ result }) => result)).toEqual(['draw', 'draw']);
    expect(forfeit([0], [0], 'resigned')).toMatchObject({ results: [{ seat: 0, result: 'loss' }], winner: null });
  });
});
