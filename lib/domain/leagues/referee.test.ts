import type http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import {
  findFixturePlace,
  getLeague,
  makeMove,
  readOwnStates,
  readTranscript,
  recomputeStandings,
  refereeDueFixtures,
  scheduleMatch,
  startLeague,
  takeMoveResponse,
} from '.';
import { always, openLeague, playOut, register, skipMoveTime } from './testing/play-league';
import { type Behaviour, moveResponse, type PushPlayer, startPushPlayer, VISITOR } from './testing/push-player';

useCatalog();

const opened: PushPlayer[] = [];
afterAll(async () => {
  await Promise.all(opened.splice(0).map((player) => player.close()));
});

async function push(behave: Behaviour): Promise<PushPlayer> {
  const player = await startPushPlayer(behave);
  opened.push(player);
  return player;
}

/** A league of two push players, started. */
async function duel(one: Behaviour, other: Behaviour, input: Record<string, unknown> = {}) {
  const creator = await playerFixture();
  const leagueId = await openLeague(creator, input);
  const players = [await push(one), await push(other)] as const;
  for (const { endpoint } of players) expect((await register(leagueId, endpoint)).status).toBe('ACCEPTED');
  await startLeague({ agent: creator.caller, leagueId });
  return { leagueId, players };
}

/** For behaviours that do not look at the exchange. */
const never = {} as Parameters<Behaviour>[1];

const typesOf = (player: PushPlayer) => player.received.map(({ message_type }) => message_type);

/** How often a player was asked for the move of the round that it was asked for last. */
function countRequests({ received }: PushPlayer): number {
  const requests = received.filter(({ message_type }) => message_type === 'MOVE_REQUEST');
  return requests.filter(({ game_round }) => game_round === requests.at(-1)?.game_round).length;
}

describe('a match of two push players', () => {
  it('sends GAME_START, a MOVE_REQUEST and a ROUND_RESULT each round, and GAME_END', async () => {
    const { leagueId, players } = await duel(always('P01', 1), always('P02', 2), { time_limit_seconds: 20 });
    const details = await playOut(leagueId);
    const round = ['MOVE_REQUEST', 'ROUND_RESULT'];
    expect(typesOf(players[0])).toEqual(['GAME_START', ...round, ...round, ...round, 'GAME_END']);
    expect(details.schedule[0]).toMatchObject({ match_id: 'R1M1', status: 'completed', reason: 'rounds' });
    expect(await findFixturePlace(details.schedule[0]?.game_session_id ?? '')).toEqual({
      leagueId,
      leagueName: 'Test',
      matchId: 'R1M1',
      roundId: 1,
    });
    const [winner, loser] = details.standings;
    expect(winner).toMatchObject({ points: 3, wins: 1, score_difference: 3 });
    expect(loser).toMatchObject({ points: 0, losses: 1, score_difference: -3 });
    const end = players[0].received.at(-1);
    expect(end).toMatchObject({ winner: winner?.player_id, match_points: { [winner?.player_id ?? '']: 3 } });
  });

  it('leaves a signed transcript that recomputes the standings', async () => {
    const { leagueId } = await duel(always('P01', 1), always('P02', 2), { time_limit_seconds: 20 });
    await playOut(leagueId);
    const { transcript, signature } = await readTranscript({ leagueId, matchId: 'R1M1' });
    expect(signature).toMatch(/^[\w-]+\.\.[\w-]+$/);
    const exchanges = transcript.exchanges as { message_type: string; fault: string | null }[];
    expect(exchanges.filter(({ message_type }) => message_type === 'MOVE_REQUEST')).toHaveLength(6);
    const events = transcript.events as { type: string; data: Record<string, unknown> }[];
    expect(events.filter(({ type }) => type === 'move_committed')).toHaveLength(6);
    expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts: 1, faults: [] });
  });
});

describe('a hostile player', () => {
  it.each<[string, Behaviour, string]>([
    [
      'is silent',
      (message) => (message.message_type === 'MOVE_REQUEST' ? new Promise(() => {}) : undefined),
      'timeout',
    ],
    [
      'answers after the time is over',
      async (message) => {
        if (message.message_type !== 'MOVE_REQUEST') return undefined;
        const lateAt = now().getTime() + 1_000;
        while (now().getTime() < lateAt) await pause(10);
        return moveResponse(message, 'P02', { number: 3 });
      },
      'timeout',
    ],
    [
      'answers thousands of nested arrays',
      (message, { response, id }) => {
        if (message.message_type !== 'MOVE_REQUEST') return undefined;
        const deep = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
        response.end(`{"jsonrpc":"2.0","id":"${id}","result":${deep}}`);
        return null;
      },
      'invalid_answer',
    ],
    [
      'sends a number of an object with a null character',
      (message) =>
        message.message_type === 'MOVE_REQUEST'
          ? moveResponse(message, 'P02', { number: { toString: '\u0000' } })
          : undefined,
      'invalid_move',
    ],
    [
      'lies about its id',
      (message) => (message.message_type === 'MOVE_REQUEST' ? moveResponse(message, 'P01', { number: 3 }) : undefined),
      'wrong_sender',
    ],
    [
      "answers with another round's number",
      (message) =>
        message.message_type === 'MOVE_REQUEST'
          ? moveResponse(message, 'P02', { number: 3 }, { game_round: 9 })
          : undefined,
      'invalid_answer',
    ],
    [
      'answers a number outside 1 to 5',
      (message) => (message.message_type === 'MOVE_REQUEST' ? moveResponse(message, 'P02', { number: 6 }) : undefined),
      'invalid_move',
    ],
    [
      'answers a megabyte',
      (message) =>
        message.message_type === 'MOVE_REQUEST'
          ? moveResponse(message, 'P02', { number: 3 }, { padding: 'x'.repeat(1_048_576) })
          : undefined,
      'answer_too_large',
    ],
    [
      'stops in the middle of the match',
      (message, { response }) => {
        if (message.message_type === 'GAME_START' || message.game_round === 1) return always('P02', 2)(message, never);
        response.destroy();
        return null;
      },
      'unreachable',
    ],
    [
      'sends its answer a letter at a time',
      (message, { response }) => {
        if (message.message_type !== 'MOVE_REQUEST') return undefined;
        const letters = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(letters));
        return null;
      },
      'timeout',
    ],
  ])('that %s loses by default, and the fixture names the fault with evidence', async (_what, behave, fault) => {
    const { leagueId, players } = await duel(always('P01', 1), behave);
    const { schedule } = await playOut(leagueId, async () => {
      // A player is asked again after a wrong answer was stored.
      if (countRequests(players[1]) >= (fault === 'timeout' ? 1 : 2)) await skipMoveTime(leagueId, 'P02');
    });
    expect(schedule[0]).toMatchObject({ winner: 'P01', reason: 'default' });
    const { transcript } = await readTranscript({ leagueId, matchId: 'R1M1' });
    expect(transcript.result).toMatchObject({ technical_loss: { player_id: 'P02', fault } });
    const { evidence } = (transcript.result as { technical_loss: { evidence: unknown[] } }).technical_loss;
    expect(evidence.length).toBeGreaterThan(0);
  });

  it('that does not take its last messages does not hold up the next round', async () => {
    let open: http.ServerResponse | null = null;
    const slow: Behaviour = (message, { response }) => {
      if (message.message_type !== 'ROUND_RESULT' || open) return always('P01', 1)(message, never);
      open = response;
      return null;
    };
    const wasOpen: boolean[] = [];
    const other: Behaviour = (message) => {
      if (message.message_type === 'GAME_START') wasOpen.push(open?.destroyed === false);
      return always('P02', 2)(message, never);
    };
    const creator = await playerFixture();
    const limits = { rounds_to_win: 1, max_rounds: 1, time_limit_seconds: 20 };
    const leagueId = await openLeague(creator, { ...limits, format: 'double_round_robin' });
    const players = [await push(slow), await push(other)] as const;
    for (const { endpoint } of players) await register(leagueId, endpoint);
    await startLeague({ agent: creator.caller, leagueId });
    const begin = async () => (await refereeDueFixtures()) >= 0 && wasOpen;
    await expect.poll(begin, { timeout: 20_000, interval: 20 }).toEqual([false, true]);
    (open as unknown as http.ServerResponse).destroy();
    await playOut(leagueId);
    const match = ['GAME_START', 'MOVE_REQUEST', 'ROUND_RESULT', 'GAME_END'];
    expect(typesOf(players[1])).toEqual([...match, ...match]);
  });

  it('that answers twice moves once, and one that answers too early is refused', async () => {
    const requests: Record<string, unknown>[] = [];
    const second: string[] = [];
    const early: string[] = [];
    const creator = await playerFixture();
    const leagueId = await openLeague(creator, { rounds_to_win: 2, max_rounds: 3, time_limit_seconds: 10 });
    const answerTwice: Behaviour = async (message) => {
      if (message.message_type !== 'MOVE_REQUEST') return undefined;
      requests.push(message);
      const take = (changes: object) =>
        takeMoveResponse(moveResponse(message, 'P01', { number: 1 }, { ...changes }) as never, { caller: VISITOR });
      early.push(
        await take({ game_round: Number(message.game_round) + 1 }).then(
          () => 'taken',
          (fault: Error) => fault.message,
        ),
      );
      expect(await take({})).toBe('taken');
      second.push(await take({ move: { number: 2 } }));
      return moveResponse(message, 'P01', { number: 5 });
    };
    const players = [await push(answerTwice), await push(always('P02', 2))];
    for (const { endpoint } of players) await register(leagueId, endpoint);
    const before = { league_id: leagueId, round_id: 1, match_id: 'R1M1', conversation_id: 'x', game_round: 1 };
    await expect(
      takeMoveResponse(moveResponse(before, 'P01', { number: 1 }) as never, { caller: VISITOR }),
    ).rejects.toThrow('no match R1M1');
    await startLeague({ agent: creator.caller, leagueId });
    await expect(
      takeMoveResponse(moveResponse(before, 'P01', { number: 1 }) as never, { caller: VISITOR }),
    ).rejects.toThrow('not begun');
    const { schedule } = await playOut(leagueId);
    expect(schedule[0]).toMatchObject({ reason: 'rounds', technical_loss: null });
    expect(early.length).toBeGreaterThan(1);
    expect(early.every((reason) => reason.includes('game_round is'))).toBe(true);
    expect(second.every((answer) => answer === 'ignored')).toBe(true);
    const results = players[1]?.received.filter(({ message_type }) => message_type === 'ROUND_RESULT') ?? [];
    expect(results.map(({ moves }) => (moves as Record<string, number>).P01)).toEqual(results.map(() => 1));
  });

  it('that cannot be reached at GAME_START loses by default', async () => {
    const { leagueId, players } = await duel(always('P01', 1), always('P02', 2));
    await players[1].close();
    const { schedule } = await playOut(leagueId);
    expect(schedule[0]).toMatchObject({
      winner: 'P01',
      reason: 'unreachable',
      game_session_id: null,
      technical_loss: { player_id: 'P02', fault: 'unreachable' },
    });
  });
});

it('gives two players that cannot be reached no points, and recomputes to the same table', async () => {
  const { leagueId, players } = await duel(always('P01', 1), always('P02', 2));
  await Promise.all(players.map((player) => player.close()));
  const { schedule, standings } = await playOut(leagueId);
  expect(schedule[0]).toMatchObject({ winner: null, reason: 'unreachable', match_points: { P01: 0, P02: 0 } });
  expect(standings).toMatchObject([
    { points: 0, draws: 0, losses: 1 },
    { points: 0, draws: 0, losses: 1 },
  ]);
  const { transcript } = await readTranscript({ leagueId, matchId: 'R1M1' });
  expect(transcript.result).toMatchObject({ match_points: { P01: 0, P02: 0 } });
  expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts: 1, faults: [] });
});

describe('a schedule by hand', () => {
  it('is played although its only match is in a later round', async () => {
    const creator = await playerFixture();
    const leagueId = await openLeague(creator, { house_bots: ['easy', 'easy'], time_limit_seconds: 20 });
    const pair = { caller: creator.caller, leagueId, player1Id: 'P01', player2Id: 'P02' };
    for (const roundId of [0, -1, 199, 3_000_000_000])
      await expect(scheduleMatch({ ...pair, roundId })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await scheduleMatch({ ...pair, roundId: 3 });
    await startLeague({ agent: creator.caller, leagueId });
    const statuses = new Set<string>();
    const details = await playOut(leagueId, async () => statuses.add((await getLeague({ leagueId })).status));
    expect(details.schedule).toMatchObject([{ match_id: 'R3M1', status: 'completed' }]);
    expect(statuses).toContain('in_progress');
  });
});

describe('players of all four kinds', () => {
  it('play one league to its end', async () => {
    const creator = await playerFixture();
    const puller = await playerFixture({ displayName: 'Puller' });
    const leagueId = await openLeague(creator, { house_bots: ['easy'], time_limit_seconds: 5 });
    const first = await push(always('P02', 1));
    expect(await register(leagueId, first.endpoint)).toMatchObject({ status: 'ACCEPTED', playerId: 'P02' });
    expect(await register(leagueId, '', puller.caller)).toMatchObject({ status: 'ACCEPTED', playerId: 'P03' });
    expect(await register(leagueId, '')).toMatchObject({ status: 'REJECTED' });
    await startLeague({ agent: creator.caller, leagueId });
    const answered: string[] = [];
    const details = await playOut(leagueId, async () => {
      const [own] = await readOwnStates(puller.agentId);
      if (!own?.your_turn) return;
      const after = await makeMove({ agent: puller.caller, move: { number: 3 } });
      expect(JSON.stringify(after.game_state)).not.toContain('number');
      answered.push(own.match_id);
    });
    expect(answered.length).toBeGreaterThan(4);
    expect(details.standings.reduce((sum, { played }) => sum + played, 0)).toBe(6);
    expect(details.schedule.filter(({ status }) => status === 'completed')).toHaveLength(3);
    expect(await recomputeStandings({ leagueId })).toMatchObject({ transcripts: 3, faults: [] });
  });
});
