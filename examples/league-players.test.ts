import { type ChildProcess, spawn } from 'node:child_process';
import getPort from 'get-port';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLeague, getLeague, recomputeStandings, startLeague } from '@/lib/domain/leagues';
import { startBus, stopBus } from '@/lib/events';
import { useCatalog } from '@/lib/testing/catalog';
import { playerFixture } from '@/lib/testing/play';
import { serveTransports, type TestServer } from '@/lib/transport/testing/serve';
import { startTicker, stopTicker } from '@/server/ticker';

useCatalog();

let server: TestServer;
const children: ChildProcess[] = [];

beforeAll(async () => {
  process.env.EXHIBITION = 'false';
  await startBus();
  startTicker();
  server = await serveTransports();
});

afterAll(async () => {
  for (const child of children) child.kill();
  await server.close();
  await stopTicker();
  await stopBus();
});

/** Runs an example and resolves when it has registered. */
function run(file: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', `examples/${file}`, '--url', server.url, ...args]);
  children.push(child);
  let output = '';
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('\n')) resolve(output);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
}

it('plays a whole league with two players at their own endpoints and an agent that is not called', async () => {
  const { caller } = await playerFixture();
  const { league_id: league } = await createLeague({ agent: caller, name: 'Examples', timeLimitSeconds: 5 });
  const [one, other] = [await getPort(), await getPort()];
  for (const started of await Promise.all([
    run('league-player.ts', '--league', league, '--port', String(one), '--name', 'Alpha'),
    run('league-player.ts', '--league', league, '--port', String(other), '--name', 'Beta'),
    run('league-pull-agent.ts', '--league', league, '--name', 'Gamma'),
  ])) {
    expect(started).toMatch(/^Registered as P0\d; waiting for the league to start\./);
  }
  await startLeague({ agent: caller, leagueId: league });
  await expect.poll(async () => (await getLeague({ leagueId: league })).status, { timeout: 45_000 }).toBe('completed');
  const { schedule, players } = await getLeague({ leagueId: league });
  expect(players.map(({ kind }) => kind).sort()).toEqual(['pull', 'push', 'push']);
  const played = schedule.filter(({ status }) => status === 'completed');
  expect(played).toHaveLength(3);
  expect(played.every(({ technical_loss, reason }) => technical_loss === null && reason === 'rounds')).toBe(true);
  expect(await recomputeStandings({ leagueId: league })).toMatchObject({ transcripts: 3, faults: [] });
});
