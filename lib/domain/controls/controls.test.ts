import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '@/lib/domain/keys';
import { startBus, stopBus } from '@/lib/events';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { readAllowance, setDailyCaps, withinDailyCaps } from '.';

useDatabase();
useClock();
beforeAll(startBus);
afterAll(stopBus);

async function capped(caps: { dailySteps?: number; dailyCostUsd?: number }) {
  const owner = await ownerFixture();
  const { agentId, apiKey } = await agentFixture({ owner });
  const of = { agentId, ownerId: owner.ownerId };
  await setDailyCaps({ ...of, dailySteps: caps.dailySteps ?? null, dailyCostUsd: caps.dailyCostUsd ?? null });
  const caller = (await authenticate({ apiKey })) ?? expect.fail('no caller');
  const step = (costUsd = 0, work: () => Promise<string> = async () => 'done') =>
    withinDailyCaps(caller, { costUsd, isRepeated: async () => false }, work);
  return { ...of, step };
}

describe('a daily cap', () => {
  it('lets as many racing steps through as it says, and names the cap, the rest and the time in the refusal', async () => {
    const { step, ...of } = await capped({ dailySteps: 5 });
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => step()));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    await expect(step()).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryable: false,
      details: { name: 'daily_steps', limit: 5, used: 5, remaining: 0, resets_at: expect.stringMatching(/T00:00:00/) },
    });
    expect(await readAllowance(of)).toMatchObject({ daily_steps: 5, used_steps: 5, daily_cost_usd: null });
  });

  it('takes the largest cost that a step may report', async () => {
    const { step, ...of } = await capped({ dailySteps: 3 });
    const fail = () => Promise.reject(new Error('illegal'));
    for (const work of [undefined, undefined, fail]) await step(1e9, work).catch(() => {});
    expect(await readAllowance(of)).toMatchObject({ used_steps: 2, used_cost_usd: 99_999_999 });
  });

  it('gives a failed step back and keeps its cost', async () => {
    const { step, ...of } = await capped({ dailySteps: 1 });
    const fail = () => Promise.reject(new Error('illegal'));
    await expect(step(0.5, fail)).rejects.toThrow('illegal');
    expect(await readAllowance(of)).toMatchObject({ used_steps: 0, used_cost_usd: 0.5 });
    expect(await step()).toBe('done');
  });

  it('of cost stops the step after it is reached', async () => {
    const { step } = await capped({ dailyCostUsd: 1 });
    await step(0.6);
    await step(0.6);
    await expect(step(0.01)).rejects.toMatchObject({ details: { name: 'daily_cost_usd', limit: 1, used: 1.2 } });
  });

  it('of nothing refuses the first step', async () => {
    await expect((await capped({ dailySteps: 0 })).step()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect((await capped({ dailyCostUsd: 0 })).step()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('starts again on the next day', async () => {
    const { step } = await capped({ dailySteps: 1 });
    await step();
    await expect(step()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    advanceClock(86_400_000);
    expect(await step()).toBe('done');
  });

  it('of another owner is not found', async () => {
    const { agentId } = await capped({ dailySteps: 1 });
    const { ownerId } = await ownerFixture();
    await expect(readAllowance({ agentId, ownerId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
