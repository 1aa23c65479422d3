import { describe, expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { useClock } from '@/lib/testing/clock';
import { type Player, playerFixture } from '@/lib/testing/play';
import { DEFAULT_LEAGUE_ID, ensureDefaultLeague, getLeague, listLeagues, startLeague, takePart } from '.';

useCatalog();
useClock();

async function botLeague(input: Record<string, unknown> = {}) {
  const creator = await playerFixture();
  const { league_id: leagueId } = await creator.call<{ league_id: string }>('league.create', {
    name: 'Friday',
    house_bots: ['easy', 'medium', 'strong'],
    ...input,
  });
  return { creator, leagueId };
}

describe('a new league', () => {
  it('takes players, has the rounds of league.md and is listed first', async () => {
    const { leagueId } = await botLeague();
    expect(await getLeague({ leagueId })).toMatchObject({
      status: 'registration',
      game_type: 'even_odd',
      format: 'round_robin',
      rounds_to_win: 3,
      max_rounds: 5,
      time_limit_seconds: 30,
      players: [{ player_id: 'P01' }, { player_id: 'P02' }, { player_id: 'P03' }],
      schedule: [],
      standings: [{ player_id: 'P01', points: 0 }, { player_id: 'P02' }, { player_id: 'P03' }],
    });
    expect((await listLeagues({ limit: 1 })).leagues[0]?.league_id).toBe(leagueId);
  });

  it('rejects games that two cannot play, and limits that contradict each other', async () => {
    const creator = await playerFixture();
    const create = (input: Record<string, unknown>) => creator.callError('league.create', { name: 'X', ...input });
    expect(await create({ game_type: 'slots' })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await create({ rounds_to_win: 4, max_rounds: 3 })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await create({ game_type: 'chess', rounds_to_win: 2 })).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('is double where the format is a round robin, and refused as double in other formats', async () => {
    const creator = await playerFixture();
    for (const format of [undefined, 'round_robin', 'double_round_robin']) {
      const { league_id: leagueId } = await creator.call<{ league_id: string }>('league.create', {
        name: 'Twice',
        double: true,
        ...(format ? { format } : {}),
      });
      expect(await getLeague({ leagueId })).toMatchObject({ format: 'double_round_robin' });
    }
    const refused = await creator.callError('league.create', { name: 'Twice', double: true, format: 'swiss' });
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('takes a number of rounds where it is Swiss, and refuses it elsewhere', async () => {
    const creator = await playerFixture();
    expect(await creator.callError('league.create', { name: 'Rounds', rounds: 4 })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['rounds'] }] },
    });
  });

  it('exists as league_default from the start, once', async () => {
    await Promise.all([ensureDefaultLeague(), ensureDefaultLeague()]);
    await ensureDefaultLeague();
    const { leagues } = await listLeagues({ limit: 100 });
    expect(leagues.filter(({ league_id }) => league_id === DEFAULT_LEAGUE_ID)).toHaveLength(1);
  });
});

describe('starting', () => {
  it('makes the whole schedule of a round robin, with byes, and closes the registration', async () => {
    const { creator, leagueId } = await botLeague();
    await creator.call('league.start', { league_id: leagueId });
    const league = await getLeague({ leagueId });
    expect(league).toMatchObject({ round_count: 3 });
    expect(league.status).not.toBe('registration');
    expect(league.schedule.map(({ match_id }) => match_id)).toEqual(['R1M1', 'R1B1', 'R2M1', 'R2B1', 'R3M1', 'R3B1']);
  });

  it('is for the creator and admins only, and happens once', async () => {
    const { creator, leagueId } = await botLeague();
    const other = await playerFixture();
    expect(await other.callError('league.start', { league_id: leagueId })).toMatchObject({
      code: 'FORBIDDEN',
      details: { next: expect.stringContaining('of an agent that may do this') },
    });
    const agent = { agentId: creator.agentId, displayName: 'A', isAdmin: false };
    const racing = await Promise.allSettled([1, 2, 3].map(() => startLeague({ agent, leagueId } as never)));
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await getLeague({ leagueId })).schedule).toHaveLength(6);
  });

  it('of league_default, which nobody has created, is open to everyone outside production', async () => {
    await ensureDefaultLeague();
    const members = [await playerFixture(), await playerFixture()];
    for (const { caller } of members) await takePart({ caller, leagueId: DEFAULT_LEAGUE_ID });
    const { status } = await (members[1] as Player).call<{ status: string }>('league.start', {
      league_id: DEFAULT_LEAGUE_ID,
    });
    expect(status).toBe('ready');
  });

  it('needs two players', async () => {
    const { creator, leagueId } = await botLeague({ house_bots: ['easy'] });
    expect(await creator.callError('league.start', { league_id: leagueId })).toMatchObject({ code: 'INVALID_STATE' });
  });
});
