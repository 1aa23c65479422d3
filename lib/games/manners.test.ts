import { describe, expect, it } from 'vitest';
import { type AnyGame, MANNERS, type Strength } from '@/lib/core/game';
import { ALL_GAMES, hasHouseBots } from '@/lib/games';
import { compareManners, STATISTICS } from './testing/manner-games';

/** Few and quick games; bench/manners.ts plays hundreds of all strengths, and measures what a manner costs. */
const QUICK: Readonly<Record<string, { games: number; strength: Strength }>> = {
  chess: { games: 4, strength: 'easy' },
  checkers: { games: 8, strength: 'easy' },
  four_in_a_row: { games: 8, strength: 'medium' },
};
const USUAL = { games: 16, strength: 'medium' } as const;

const WITH_MANNERS: AnyGame[] = ALL_GAMES.filter((game) => hasHouseBots(game) && !game.bot?.conversation);

describe('the manner of a house bot', () => {
  it.each(WITH_MANNERS.map((game) => ({ id: game.id, game })))(
    'is declared, and shows in the moves: $id',
    ({ game }) => {
      for (const manner of MANNERS) expect(game.bot?.manners?.[manner], manner).toMatch(/^[a-z]/);
      expect(new Set(Object.values(game.bot?.manners ?? {})).size).toBe(MANNERS.length);
      const counted = STATISTICS.filter((one) => one.game === game.id);
      expect(counted.length).toBeGreaterThanOrEqual(2);
      const compared = compareManners({ game, ...(QUICK[game.id] ?? USUAL) });
      for (const { statistic, difference, halfWidth } of compared)
        expect.soft(difference - halfWidth, `${statistic.manner}: ${statistic.what}`).toBeGreaterThan(0);
    },
  );
});
