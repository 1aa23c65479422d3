import { describe, expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { ensureDefaultLeague, getLeague, listLeagues, readNightStart, registerPlayer, takePart } from '.';
import { advanceBracketNights, findBracketNights } from './bracket-night';

useCatalog();

const EVENING = new Date('2026-11-20T18:20:00Z');
const LATER = new Date('2026-11-20T19:00:00Z');

const nights = async () =>
  (await listLeagues({ limit: 100 })).leagues.filter(({ league_id }) => readNightStart(league_id) !== null);

describe('a bracket night', () => {
  it('is opened once for the next full hour, by however many processes', async () => {
    await Promise.all([1, 2, 3].map(() => advanceBracketNights(EVENING)));
    expect(await nights()).toMatchObject([
      { league_id: 'league_night_20261120_19', status: 'registration', format: 'knockout', player_count: 0 },
    ]);
    expect(readNightStart('league_night_20261120_19')).toEqual(LATER);
    expect(readNightStart('league_default')).toBeNull();
  });

  it('leaves league_default the league that an unknown league_id means', async () => {
    await ensureDefaultLeague();
    const answer = await registerPlayer({
      caller: { kind: 'anonymous', address: '127.0.0.1' },
      leagueId: 'league_2024_01',
      displayName: 'Agent Alpha',
      version: '1.0.0',
      gameTypes: ['even_odd'],
      endpoint: 'http://localhost:8101/mcp',
    });
    expect(answer).toMatchObject({ status: 'ACCEPTED', leagueId: 'league_default', playerId: 'P01' });
  });

  it('starts at its hour with those that enrolled and house bots in the other places, and the next one opens', async () => {
    const leagueId = 'league_night_20261120_19';
    const { caller } = await playerFixture({ displayName: 'Ada' });
    expect(await takePart({ caller, leagueId })).toBe('P01');
    await Promise.all([1, 2].map(() => advanceBracketNights(LATER)));
    const league = await getLeague({ leagueId });
    expect(league).toMatchObject({ status: 'ready', round_count: 3, player_count: 8 });
    expect(league.players.map(({ kind }) => kind)).toEqual(['pull', ...Array.from({ length: 7 }, () => 'bot')]);
    expect(league.schedule).toHaveLength(4);
    expect(await findBracketNights()).toMatchObject({
      running: { league_id: leagueId },
      next: { league_id: 'league_night_20261120_20' },
      last: null,
    });
    const next = (await nights()).find(({ status }) => status === 'registration');
    expect(next?.league_id).toBe('league_night_20261120_20');
    expect(next?.game_type).not.toBe(league.game_type);
  });

  it('gives byes to no player when more than eight enrolled', async () => {
    const leagueId = 'league_night_20261120_20';
    for (let n = 0; n < 9; n++) await takePart({ caller: (await playerFixture()).caller, leagueId });
    await advanceBracketNights(new Date('2026-11-20T20:00:01Z'));
    const league = await getLeague({ leagueId });
    expect(league.player_count).toBe(16);
    expect(league.schedule.map(({ status }) => status)).not.toContain('bye');
  });
});
