import { afterAll, beforeAll, expect, test } from 'vitest';
import { actInMatch } from '@/lib/domain/matches';
import { startBus, stopBus } from '@/lib/events';
import type { MasqueradeState } from '@/lib/games/testing/masquerade-state';
import { useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { masqueradeFixture } from '@/lib/testing/masquerade';
import { readOwnSeat } from '.';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

test('the version of a seat counts the events that it may read and no secret moves of others', async () => {
  const { match, agents } = await masqueradeFixture();
  const { roles } = match.state as MasqueradeState;
  const [masked, guest] = [roles.indexOf('masked'), roles.indexOf('guest')];
  const versionOf = async (seat: number) =>
    (await readOwnSeat({ matchId: match.id, agentId: agents[seat]?.agentId ?? '' }))?.version ?? -1;
  const [ofGuest, ofMasked] = [await versionOf(guest), await versionOf(masked)];
  await actInMatch({ matchId: match.id, seat: masked, action: { type: 'state' } });
  await actInMatch({ matchId: match.id, seat: masked, action: { type: 'mark', target: guest } });
  expect(await versionOf(guest)).toBe(ofGuest);
  expect(await versionOf(masked)).toBeGreaterThan(ofMasked);
  await actInMatch({ matchId: match.id, seat: guest, action: { type: 'resign' } });
  expect(await versionOf(guest)).toBeGreaterThan(ofGuest);
});
