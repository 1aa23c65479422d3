import { beforeAll, expect, it } from 'vitest';
import { env } from '@/lib/core/env';
import { useProduct } from '@/server/testing/product';
import { startExample } from './testing/run-example';

const url = useProduct();

beforeAll(() => {
  env().WEREWOLF_PHASE_MS = {
    LOBBY: 4_000,
    NIGHT: 700,
    DAY_ANNOUNCE: 100,
    DAY_OPENING: 2_500,
    DAY_DISCUSSION: 6_500,
    DAY_VOTE: 1_500,
    DAY_RESOLUTION: 100,
  };
});

it('play a whole match of eight by the hints alone, answer each other, and print what it costs', async () => {
  const output = await startExample('werewolf-agents.ts', ['--url', url()], {}, 90_000).ended;
  process.stdout.write(`${output}\n`);
  const rows = output.split('\n').filter((line) => /^(?:Ada|Bruno|Cleo|Dora|Emil|Finn|Gina|Hugo)\t/.test(line));
  expect(rows).toHaveLength(8);
  for (const row of rows) {
    const [calls = 0, refused = 0, , , , , toolTokens = 0, answerTokens = 0] = row.split('\t').slice(1).map(Number);
    expect(calls).toBeGreaterThan(5);
    expect(refused).toBeLessThan(calls / 4);
    expect(toolTokens).toBeLessThan(6_000);
    expect(answerTokens).toBeGreaterThan(500);
  }
  expect(Number(/(\d+) of them replies/.exec(output)?.[1])).toBeGreaterThan(4);
  expect(output).toMatch(/Over: (VILLAGERS|WEREWOLVES) win\.\s*$/);
}, 100_000);
