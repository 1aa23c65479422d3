import { describe, expect, test } from 'vitest';
import { viewAfter } from '@/components/match/testing/play';
import { type Viewer, whileRunning } from '@/lib/core/game';
import { Rng } from '@/lib/core/rng';
import { seaBattle } from '@/lib/games/sea-battle';
import { describePosition, describeStanding } from '../describe';
import { countMatches, draw } from '../testing/draw';

describe('the board of sea battle', () => {
  test('shows spectators no fleet, a player the own fleet, and omniscient viewers both', async () => {
    const { state } = seaBattle.setup({ options: {}, seats: 2, rng: new Rng({ seed: '07'.repeat(32), drawn: 0 }) });
    const hulls = async (viewer: Viewer) =>
      countMatches(await draw('sea_battle', seaBattle.view(state, whileRunning(viewer))), /class="[^"]*hull/g);
    expect([await hulls('spectator'), await hulls(0), await hulls('omniscient')]).toEqual([0, 5, 10]);
    expect(describeStanding('sea_battle', seaBattle.view(state, whileRunning('spectator')))).toBe(
      'Both fleets are afloat, west to shoot',
    );
  });

  test('outlines sunk ships and accepts shots at the opponent’s waters only', async () => {
    const { state } = seaBattle.setup({ options: {}, seats: 2, rng: new Rng({ seed: '07'.repeat(32), drawn: 0 }) });
    const boat = seaBattle.view(state, whileRunning('omniscient')).fleets.east.at(-1)?.cells ?? [];
    const view = viewAfter('sea_battle', [boat[0], 'A1', boat[1]]);
    const drawn = await draw('sea_battle', view);
    expect(countMatches(drawn, /class="[^"]*wreck/g)).toBe(1);
    expect(countMatches(drawn, /class="[^"]*sunkCross/g)).toBe(2);
    expect(describeStanding('sea_battle', view)).toBe('West has sunk 1 ship to 0, east to shoot');
    expect(describePosition('sea_battle', view, null)).toContain('it sank a ship of 2');
    const acting = await draw('sea_battle', seaBattle.view(state, whileRunning(1)), {
      play: { legalMoves: ['A1', 'B1'], onMove: () => {}, isSending: false },
    });
    expect(acting).toContain('Shoot at the fleet of east');
    expect(countMatches(acting, /<button/g)).toBe(100);
    expect(countMatches(acting, /aria-disabled="true"/g)).toBe(98);
  });
});
