import { afterAll, describe, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { pool, transaction } from '@/lib/data/database';
import { nextMatchDue, readMatch } from '@/lib/domain/matches';
import { useCatalog } from '@/lib/testing/catalog';
import { setClock, useClock } from '@/lib/testing/clock';
import { type Player, playerFixture } from '@/lib/testing/play';
import {
  advanceLeftoverLeagues,
  getLeague,
  readCorrections,
  recomputeStandings,
  refereeDueFixtures,
  refereeIdle,
  startLeague,
} from '.';
import { requireLockedLeague } from './league-errors';
import type { TechnicalLoss } from './leagues.schema';
import { readGameState } from './read-game';
import { correctFixture } from './results.repo';
import { openLeague, playOut, register } from './testing/play-league';
import { moveResponse, type PushPlayer, startPushPlayer } from './testing/push-player';
import { insertTranscripts } from './transcripts.repo';

useCatalog();
useClock();

const opened: PushPlayer[] = [];
afterAll(async () => {
  await Promise.all(opened.splice(0).map((player) => player.close()));
});

const BOTS = { rounds_to_win: 1, max_rounds: 1, time_limit_seconds: 1 };

/** A started league of house bots, or of agents that never move. */
async function startedLeague(input: Record<string, unknown> = {}) {
  const creator = await playerFixture();
  const leagueId = await openLeague(creator, { house_bots: ['easy', 'easy', 'easy', 'easy'], ...BOTS, ...input });
  await startLeague({ agent: creator.caller, leagueId });
  const organize = (action: string, more: object = {}) =>
    creator.call<Record<string, unknown>>('league.organize', {
      league_id: leagueId,
      action,
      reason: 'A test',
      ...more,
    });
  const refusal = async (action: string, more: object = {}, who: Player = creator) =>
    (await who.callError('league.organize', { league_id: leagueId, action, reason: 'A test', ...more })).code;
  return { creator, leagueId, organize, refusal };
}

const skipDeadlines = async () => setClock((await nextMatchDue()) ?? now());

const pointsOf = async (leagueId: string) =>
  Object.fromEntries((await getLeague({ leagueId })).standings.map(({ player_id, points }) => [player_id, points]));

/** Every table agrees: the stored one, and that of the signed transcripts and corrections. */
const expectAgreement = async (leagueId: string, transcripts: number) =>
  expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts, faults: [] });

describe('a paused league', () => {
  it('begins no match, lets running ones end, and goes on where it was', async () => {
    const { leagueId, organize, refusal } = await startedLeague();
    await organize('pause');
    expect(await refusal('pause')).toBe('INVALID_STATE');
    await refereeDueFixtures();
    await refereeIdle();
    const statuses = async () => (await getLeague({ leagueId })).schedule.map(({ status }) => status);
    expect(await statuses()).toEqual(Array(6).fill('scheduled'));
    expect((await getLeague({ leagueId })).paused_at).not.toBeNull();
    await organize('resume');
    expect(await refusal('resume')).toBe('INVALID_STATE');
    await playOut(leagueId, skipDeadlines);
    expect(await statuses()).toEqual(Array(6).fill('completed'));
    await expectAgreement(leagueId, 6);
  });

  it('begins no match that a process is about to start when the pause comes, and starts it after the pause', async () => {
    const creator = await playerFixture();
    const leagueId = await openLeague(creator, BOTS);
    const organize = (action: string) =>
      creator.call('league.organize', { league_id: leagueId, action, reason: 'A test' });
    const paused: Promise<unknown>[] = [];
    const behave = (id: string) => async (message: Record<string, unknown>) => {
      if (message.message_type === 'GAME_START' && paused.length === 0) {
        paused.push(organize('pause'));
        await paused[0];
      }
      return message.message_type === 'MOVE_REQUEST' ? moveResponse(message, id, { number: 1 }) : undefined;
    };
    for (const id of ['P01', 'P02']) {
      const player = await startPushPlayer(behave(id));
      opened.push(player);
      await register(leagueId, player.endpoint);
    }
    await startLeague({ agent: creator.caller, leagueId });
    await refereeDueFixtures();
    await refereeIdle();
    expect((await getLeague({ leagueId })).schedule.map(({ status }) => status)).toEqual(['scheduled']);
    expect((await pool().query('SELECT 1 FROM league_fixtures WHERE lease_until IS NOT NULL')).rowCount).toBe(0);
    await organize('resume');
    expect((await playOut(leagueId)).schedule).toMatchObject([{ status: 'completed', reason: 'rounds' }]);
  });
});

describe('the organizer', () => {
  it('replays, annuls and adjudicates matches; the table counts it, and transcripts with corrections give the same', async () => {
    const { leagueId, organize, refusal } = await startedLeague();
    await playOut(leagueId);
    const before = await getLeague({ leagueId });
    const [one, two, three] = before.schedule;
    const adjudicated = await organize('adjudicate', { match_id: one?.match_id, winner: 'none' });
    expect(adjudicated).toMatchObject({
      number: 1,
      by: 'organizer',
      reason: 'A test',
      before: { winner: one?.winner },
      after: { winner: null, reason: 'forfeit' },
    });
    const show = (matchId = '') => readGameState({ leagueId, matchId });
    expect(await show(one?.match_id)).toMatchObject({ winner: null, scores: one && { P01: 0, P04: 0 } });
    expect(await organize('annul', { match_id: two?.match_id })).toMatchObject({ number: 2, after: null });
    expect(await show(two?.match_id)).toMatchObject({ status: 'completed', winner: null });
    expect(await refusal('annul', { match_id: two?.match_id })).toBe('INVALID_STATE');
    expect(await organize('replay', { match_id: three?.match_id })).toMatchObject({ replayed_as: 'R2M3' });
    expect(await refusal('adjudicate', { match_id: three?.match_id, winner: 'draw' })).toBe('INVALID_STATE');
    expect((await getLeague({ leagueId })).status).toBe('in_progress');
    const { schedule, status } = await playOut(leagueId, skipDeadlines);
    expect(status).toBe('completed');
    const of = (matchId = '') => schedule.find(({ match_id }) => match_id === matchId);
    expect(of(one?.match_id)).toMatchObject({ winner: null, match_points: { P01: 0, P04: 0 } });
    expect(of(two?.match_id)).toMatchObject({ winner: null, match_points: null, annulled_at: expect.any(String) });
    expect(of('R2M3')).toMatchObject({ replays: three?.match_id, status: 'completed', annulled_at: null });
    const total = Object.values(await pointsOf(leagueId)).reduce((sum, points) => sum + points, 0);
    expect(total).toBeLessThanOrEqual(12);
    await expectAgreement(leagueId, 7);
  });

  it('goes on where a process died after the last match of a round', async () => {
    const { leagueId } = await startedLeague();
    const round = async () => (await getLeague({ leagueId })).current_round;
    await advanceLeftoverLeagues();
    const before = await round();
    await pool().query(
      `UPDATE league_fixtures f SET status = 'completed', first_score = 0, second_score = 0, ended_at = now()
       FROM leagues l WHERE l.id = f.league_uid AND l.league_id = $1 AND f.round_id = l.current_round`,
      [leagueId],
    );
    await advanceLeftoverLeagues();
    expect(await round()).toBe((before ?? 0) + 1);
  });

  it('ends a running match by its decision, whichever of the two comes first, and no move is made after it', async () => {
    const { leagueId, organize } = await startedLeague({ house_bots: ['easy', 'easy'], time_limit_seconds: 3_600 });
    await refereeDueFixtures();
    await expect.poll(async () => (await getLeague({ leagueId })).schedule[0]?.status).toBe('active');
    const [fixture] = (await getLeague({ leagueId })).schedule;
    const [decided] = await Promise.all([
      organize('adjudicate', { match_id: 'R1M1', winner: 'P02' }),
      playOut(leagueId),
    ]);
    expect(decided).toMatchObject({ after: { winner: 'P02', scores: { P01: 0, P02: 1 } } });
    const league = await playOut(leagueId);
    expect(league.schedule).toMatchObject([{ winner: 'P02', reason: 'adjudicated', match_points: { P01: 0, P02: 3 } }]);
    expect((await readMatch(fixture?.game_session_id ?? ''))?.status).not.toBe('active');
    await expectAgreement(leagueId, 1);
  });

  it('gives a move more time: a push player is asked again with what is left', async () => {
    const creator = await playerFixture();
    const leagueId = await openLeague(creator, { ...BOTS, house_bots: ['easy'], time_limit_seconds: 2 });
    const asked: Record<string, unknown>[] = [];
    const player = await startPushPlayer((message) => {
      if (message.message_type !== 'MOVE_REQUEST') return undefined;
      asked.push(message);
      return asked.length === 1 ? null : moveResponse(message, 'P02', { number: 3 });
    });
    opened.push(player);
    await register(leagueId, player.endpoint);
    await startLeague({ agent: creator.caller, leagueId });
    let isExtended = false;
    const { schedule } = await playOut(leagueId, async () => {
      if (isExtended || asked.length === 0) return;
      isExtended = true;
      await creator.call('league.organize', {
        league_id: leagueId,
        action: 'extend_deadline',
        match_id: 'R1M1',
        seconds: 30,
        reason: 'The player restarts',
      });
    });
    expect(schedule).toMatchObject([{ reason: 'rounds', technical_loss: null }]);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.time_limit_seconds as number).toBeGreaterThan(20);
    expect((await readCorrections({ leagueId }))[0]?.correction).toMatchObject({
      action: 'extend_deadline',
      seconds: 30,
    });
  });

  it('removes a player with a reason, and says what a correction needs', async () => {
    const { creator, leagueId, organize, refusal } = await startedLeague();
    expect(await organize('remove_player', { player_id: 'P02' })).toMatchObject({ player_id: 'P02', number: 1 });
    expect(await refusal('remove_player', { player_id: 'P02' })).toBe('INVALID_STATE');
    expect(await refusal('remove_player')).toBe('VALIDATION_ERROR');
    expect(await refusal('annul')).toBe('VALIDATION_ERROR');
    expect(await refusal('annul', { match_id: 'R9M9' })).toBe('NOT_FOUND');
    expect(await refusal('annul', { match_id: 'R3M1' })).toBe('INVALID_STATE');
    expect(await refusal('adjudicate', { match_id: 'R1M1', winner: 'P09' })).toBe('VALIDATION_ERROR');
    expect(await refusal('extend_deadline', { match_id: 'R1M1', seconds: 5 })).toBe('INVALID_STATE');
    expect(await refusal('pause', {}, await playerFixture())).toBe('FORBIDDEN');
    await playOut(leagueId, skipDeadlines);
    await creator
      .call('league.organize', { league_id: leagueId, action: 'replay', match_id: 'R1M1', reason: 'x' })
      .catch((error) => expect(error.code).toBe('INVALID_STATE'));
  });

  it('decides several things at the same time once each, in one numbered list', async () => {
    const { leagueId, creator } = await startedLeague();
    await playOut(leagueId);
    const call = (match_id: string) =>
      creator.call('league.organize', { league_id: leagueId, action: 'annul', match_id, reason: 'A test' });
    const ids = ['R1M1', 'R1M1', 'R1M2', 'R2M1', 'R2M1', 'R3M1'];
    const results = await Promise.allSettled(ids.map(call));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    const numbers = (await readCorrections({ leagueId })).map(({ correction }) => correction.number);
    expect(numbers).toEqual([1, 2, 3, 4]);
    await playOut(leagueId);
    await expectAgreement(leagueId, 6);
  });
});

it('a transcript with a technical loss and a correction of its match do not wait for each other in a circle', async () => {
  const { leagueId } = await startedLeague();
  const { rows } = await pool().query<{ id: string }>(
    'SELECT f.id FROM league_fixtures f JOIN leagues l ON l.id = f.league_uid WHERE l.league_id = $1 LIMIT 1',
    [leagueId],
  );
  const fixtureId = rows[0]?.id ?? '';
  const technicalLoss: TechnicalLoss = { player_id: 'P01', fault: 'timeout', evidence: [] };
  const written = await transaction(async (client) => {
    await requireLockedLeague(client, leagueId);
    const writing = insertTranscripts([{ fixtureId, document: '{}', signature: 's', technicalLoss, at: now() }]);
    const waiting =
      'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = $1';
    await expect.poll(async () => (await pool().query(waiting, ['Lock'])).rows).toEqual([{ n: 1 }]);
    await correctFixture(client, fixtureId, 'annulled', now());
    return { writing };
  });
  await written.writing;
  const stored = await pool().query('SELECT technical_loss, annulled_at FROM league_fixtures WHERE id = $1', [
    fixtureId,
  ]);
  expect(stored.rows).toEqual([{ technical_loss: technicalLoss, annulled_at: expect.any(Date) }]);
});

describe('a knockout', () => {
  it('plays a match again before the next round, keeps results that the next round was made from, and needs a winner', async () => {
    const { leagueId, organize, refusal } = await startedLeague({ format: 'knockout' });
    await refereeDueFixtures();
    await expect
      .poll(async () => (await getLeague({ leagueId })).schedule.some(({ status }) => status === 'active'))
      .toBe(true);
    expect(await refusal('annul', { match_id: 'R1M1' })).toBe('INVALID_STATE');
    expect(await organize('replay', { match_id: 'R1M1' })).toMatchObject({ replayed_as: 'R1M3' });
    const { schedule } = await playOut(leagueId, skipDeadlines);
    expect(schedule.find(({ match_id }) => match_id === 'R1M3')).toMatchObject({ status: 'completed' });
    expect(await refusal('adjudicate', { match_id: 'R1M2', winner: 'draw' })).toBe('INVALID_STATE');
    const last = schedule.at(-1);
    const loser = last?.players.find(({ player_id }) => player_id !== last.winner)?.player_id;
    await organize('adjudicate', { match_id: last?.match_id, winner: loser });
    const corrected = await playOut(leagueId, skipDeadlines);
    expect(corrected.status).toBe('completed');
    expect(corrected.standings[0]?.player_id).toBe(loser);
    expect((await recomputeStandings({ leagueId })).faults).toEqual([]);
  });
});

it.each(['double_round_robin', 'swiss'])(
  'a %s goes on after corrections, and its table is computed again',
  async (format) => {
    const { leagueId, organize } = await startedLeague({ format });
    let done = 0;
    const { schedule } = await playOut(leagueId, async () => {
      await skipDeadlines();
      const { schedule: current } = await getLeague({ leagueId });
      const over = current.filter(({ status, annulled_at }) => status === 'completed' && annulled_at === null);
      if (done === 0 && over.length > 0) {
        done = 1;
        await organize('replay', { match_id: over[0]?.match_id });
      } else if (done === 1 && over.length > 2) {
        done = 2;
        await organize('adjudicate', { match_id: over[2]?.match_id, winner: 'draw' });
      }
    });
    expect(done).toBe(2);
    expect(schedule.filter(({ replays }) => replays !== null)).toHaveLength(1);
    expect(schedule.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect((await recomputeStandings({ leagueId })).faults).toEqual([]);
  },
);
