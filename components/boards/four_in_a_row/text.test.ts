import { expect, it } from 'vitest';
import { whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { gameById } from '@/lib/games';
import { completingColumns } from '@/lib/games/four-in-a-row/position';
import { playAtRandom } from '@/lib/games/testing/play';
import { describeStanding, findCompletingColumns } from './text';

it('finds the same completing columns as the rules', () => {
  const game = gameById('four_in_a_row');
  if (!game) throw new Error('four_in_a_row is not registered');
  let seen = 0;
  for (let round = 0; round < 40; round++) {
    const seed = round.toString(16).padStart(64, '0');
    const played = playAtRandom(game, seed, new Rng({ seed, drawn: 0 }));
    for (const { after } of played.steps) {
      const { board } = game.view(after, whileRunning('spectator')) as { board: string[] };
      for (const [seat, disc] of [
        [0, 'R'],
        [1, 'Y'],
      ] as const) {
        const found = findCompletingColumns(board, disc);
        expect(found).toEqual(completingColumns(board.join(''), seat));
        seen += found.length;
      }
      expect(describeStanding(game.view(after, whileRunning('spectator')))).toMatch(/\w/);
    }
  }
  expect(seen).toBeGreaterThan(100);
});
