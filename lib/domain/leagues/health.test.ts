import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { leagueStream } from '@/lib/core/stream';
import { readEvents } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { getLeague, type HealthRecord, startLeague } from '.';
import { flushHealth } from './health';
import { always, openLeague, playOut, register } from './testing/play-league';
import { type Behaviour, moveResponse, type PushPlayer, startPushPlayer } from './testing/push-player';

useCatalog();

const opened: PushPlayer[] = [];
afterAll(async () => {
  await Promise.all(opened.splice(0).map((player) => player.close()));
});

const onMove =
  (answer: Behaviour): Behaviour =>
  (message, exchange) =>
    message.message_type === 'MOVE_REQUEST' ? answer(message, exchange) : undefined;

it('shows how each player answers: a word to all, the details to the organizer and to the player itself', async () => {
  const creator = await playerFixture();
  const leagueId = await openLeague(creator, { rounds_to_win: 1, max_rounds: 1, time_limit_seconds: 2 });
  const behaviours: Behaviour[] = [
    always('P01', 1),
    onMove(async (message) => {
      await pause(1_300);
      return moveResponse(message, 'P02', { number: 2 });
    }),
    onMove((message) => moveResponse(message, 'P03', { number: 9 })),
    onMove(() => null),
  ];
  const own = await playerFixture();
  for (const [index, behave] of behaviours.entries()) {
    const player = await startPushPlayer(behave);
    opened.push(player);
    await register(leagueId, player.endpoint, index === 3 ? own.caller : null);
  }
  await register(leagueId, 'http://127.0.0.1:9/mcp');
  await startLeague({ agent: creator.caller, leagueId });
  expect((await getLeague({ leagueId })).players.map(({ health }) => health)).toEqual(Array(5).fill(null));
  await playOut(leagueId, flushHealth);
  const read = async (player = creator) =>
    (await player.call<{ players: HealthRecord[] }>('league.health', { league_id: leagueId })).players;
  const all = await read();
  expect(all.map(({ player_id }) => player_id)).toEqual(['P01', 'P02', 'P03', 'P04', 'P05']);
  expect(all[0]).toMatchObject({ faults: 0, last_fault: null, last_latency_ms: expect.any(Number) });
  expect(all[2]).toMatchObject({ last_fault: 'invalid_move' });
  expect(all[3]).toMatchObject({ last_fault: 'timeout' });
  expect(all[4]).toMatchObject({
    status: 'unreachable',
    sent: 0,
    answered: 0,
    last_answer_at: null,
    last_fault: 'unreachable',
  });
  expect((await read(own)).map(({ player_id }) => player_id)).toEqual(['P04']);
  expect((await (await playerFixture()).callError('league.health', { league_id: leagueId })).code).toBe('FORBIDDEN');
  const events = await readEvents({
    stream: leagueStream(leagueId),
    audiences: ['public'],
    types: ['player_health'],
    limit: 1_000,
  });
  const words = events.map(({ data }) => `${data.player_id} ${data.status}`);
  expect(words).toEqual(expect.arrayContaining(['P02 slow', 'P03 faulty', 'P04 silent', 'P05 unreachable']));
  expect(words.filter((word) => word.startsWith('P01'))).toEqual([]);
});
