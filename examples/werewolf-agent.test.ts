import { beforeAll, expect, it } from 'vitest';
import { env } from '@/lib/core/env';
import { useProduct } from '@/server/testing/product';
import { startExample } from './testing/run-example';

const url = useProduct();

beforeAll(() => {
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
});

it('plays a match of Werewolf with house bots to its end by following next_action', async () => {
  const output = await startExample('werewolf-agent.ts', ['--url', url()]).ended;
  expect(output).toMatch(/Seat 1 of werewolf-\d+\./);
  expect(output).toMatch(/et\.werewolf\.match\.\S+ \{"matchId"/);
  expect(output).toMatch(/NARRATOR: /);
  expect(output).toMatch(/Over: (VILLAGERS|WEREWOLVES) win\.\s*$/);
}, 60_000);
