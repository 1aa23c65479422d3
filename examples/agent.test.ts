import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedFirstParty } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { serveTransports, type TestServer } from '@/lib/transport/testing/serve';
import { startTicker, stopTicker } from '@/server/ticker';

useDatabase();

let server: TestServer;

beforeAll(async () => {
  process.env.EXHIBITION = 'false';
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

/** Runs the example as its first lines say, until it ends; resolves with what it printed. */
function runAgent(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'examples/agent.ts', '--url', server.url, ...args]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve) => child.once('exit', () => resolve(output)));
}

describe('the example agent', () => {
  it.each([
    [['--game', 'nonsense'], 'No playable experience matches "nonsense".'],
    [['--opponent', 'unknown'], 'VALIDATION_ERROR: Invalid input at initial_action.opponent: must be one of'],
    [['--key', 'pgos_bad'], 'The credential is not valid'],
    [['--url', 'http://127.0.0.1:9'], 'No server answers at http://127.0.0.1:9.'],
    [['--bogus'], "Unknown option '--bogus'"],
  ])('prints an error message without a stack trace: %j', async (args, message) => {
    const output = await runAgent(...args);
    expect(output).toContain(message);
    expect(output).not.toContain('    at ');
  });

  it.each([
    ['tic-tac-toe', '--rest'],
    ['even and odd', ''],
  ])(
    'signs itself up and finishes %s against a server bot %s',
    async (game, transport) => {
      const output = await runAgent('--game', game, '--opponent', 'easy', ...(transport ? [transport] : []));
      expect(output).toMatch(/^Signed up\. Key: pgos_/);
      expect(output).toMatch(/Over: .*"your_result":"(win|loss|draw)"/);
    },
    60_000,
  );

  it('plays against another agent, one over MCP and one over REST', async () => {
    const first = runAgent('--game', 'tic-tac-toe', '--opponent', 'agent');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const second = runAgent('--game', 'tic-tac-toe', '--opponent', 'agent', '--rest');
    for (const output of await Promise.all([first, second])) expect(output).toMatch(/Over: .*"results":/);
  }, 90_000);
});
