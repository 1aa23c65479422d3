import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { AgentCaller } from '@/lib/core/caller';
import { NO_RESTRICTIONS } from '@/lib/core/restrictions';
import { pool } from '@/lib/data/database';
import {
  createLeague,
  getLeague,
  makeMove,
  readOwnStates,
  recomputeStandings,
  registerPlayer,
  startLeague,
} from '@/lib/domain/leagues';
import { moveResponse, type PushPlayer, startPushPlayer } from '@/lib/domain/leagues/testing/push-player';
import { callerOfPlayer, ensurePlayer } from '@/lib/domain/people';
import { useCatalog } from '@/lib/testing/catalog';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { forkProgram } from '@/lib/testing/program';

useCatalog();

const children: ChildProcess[] = [];
const players: PushPlayer[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(players.splice(0).map((player) => player.close()));
});

/** A process with the ticker, which referees, on this test's database. */
async function startReferee(): Promise<ChildProcess> {
  const child = forkProgram('server/testing/ticker-process.ts', {
    env: { ...process.env, EXHIBITION: 'false' },
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

async function humanCaller(): Promise<AgentCaller> {
  const { ownerId } = await ownerFixture();
  const owner = { ownerId, email: `${ownerId}@example.org`, displayName: 'Human', restrictions: NO_RESTRICTIONS };
  return callerOfPlayer(owner as never, await ensurePlayer(owner as never));
}

it('ends a league of all four kinds of players with the standings of its transcripts, when its process is killed in a round', async () => {
  const creator = (await agentFixture()).caller;
  const { league_id: leagueId } = await createLeague({
    agent: creator,
    name: 'Killed',
    format: 'swiss',
    rounds: 2,
    roundsToWin: 1,
    maxRounds: 1,
    timeLimitSeconds: 20,
    houseBots: ['easy', 'easy', 'medium', 'medium', 'strong', 'strong'],
  });
  const enter = async (caller: AgentCaller, endpoint: string) => {
    const player = { displayName: 'Player', version: '1', gameTypes: ['even_odd'], endpoint };
    const answer = await registerPlayer({ caller, leagueId, ...player });
    if (answer.status === 'REJECTED') throw new Error(answer.reason);
    return answer.playerId;
  };
  for (let n = 0; n < 8; n++) {
    let id = '';
    const player = await startPushPlayer(async (message) => {
      if (message.message_type !== 'MOVE_REQUEST') return undefined;
      await pause(300);
      return moveResponse(message, id, { number: (n % 5) + 1 });
    });
    players.push(player);
    id = await enter(creator, player.endpoint);
  }
  const callers = [
    humanCaller(),
    humanCaller(),
    ...Array.from({ length: 4 }, () => agentFixture().then((a) => a.caller)),
  ];
  const pullers = await Promise.all(callers);
  for (const caller of pullers) await enter(caller, '');

  const first = await startReferee();
  await startLeague({ agent: creator, leagueId });
  const answer = async () => {
    for (const agent of pullers) {
      const [own] = await readOwnStates(agent.agentId, leagueId);
      if (own?.your_turn) await makeMove({ agent, move: { number: 3 }, leagueId }).catch(() => {});
    }
  };
  const until = async (condition: () => Promise<boolean>) => {
    for (let n = 0; n < 600; n++) {
      await answer();
      if (await condition()) return;
      await pause(50);
    }
    throw new Error('the league stands still');
  };
  await until(async () => {
    const { schedule } = await getLeague({ leagueId });
    const isOver = (status: string) => schedule.some((fixture) => fixture.status === status);
    return isOver('completed') && isOver('active');
  });
  first.kill('SIGKILL');
  await startReferee();
  await until(async () => (await getLeague({ leagueId })).status === 'completed');
  await until(async () => (await recomputeStandings({ leagueId })).transcripts === 20);

  const league = await getLeague({ leagueId });
  expect(league.schedule.filter(({ status }) => status === 'completed')).toHaveLength(20);
  expect(await recomputeStandings({ leagueId })).toMatchObject({ faults: [] });
  expect(new Set(league.players.map(({ kind }) => kind))).toEqual(new Set(['push', 'pull', 'human', 'bot']));
  expect(league.schedule.every(({ technical_loss }) => technical_loss === null)).toBe(true);
  const { rows } = await pool().query(
    `SELECT match_id FROM match_inputs WHERE seat IS NOT NULL GROUP BY match_id, seat HAVING count(*) > 1`,
  );
  expect(rows).toEqual([]);
}, 180_000);
