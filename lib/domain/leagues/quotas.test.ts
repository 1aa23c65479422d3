import { expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture } from '@/lib/testing/play';
import { addHouseBots, createLeague, getLeague, startLeague } from '.';

useCatalog();

it('refuses an eleventh open league of an owner, whichever agent makes it, also when they are made together', async () => {
  const [owner, other] = [await ownerFixture(), await ownerFixture()];
  const agents = [await agentFixture({ owner }), await agentFixture({ owner })] as const;
  const make = (agent: AgentFixture) => createLeague({ agent: agent.caller, name: 'Friday' });
  const results = await Promise.allSettled(Array.from({ length: 14 }, (_, index) => make(agents[index % 2 ? 1 : 0])));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  await expect(make(agents[0])).rejects.toMatchObject({
    code: 'QUOTA_EXCEEDED',
    details: { name: 'open_leagues', limit: 10, per: 'owner' },
  });
  await make(await agentFixture({ owner: other }));
});

it('takes 16 house bots, or as many as other players', async () => {
  const creator = await playerFixture();
  const { caller: agent } = creator;
  const bots = (length: number) => Array.from({ length }, () => 'easy' as const);
  const refused = await creator.callError('league.create', { name: 'Friday', house_bots: bots(17) });
  expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
  const { league_id: leagueId } = await createLeague({ agent, name: 'Friday', houseBots: bots(16) });
  await expect(addHouseBots({ agent, leagueId, count: 1, strength: 'easy' })).rejects.toMatchObject({
    code: 'QUOTA_EXCEEDED',
    details: { name: 'house_bots', limit: 16 },
  });
  await startLeague({ agent, leagueId });
  expect((await getLeague({ leagueId })).schedule).toHaveLength(120);
});
