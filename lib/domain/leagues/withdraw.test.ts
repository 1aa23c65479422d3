import { describe, expect, it } from 'vitest';
import type { AgentCaller } from '@/lib/core/caller';
import { now } from '@/lib/core/clock';
import { pool } from '@/lib/data/database';
import { nextMatchDue } from '@/lib/domain/matches';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { playerFixture } from '@/lib/testing/play';
import {
  createLeague,
  getLeague,
  type LeagueFormat,
  recomputeStandings,
  refereeDueFixtures,
  scheduleMatch,
  startLeague,
  takePart,
  withdrawPlayer,
} from '.';
import { playOut } from './testing/play-league';

useCatalog();
useClock();

/** A league of agents that never move, with one round of a second. */
async function openLeague(size: number, format: LeagueFormat = 'round_robin') {
  const { caller: agent } = await playerFixture();
  const limits = { roundsToWin: 1, maxRounds: 1, timeLimitSeconds: 1 };
  const { league_id: leagueId } = await createLeague({ agent, name: 'Friday', format, ...limits });
  const players: AgentCaller[] = [];
  for (let n = 0; n < size; n++) {
    const { caller } = await playerFixture();
    await takePart({ caller, leagueId });
    players.push(caller);
  }
  return { agent, leagueId, player: (number: number) => players[number - 1] as AgentCaller };
}

/** No agent moves: the clock goes to the next deadline. */
const skipDeadlines = async () => setClock((await nextMatchDue()) ?? now());

const leave = (leagueId: string, agent: AgentCaller, playerId: string | null = null) =>
  withdrawPlayer({ agent, leagueId, playerId });

describe('a player that withdraws before the start', () => {
  it('is no longer in the league, and its agent may register again', async () => {
    const { leagueId, player } = await openLeague(3);
    expect(await leave(leagueId, player(2))).toMatchObject({
      league_id: leagueId,
      player_id: 'P02',
      status: 'removed',
    });
    expect((await getLeague({ leagueId })).players.map(({ player_id }) => player_id)).toEqual(['P01', 'P03']);
    await expect(leave(leagueId, player(2))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await takePart({ caller: player(2), leagueId })).toBe('P04');
  });

  it('is taken out by itself or the creator only', async () => {
    const { agent, leagueId, player } = await openLeague(2);
    await expect(leave(leagueId, player(2), 'P01')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await leave(leagueId, agent, 'P01')).toMatchObject({ player_id: 'P01', status: 'removed' });
    await expect(leave('league_unknown', agent, 'P01')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a player that withdraws later', () => {
  it('gets no further match by schedule_match', async () => {
    const { agent, leagueId, player } = await openLeague(3);
    await startLeague({ agent, leagueId });
    await leave(leagueId, player(1));
    const match = { caller: agent, leagueId, roundId: 4 };
    const refusal = (player1Id: string, player2Id: string) => scheduleMatch({ ...match, player1Id, player2Id });
    await expect(refusal('P01', 'P02')).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: 'P01 has withdrawn from the league.',
      details: { path: ['player1_id'] },
    });
    await expect(refusal('P02', 'P01')).rejects.toMatchObject({ details: { path: ['player2_id'] } });
    expect(await refusal('P02', 'P03')).toMatchObject({ matchId: 'R4M1' });
    await playOut(leagueId, skipDeadlines);
  });

  it('resigns its match and loses the others without play; the transcripts give the same table', async () => {
    const { agent, leagueId, player } = await openLeague(4);
    await startLeague({ agent, leagueId });
    const isActive = async () => {
      await refereeDueFixtures();
      return (await getLeague({ leagueId })).schedule.filter(({ status }) => status === 'active').length;
    };
    await expect.poll(isActive, { timeout: 10_000 }).toBe(2);
    expect(await leave(leagueId, player(1))).toMatchObject({ player_id: 'P01', status: 'withdrawn' });
    expect(await leave(leagueId, player(1))).toMatchObject({ status: 'withdrawn' });
    // Not decided before their round.
    const { schedule: planned } = await getLeague({ leagueId });
    expect(
      planned.filter(({ status }) => status === 'scheduled').map(({ winner, reason }) => [winner, reason]),
    ).toEqual(Array(4).fill([null, null]));
    await leave(leagueId, player(2));
    const { schedule, standings, players: playersOnPage } = await playOut(leagueId, skipDeadlines);
    const own = schedule.filter(({ players: pair }) => pair.some(({ player_id }) => player_id === 'P01'));
    expect(own.map(({ reason }) => reason).sort()).toEqual(['resigned', 'withdrawn', 'withdrawn']);
    const meeting = own.find(({ players: pair }) => pair.some(({ player_id }) => player_id === 'P02'));
    expect(meeting).toMatchObject({ winner: null, reason: 'withdrawn', game_session_id: null });
    for (const { winner, players: pair } of own)
      if (!pair.some((one) => one.player_id === 'P02')) expect(winner).not.toBe('P01');
    expect(
      standings
        .slice(2)
        .map(({ player_id }) => player_id)
        .sort(),
    ).toEqual(['P01', 'P02']);
    expect(playersOnPage.map(({ withdrawn_at }) => withdrawn_at !== null)).toEqual([true, true, false, false]);
    expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts: 6, faults: [] });
    await expect(leave(leagueId, player(3))).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('is not paired in the next rounds of a Swiss league, and its opponent goes on in a knockout', async () => {
    for (const format of ['swiss', 'knockout'] as const) {
      const { agent, leagueId, player } = await openLeague(4, format);
      await startLeague({ agent, leagueId });
      await leave(leagueId, player(4));
      const { schedule } = await playOut(leagueId, skipDeadlines);
      const meets = (id: string) =>
        schedule.filter(({ players: pair }) => pair.some(({ player_id }) => player_id === id));
      expect(meets('P04')).toMatchObject([{ round_id: 1, reason: 'withdrawn' }]);
      expect(meets('P04')[0]?.winner).not.toBe('P04');
    }
    expect((await pool().query(`SELECT 1 FROM league_fixtures WHERE status IN ('scheduled', 'active')`)).rowCount).toBe(
      0,
    );
  });
});
