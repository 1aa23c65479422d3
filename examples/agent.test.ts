import { describe, expect, it } from 'vitest';
import { useProduct } from '@/server/testing/product';
import { startExample } from './testing/run-example';

const url = useProduct();

const runAgent = (...args: string[]): Promise<string> => startExample('agent.ts', ['--url', url(), ...args]).ended;

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
    const host = startExample('agent.ts', ['--url', url(), '--game', 'tic-tac-toe', '--opponent', 'agent']);
    await expect.poll(() => host.output(), { timeout: 30_000 }).toContain('Opened a lobby');
    const second = runAgent('--game', 'tic-tac-toe', '--opponent', 'agent', '--rest');
    for (const output of await Promise.all([host.ended, second])) expect(output).toMatch(/Over: .*"results":/);
  }, 90_000);
});
