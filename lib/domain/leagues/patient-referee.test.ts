import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { getLeague, readTranscript, startLeague, takeMoveResponse } from '.';
import { always, openLeague, playOut, register } from './testing/play-league';
import { type Behaviour, moveResponse, type PushPlayer, startPushPlayer, VISITOR } from './testing/push-player';

useCatalog();

type Json = Record<string, unknown>;

const opened: PushPlayer[] = [];
afterAll(async () => {
  await Promise.all(opened.splice(0).map((player) => player.close()));
});

/** A league of two push players, started. */
async function duel(one: Behaviour, other: Behaviour, input: Json) {
  const creator = await playerFixture();
  const leagueId = await openLeague(creator, input);
  const players = [await startPushPlayer(one), await startPushPlayer(other)] as const;
  opened.push(...players);
  for (const { endpoint } of players) expect((await register(leagueId, endpoint)).status).toBe('ACCEPTED');
  await startLeague({ agent: creator.caller, leagueId });
  return { leagueId, players };
}

/** Answers messages of one type this much later. */
const slowAt =
  (type: string, delayMs: number): Behaviour =>
  async (message, exchange) => {
    if (message.message_type === type) await pause(delayMs);
    return always('P02', 2)(message, exchange);
  };

/** The exchanges with P02 in the transcript of the match. */
async function exchangesWith(leagueId: string) {
  const { transcript } = await readTranscript({ leagueId, matchId: 'R1M1' });
  return (transcript.exchanges as Json[]).filter(({ player_id }) => player_id === 'P02');
}

const requestsTo = ({ received }: PushPlayer) => received.filter(({ message_type }) => message_type === 'MOVE_REQUEST');

it.each(['GAME_START', 'ROUND_RESULT'])('costs a player nothing that answers %s slower than its time', async (type) => {
  const limits = { rounds_to_win: 2, max_rounds: 2, time_limit_seconds: 2 };
  const { leagueId, players } = await duel(always('P01', 1), slowAt(type, 2_500), limits);
  const { schedule } = await playOut(leagueId);
  expect(schedule[0]).toMatchObject({ reason: 'rounds', technical_loss: null });
  expect(requestsTo(players[1]).map(({ game_round }) => game_round)).toEqual([1, 2]);
});

it('refuses a wrong answer with its reason, and takes the corrected one before the deadline', async () => {
  const at: number[] = [];
  const wrong = [{ number: 9 }, 'three'];
  const behave: Behaviour = (message) => {
    if (message.message_type !== 'MOVE_REQUEST') return undefined;
    at.push(Date.now());
    return moveResponse(message, 'P02', wrong[at.length - 1] ?? { number: 2 });
  };
  const limits = { rounds_to_win: 1, max_rounds: 1, time_limit_seconds: 20 };
  const { leagueId, players } = await duel(always('P01', 1), behave, limits);
  const { schedule } = await playOut(leagueId);
  expect(schedule[0]).toMatchObject({ reason: 'rounds', technical_loss: null });
  expect(players[1].errors.slice(1, 4)).toEqual([
    undefined,
    'Invalid move: number must be an integer from 1 to 5, not 9',
    'Invalid move: number must be an integer from 1 to 5, not null',
  ]);
  expect(Math.min(...at.slice(1).map((time, index) => time - (at[index] ?? 0)))).toBeGreaterThan(100);
  const [first, ...later] = requestsTo(players[1]).map(({ time_limit_seconds }) => time_limit_seconds as number);
  expect(first).toBe(20);
  expect(Math.max(...later)).toBeLessThan(20);
});

it('records what was sent, and for a missed round the request with its deadline', async () => {
  const behave: Behaviour = async (message) => {
    if (message.message_type !== 'MOVE_REQUEST') return undefined;
    if (message.game_round !== 1) return null;
    await takeMoveResponse(moveResponse(message, 'P02', { number: 2 }) as never, { caller: VISITOR });
    return { status: 'ok' };
  };
  const { leagueId, players } = await duel(always('P01', 1), behave, { rounds_to_win: 3, max_rounds: 5 });
  let call: unknown = null;
  const { schedule } = await playOut(leagueId, async () => {
    const [fixture] = (await getLeague({ leagueId })).schedule;
    if (fixture?.status === 'completed') call ??= fixture.technical_loss;
  });
  expect(schedule[0]).toMatchObject({ reason: 'default', winner: 'P01' });
  const exchanges = await exchangesWith(leagueId);
  const sent = exchanges.filter(({ direction }) => direction === 'sent');
  expect(sent.map(({ message_type, game_round }) => [message_type, game_round])).toEqual(
    players[1].received.map(({ message_type, game_round = null }) => [message_type, game_round]),
  );
  const missed = sent.filter(({ fault }) => fault === 'timeout');
  expect(missed).toMatchObject([
    { game_round: 2, answered_at: null, due_at: expect.any(String) },
    { game_round: 3, answered_at: null },
  ]);
  expect(schedule[0]?.technical_loss).toMatchObject({
    fault: 'timeout',
    evidence: [
      {
        message_type: 'MOVE_REQUEST',
        game_round: 2,
        detail: expect.stringContaining('No answer came until its deadline'),
      },
      { message_type: 'MOVE_REQUEST', game_round: 3 },
    ],
  });
  expect(call).toMatchObject({ player_id: 'P02' });
});
