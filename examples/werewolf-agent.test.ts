import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { env } from '@/lib/core/env';
import { seedFirstParty } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { serveTransports, type TestServer } from '@/lib/transport/testing/serve';
import { startTicker, stopTicker } from '@/server/ticker';

useDatabase();

let server: TestServer;

beforeAll(async () => {
  env().EXHIBITION = false;
  env().WEREWOLF_FILL_WITH_BOTS_AFTER_S = 1;
  env().WEREWOLF_PHASE_MS = {
    LOBBY: 1_500,
    NIGHT: 700,
    DAY_ANNOUNCE: 100,
    DAY_OPENING: 700,
    DAY_DISCUSSION: 300,
    DAY_VOTE: 900,
    DAY_RESOLUTION: 100,
  };
  await startBus();
  await seedFirstParty();
  startTicker();
  server = await serveTransports();
});

afterAll(async () => {
  await server.close();
  await stopTicker();
  await stopBus();
});

it('plays a match of Werewolf with house bots to its end by following next_action', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'examples/werewolf-agent.ts', '--url', server.url]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  // An agent that hangs shows in the expectations below how far it came.
  const limit = setTimeout(() => child.kill(), 50_000);
  await new Promise((resolve) => child.once('exit', resolve));
  clearTimeout(limit);
  expect(output).toMatch(/Seat 1 of werewolf-\d+\./);
  expect(output).toMatch(/et\.werewolf\.match\.\S+ \{"matchId"/);
  expect(output).toMatch(/NARRATOR: /);
  expect(output).toMatch(/Over: (VILLAGERS|WEREWOLVES) win\.\s*$/);
}, 60_000);
