import { expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { addHouseBots, createLeague, getLeague, startLeague } from '.';

useCatalog();

it('refuses an eleventh open league of an owner, whichever agent makes it, also when they are made together', async () => {
  const agents = await Promise.all([playerFixture(), playerFixture()]);
  const share = 'owner:0190f3a0-0000-7000-8000-000000000001';
  const made = await Promise.allSettled(
    Array.from({ length: 14 }, (_, index) => {
      const { caller: agent } = agents[index % 2] as (typeof agents)[0];
      return createLeague({ agent, name: 'Friday', share });
    }),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  const { caller: agent } = agents[0];
  await expect(createLeague({ agent, name: 'Friday', share })).rejects.toMatchObject({
    code: 'QUOTA_EXCEEDED',
    details: { name: 'open_leagues', limit: 10 },
  });
  await createLeague({ agent, name: 'Friday', share: 'owner:0190f3a0-0000-7000-8000-000000000002' });
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
