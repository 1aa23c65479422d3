import { expect, it } from 'vitest';
import type { AnyGame } from '@/lib/core/game';
import { ALL_GAMES, gameById, registerGame } from '@/lib/games';
import { describeConformance } from '@/lib/games/testing/conformance';
import { masquerade } from '@/lib/games/testing/masquerade';

registerGame(masquerade);
/** The catalog and the test-only game, which uses more of the contract than any of them. */
const GAMES: readonly AnyGame[] = [...ALL_GAMES, masquerade];

it('the list of games keeps ids unique and finds each game by its id', () => {
  expect(new Set(GAMES.map((game) => game.id)).size).toBe(GAMES.length);
  for (const game of GAMES) {
    expect(game.id).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(gameById(game.id)).toBe(game);
  }
  expect(gameById('no_such_game')).toBeUndefined();
});

it('offers no test-only game', () => {
  expect(ALL_GAMES).not.toContain(masquerade);
});

it('refuses to register a second game under an id', () => {
  expect(() => registerGame({ ...masquerade })).toThrow(/another game/);
  expect(() => registerGame({ ...(ALL_GAMES[0] as AnyGame) })).toThrow(/another game/);
});

for (const game of GAMES) describeConformance(game);
