import { afterAll, expect, it } from 'vitest';
import { pool, transaction } from '@/lib/data/database';
import { replaceNameOfAgent } from '@/lib/data/deletions';
import { announceCredentialChange } from '@/lib/domain/accounts';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { countStatements } from '@/lib/testing/statements';
import {
  DEFAULT_LEAGUE_ID,
  ensureDefaultLeague,
  getLeague,
  makeMove,
  organizeLeague,
  readGameState,
  readOwnStates,
  refereeDueFixtures,
  refereeIdle,
  scheduleMatch,
  startLeague,
  withdrawPlayer,
} from '.';
import { always, openLeague, playOut, register } from './testing/play-league';
import { type PushPlayer, startPushPlayer } from './testing/push-player';

useCatalog();

const opened: PushPlayer[] = [];
afterAll(() => Promise.all(opened.map((player) => player.close())));

async function push(playerId: string, number: number): Promise<PushPlayer> {
  const player = await startPushPlayer(always(playerId, number));
  opened.push(player);
  return player;
}

it('plays a league to its end whose state was read before its last player registered', async () => {
  const creator = await playerFixture();
  const leagueId = await openLeague(creator, { house_bots: ['easy', 'easy'], time_limit_seconds: 20 });
  const pair = { caller: creator.caller, leagueId, player1Id: 'P01', player2Id: 'P02' };
  await scheduleMatch({ ...pair, roundId: 1 });
  expect((await readGameState({ leagueId, matchId: 'R1M1' })).status).toBe('scheduled');
  expect((await register(leagueId, (await push('P03', 2)).endpoint)).status).toBe('ACCEPTED');
  await scheduleMatch({ ...pair, player2Id: 'P03', roundId: 2 });
  await startLeague({ agent: creator.caller, leagueId });
  const { schedule } = await playOut(leagueId);
  expect(schedule.map(({ match_id, status }) => [match_id, status])).toEqual([
    ['R1M1', 'completed'],
    ['R2M1', 'completed'],
  ]);
});

it('calls the player that registered in place of one that was removed, although the state was read before', async () => {
  const creator = await playerFixture();
  const leagueId = await openLeague(creator, { house_bots: ['easy'], time_limit_seconds: 20 });
  const removed = await push('P02', 2);
  await register(leagueId, removed.endpoint, creator.caller);
  const pair = { caller: creator.caller, leagueId, player1Id: 'P01', player2Id: 'P02', roundId: 1 };
  await scheduleMatch(pair);
  await readGameState({ leagueId, matchId: 'R1M1' });
  await withdrawPlayer({ agent: creator.caller, leagueId, playerId: 'P02' });
  const registered = await push('P02', 3);
  expect(await register(leagueId, registered.endpoint, creator.caller)).toMatchObject({ playerId: 'P02' });
  await scheduleMatch(pair);
  await startLeague({ agent: creator.caller, leagueId });
  await playOut(leagueId);
  expect(removed.received).toEqual([]);
  expect(registered.received.at(-1)).toMatchObject({ message_type: 'GAME_END' });
});

/** An agent that plays in several leagues, each against another agent. */
async function playInLeagues(count: number) {
  const agent = await playerFixture();
  const opponents = [];
  for (let n = 0; n < count; n++) {
    const opponent = await playerFixture({ displayName: `Opponent ${n}` });
    opponents.push(opponent);
    const leagueId = await openLeague(opponent, { time_limit_seconds: 60 });
    await register(leagueId, '', agent.caller);
    await register(leagueId, '', opponent.caller);
    await startLeague({ agent: opponent.caller, leagueId });
  }
  const allRun = async () => {
    await refereeDueFixtures();
    return (await readOwnStates(agent.agentId)).length;
  };
  await expect.poll(allRun, { timeout: 20_000 }).toBe(count);
  await refereeIdle();
  return { agent, opponents };
}

it('shows the name of a deleted agent neither in a running match nor in the standings', async () => {
  const { agent, opponents } = await playInLeagues(1);
  const [opponent] = opponents;
  const [state] = await readOwnStates(agent.agentId);
  expect(state?.opponent.display_name).toBe('Player');
  const leagueId = state?.league_id ?? '';
  await getLeague({ leagueId });
  const agentId = opponent?.agentId ?? '';
  await transaction((client) => replaceNameOfAgent(client, { agentId, name: 'Deleted player' }));
  await announceCredentialChange({ agentId, ended: true });
  expect((await readOwnStates(agent.agentId))[0]?.opponent.display_name).toBe('Deleted player');
  const { standings } = await getLeague({ leagueId });
  expect(standings.map(({ display_name }) => display_name).sort()).toEqual(['Deleted player', 'Player']);
});

it('reads and moves with as many statements in four running matches as in one', async () => {
  const counts = [];
  for (const leagues of [1, 4]) {
    const { agent } = await playInLeagues(leagues);
    const reads = await countStatements(/^(leagues|matches)\./, () => readOwnStates(agent.agentId));
    const move = { agent: agent.caller, move: { number: 3 } };
    const moves = await countStatements(/^(leagues|matches)\./, () => makeMove(move));
    counts.push({ reads, moves });
  }
  expect(counts[1]).toEqual(counts[0]);
});

it('sends the id of the finished season in a match that is replayed after the next season of league_default has begun', async () => {
  await ensureDefaultLeague();
  await pool().query(`UPDATE leagues SET time_limit_seconds = 20 WHERE league_id = $1`, [DEFAULT_LEAGUE_ID]);
  const players = [await push('P01', 1), await push('P02', 2)] as const;
  for (const { endpoint } of players) await register(DEFAULT_LEAGUE_ID, endpoint);
  const admin = await playerFixture();
  const agent = { ...admin.caller, isAdmin: true };
  await startLeague({ agent, leagueId: DEFAULT_LEAGUE_ID });
  await playOut(DEFAULT_LEAGUE_ID);
  await register(DEFAULT_LEAGUE_ID, '', admin.caller);
  const finished = `${DEFAULT_LEAGUE_ID}_1`;
  const correction = { action: 'replay', matchId: 'R1M1', reason: 'A test' } as const;
  await organizeLeague({ agent, leagueId: finished, ...correction });
  players[0].received.length = 0;
  await playOut(finished);
  expect(new Set(players[0].received.map(({ league_id }) => league_id))).toEqual(new Set([finished]));
});
