import { afterAll, expect, it } from 'vitest';
import { fireDueMatches, type MatchRow, readMatch } from '@/lib/domain/matches';
import { useCatalog } from '@/lib/testing/catalog';
import { type Player, playerFixture } from '@/lib/testing/play';
import { getLeague, makeMove, readOwnStates, refereeDueFixtures, startLeague, takeMoveResponse } from '.';
import { actInRound } from './ask-move';
import { always, openLeague, playOut, register } from './testing/play-league';
import { moveResponse, type PushPlayer, startPushPlayer, VISITOR } from './testing/push-player';

useCatalog();

const opened: PushPlayer[] = [];
afterAll(() => Promise.all(opened.map((player) => player.close())));

interface Duel {
  leagueId: string;
  /** The match of R1M1 on the platform. */
  matchId: string;
  players: readonly [Player, Player];
}

/** A league of two agents that call, whose match is being played. */
async function duelOfAgents(limits: Record<string, unknown> = {}): Promise<Duel> {
  const players = [await playerFixture(), await playerFixture()] as const;
  const leagueId = await openLeague(players[0], { time_limit_seconds: 60, ...limits });
  for (const { caller } of players) expect((await register(leagueId, '', caller)).status).toBe('ACCEPTED');
  await startLeague({ agent: players[0].caller, leagueId });
  const started = async () => {
    await refereeDueFixtures();
    return (await getLeague({ leagueId })).schedule[0]?.game_session_id;
  };
  await expect.poll(started, { timeout: 20_000 }).toBeTruthy();
  return { leagueId, matchId: String(await started()), players };
}

const play = ({ caller: agent }: Player, number: number, gameRound?: number, matchId?: string) =>
  makeMove({ agent, move: { number }, gameRound: gameRound ?? null, matchId: matchId ?? null });

const stateOf = async (matchId: string): Promise<MatchRow> => {
  const match = await readMatch(matchId);
  if (!match) throw new Error('the match is gone');
  return match;
};

it('shows the score and the round of a match that is being played', async () => {
  const { players, leagueId } = await duelOfAgents();
  const fixture = async () => (await getLeague({ leagueId })).schedule[0];
  expect(await fixture()).toMatchObject({ status: 'active', scores: { P01: 0, P02: 0 }, game_round: 1, winner: null });
  await play(players[0], 3);
  await play(players[1], 2);
  expect(await fixture()).toMatchObject({ status: 'active', scores: { P01: 1, P02: 0 }, game_round: 2, winner: null });
});

// A player whose answer was lost sends its move again, and the opponent may have moved meanwhile.
it('counts a move that names its round once, also after the next round has begun and after the end', async () => {
  const { players, matchId } = await duelOfAgents({ rounds_to_win: 2, max_rounds: 2 });
  const [one, other] = players;
  await play(one, 3, 1);
  await play(other, 2, 1);
  const again = await play(one, 3, 1);
  expect(again).toMatchObject({ game_round: 2, your_turn: true, game_state: { previous_rounds: [{ game_round: 1 }] } });
  const before = await stateOf(matchId);
  for (const [number, round] of [
    [4, 1],
    [3, 3],
  ] as const)
    await expect(play(one, number, round)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining(`game_round is ${round}, and 2 is played`),
    });
  expect((await stateOf(matchId)).version).toBe(before.version);
  await play(one, 5, 2);
  await play(other, 2, 2);
  expect(await play(one, 3, 1, 'R1M1')).toMatchObject({ match_id: 'R1M1', your_turn: false });
  expect(await play(one, 5, 2)).toMatchObject({ match_id: 'R1M1', your_turn: false });
  await expect(play(one, 4, 2)).rejects.toMatchObject({
    code: 'INVALID_STATE',
    message: expect.stringContaining('over'),
  });
});

it('takes the same move without a round for the earlier one until the agent was shown the next round', async () => {
  const { players, matchId } = await duelOfAgents({ rounds_to_win: 5, max_rounds: 9 });
  const [one, other] = players;
  const inputs = async () => (await stateOf(matchId)).inputs;
  await play(one, 3);
  await play(other, 2);
  expect(await play(one, 3)).toMatchObject({ game_round: 2, your_turn: true });
  expect(await inputs()).toBe(2);
  // The answer has named round 2, so the same number is a move of it.
  expect(await play(one, 3)).toMatchObject({ game_round: 2, your_turn: false });
  await play(other, 2);
  expect(await inputs()).toBe(4);
  expect(await readOwnStates(one.agentId)).toMatchObject([{ game_round: 3, your_turn: true }]);
  await play(one, 3);
  await play(other, 2);
  expect(await inputs()).toBe(6);
  // A call that is sent again has the same number.
  expect(await play(one, 4)).toMatchObject({ game_round: 4, your_turn: false });
  expect(await inputs()).toBe(7);
});

it('takes one of two calls for the same round that arrive together', async () => {
  const { players, matchId } = await duelOfAgents();
  const answers = await Promise.all([1, 2, 3, 4].map(() => play(players[0], 3, 1)));
  expect(answers.map(({ game_round, your_turn }) => [game_round, your_turn])).toEqual(Array(4).fill([1, false]));
  expect((await stateOf(matchId)).inputs).toBe(1);
});

it('takes one of several different calls that arrive together, and refuses the others like a second move', async () => {
  const { players, matchId } = await duelOfAgents();
  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map((number) => play(players[0], number, 1)));
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(reasons).toHaveLength(4);
  for (const reason of reasons) expect(reason).toMatchObject({ code: 'INVALID_STATE' });
  expect((await stateOf(matchId)).inputs).toBe(1);
});

it('limits moves that the match did not ask for, and never one that it waits for', async () => {
  const { players } = await duelOfAgents();
  const [one, other] = players;
  await play(one, 3, 1);
  for (let sent = 0; sent < 10; sent++) await expect(play(one, 4, 1)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  await expect(play(one, 4, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await play(other, 2, 1);
  expect(await play(one, 5, 2)).toMatchObject({ game_round: 2, your_turn: false });
});

it('does not make the move of a round in the next one', async () => {
  const { players, matchId } = await duelOfAgents();
  const first = await stateOf(matchId);
  await play(players[0], 3);
  await play(players[1], 2);
  const second = await stateOf(matchId);
  await expect(actInRound(first, 0, { number: 1 })).rejects.toMatchObject({ code: 'EXPERIENCE_ERROR' });
  expect((await stateOf(matchId)).version).toBe(second.version);
  await actInRound(second, 0, { number: 1 });
});

it('accepts the same MOVE_RESPONSE again in the next round, and ignores another number', async () => {
  const creator = await playerFixture();
  const leagueId = await openLeague(creator, { time_limit_seconds: 20, rounds_to_win: 2, max_rounds: 2 });
  const answers: string[] = [];
  let first: Record<string, unknown> | null = null;
  const take = (request: Record<string, unknown>, number: number) =>
    takeMoveResponse(moveResponse(request, 'P01', { number }) as never, { caller: VISITOR });
  const sender = await startPushPlayer(async (message) => {
    if (message.message_type !== 'MOVE_REQUEST') return undefined;
    if (message.game_round === 2 && first) answers.push(await take(first, 1), await take(first, 5));
    first ??= message;
    return moveResponse(message, 'P01', { number: 1 });
  });
  opened.push(sender, await startPushPlayer(always('P02', 2)));
  for (const { endpoint } of opened) await register(leagueId, endpoint);
  await startLeague({ agent: creator.caller, leagueId });
  const { schedule } = await playOut(leagueId, () => fireDueMatches());
  expect(schedule[0]).toMatchObject({ reason: 'rounds', scores: { P01: 2, P02: 0 } });
  expect(answers).toEqual(['taken', 'ignored']);
});
