import { expect, it } from 'vitest';
import { listNotices } from '@/lib/domain/notifications';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import { startLeague, takePart } from '.';
import { openLeague, playOut } from './testing/play-league';

useCatalog();

it('notifies the organizer and the owners of players of the end of a league, each once and with their own places', async () => {
  const [organizer, other, stranger] = [await ownerFixture(), await ownerFixture(), await ownerFixture()];
  const creator = await playerFixture({ owner: organizer });
  const players = [await playerFixture({ owner: other }), await playerFixture({ owner: other })];
  const leagueId = await openLeague(creator, { house_bots: ['easy'], rounds_to_win: 1, max_rounds: 1 });
  for (const { caller } of players) await takePart({ leagueId, caller });
  await startLeague({ agent: creator.caller, leagueId });
  const { standings } = await playOut(leagueId);
  const noticesOf = async ({ ownerId }: typeof organizer) => {
    const { notices } = await listNotices({ ownerId, limit: 10 });
    return notices.filter(({ type }) => type === 'league_completed').map(({ data }) => data);
  };
  const table = standings.map(({ rank, player_id, points }) => ({ rank, player_id, points }));
  const about = { league_id: leagueId, league_name: 'Test', winner: standings[0]?.display_name, standings: table };
  expect(await noticesOf(organizer)).toMatchObject([{ ...about, own: [] }]);
  const own = table.filter(({ player_id }) => player_id !== 'P01');
  expect(await noticesOf(other)).toMatchObject([{ ...about, own }]);
  expect(await noticesOf(stranger)).toEqual([]);
});
