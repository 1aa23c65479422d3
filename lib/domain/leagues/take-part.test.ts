import { describe, expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { addHouseBots, createLeague, getLeague, startLeague, takePart } from '.';

useCatalog();

async function openLeague(maxPlayers = 4) {
  const { caller: agent } = await playerFixture({ displayName: 'Creator' });
  const { league_id: leagueId } = await createLeague({ agent, name: 'Friday', maxPlayers });
  const join = async (displayName: string) =>
    takePart({ leagueId, caller: (await playerFixture({ displayName })).caller });
  return { agent, leagueId, join };
}

describe('taking part', () => {
  it('gives ids in the order of registration, also to players that register at the same time', async () => {
    const { agent, leagueId, join } = await openLeague(6);
    expect(await addHouseBots({ agent, leagueId, count: 2, strength: 'easy' })).toEqual(['P01', 'P02']);
    const joined = await Promise.all([join('Ada'), join('Bea'), join('Cid')]);
    expect(joined.sort()).toEqual(['P03', 'P04', 'P05']);
    const { players } = await getLeague({ leagueId });
    expect(players.map(({ kind }) => kind).sort()).toEqual(['bot', 'bot', 'pull', 'pull', 'pull']);
  });

  it('refuses a second registration of one agent', async () => {
    const { agent: caller, leagueId } = await openLeague();
    await takePart({ caller, leagueId });
    await expect(takePart({ caller, leagueId })).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect((await getLeague({ leagueId })).players).toHaveLength(1);
  });

  it('refuses more players than there are places, and adds none of them', async () => {
    const { agent, leagueId, join } = await openLeague(2);
    await join('Ada');
    await expect(addHouseBots({ agent, leagueId, count: 2, strength: 'easy' })).rejects.toThrow('1 free place');
    const rest = await Promise.allSettled([join('Bea'), join('Cid')]);
    expect(rest.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await getLeague({ leagueId })).players).toHaveLength(2);
  });

  it('refuses bots from others than the creator, and everyone after the start', async () => {
    const { agent, leagueId, join } = await openLeague();
    const { caller: other } = await playerFixture();
    await expect(addHouseBots({ agent: other, leagueId, count: 1, strength: 'easy' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await addHouseBots({ agent, leagueId, count: 2, strength: 'easy' });
    await startLeague({ agent, leagueId });
    await expect(join('Late')).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });
});
