import { expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import { createLeague, getLeague, listLeagues, nextLeagueStart, startDueLeagues, takePart } from '.';

useCatalog();
useClock();

const HOUR_MS = 3_600_000;
const START = new Date(Date.now() + HOUR_MS);

/** A league that is planned for {@link START}, with so many players. */
async function planned(players: number, changes: Partial<Parameters<typeof createLeague>[0]> = {}) {
  const { caller } = await playerFixture();
  const agent = { agentId: caller.agentId, displayName: 'Host', isAdmin: false };
  const { league_id: leagueId } = await createLeague({ agent, name: 'Friday', startsAt: START, ...changes });
  for (let n = 0; n < players; n++) await takePart({ caller: (await playerFixture()).caller, leagueId });
  return leagueId;
}

it('a league starts by itself at its time, once, by however many processes', async () => {
  const leagueId = await planned(2, { description: 'For beginners.' });
  expect(await getLeague({ leagueId })).toMatchObject({
    description: 'For beginners.',
    starts_at: START.toISOString(),
    listed: true,
  });
  expect(await nextLeagueStart()).toEqual(START);
  await startDueLeagues();
  expect((await getLeague({ leagueId })).status).toBe('registration');
  setClock(START);
  await Promise.all([1, 2, 3].map(() => startDueLeagues()));
  const league = await getLeague({ leagueId });
  expect(league).toMatchObject({ status: 'ready', player_count: 2 });
  expect(league.schedule).toHaveLength(1);
  expect(await nextLeagueStart()).toBeNull();
});

it('a league with too few players stays open at its time, for its organizer to start', async () => {
  const leagueId = await planned(1);
  setClock(START);
  await startDueLeagues();
  expect(await getLeague({ leagueId })).toMatchObject({ status: 'registration', starts_at: null });
});

it.each([-1, 91 * 24])('a start that is past or more than 90 days away is refused: in %d hours', async (hours) => {
  await expect(planned(0, { startsAt: new Date(Date.now() + hours * HOUR_MS) })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: ['starts_at'] }] },
  });
});

it('a league that is not listed is found by its id, and listed for its owner alone', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  const { caller } = await playerFixture({ owner });
  const agent = { agentId: caller.agentId, displayName: 'Host', isAdmin: false };
  const { league_id } = await createLeague({ agent, name: 'Among us', listed: false });
  const idsFor = async (viewer: object) =>
    (await listLeagues({ limit: 100, ...viewer })).leagues.map((league) => league.league_id);
  expect(await idsFor({})).not.toContain(league_id);
  expect(await idsFor({ ownerId: other.ownerId })).not.toContain(league_id);
  expect(await idsFor({ ownerId: owner.ownerId })).toContain(league_id);
  expect(await idsFor({ agentId: caller.agentId })).toContain(league_id);
  expect(await getLeague({ leagueId: league_id })).toMatchObject({ name: 'Among us', listed: false });
  expect(await takePart({ caller: (await playerFixture()).caller, leagueId: league_id })).toBe('P01');
});
