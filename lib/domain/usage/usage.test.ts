import { describe, expect, it } from 'vitest';
import { runCleanups } from '@/lib/core/cleanup';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { useCatalog } from '@/lib/testing/catalog';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { loseAnswer } from '@/lib/testing/statements';
import {
  costKey,
  costsPerGame,
  countCall,
  countReport,
  flushUsage,
  latestModels,
  modelsOfAgent,
  readUsage,
  readUsageByHour,
} from '.';
import { bucketOf, emptyHistogram, percentile } from './histogram';

useCatalog();
useClock();

const DAY_MS = 24 * 3_600_000;

async function step(player: Player, sessionId: string, fields: Record<string, unknown>): Promise<void> {
  const { experience_response: now } = await player.call<{ experience_response: { legal_moves: unknown[] } }>(
    'session.step',
    { session_id: sessionId, action: { type: 'state' } },
  );
  await player.call('session.step', { session_id: sessionId, action: now.legal_moves[0], ...fields });
}

describe('usage', () => {
  it('adds up calls, steps, tokens and cost by day, agent and experience', async () => {
    const owner = await ownerFixture();
    const [ada, bob] = [await playerFixture({ owner, displayName: 'Ada' }), await playerFixture({ owner })];
    const { session_id: id } = await ada.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    const model_runtime = { model_provider: 'acme', model_name: 'small-1' };
    await step(ada, id, { usage: { input_tokens: 100, output_tokens: 20, cost_usd_estimate: 0.25 }, model_runtime });
    await flushUsage();
    await step(ada, id, { usage: { input_tokens: 50 } });
    await ada.callError('session.step', { session_id: id, action: 'no move' });
    await bob.call('auth.whoami');
    await flushUsage();
    const usage = await readUsage({ ownerId: owner.ownerId, days: 7 });
    expect(usage.total).toMatchObject({
      calls: 7,
      failed: 1,
      steps: 4,
      input_tokens: 150,
      output_tokens: 20,
      cost_usd: 0.25,
      latency_ms: { p50: expect.any(Number), p95: expect.any(Number) },
    });
    expect(usage.days).toHaveLength(7);
    expect(usage.days.at(-1)).toMatchObject({ calls: 7, failed: 1 });
    expect(usage.agents).toMatchObject([
      { id: ada.agentId, name: 'Ada', calls: 6 },
      { id: bob.agentId, calls: 1 },
    ]);
    expect(usage.experiences).toMatchObject([
      { id: TIC_TAC_TOE, calls: 6, steps: 4 },
      { id: null, name: null, calls: 1 },
    ]);
    expect(await latestModels({ experienceIds: [TIC_TAC_TOE], agentIds: [ada.agentId, bob.agentId] })).toEqual(
      new Map([[ada.agentId, 'acme small-1']]),
    );
    const ofBob = { ownerId: owner.ownerId, agentId: bob.agentId, days: 1 };
    expect((await readUsage(ofBob)).total.calls).toBe(1);
    expect((await readUsage({ ownerId: owner.ownerId, experienceId: TIC_TAC_TOE, days: 1 })).total.calls).toBe(6);
  });

  it('is added once when the answer of the database is lost, together with what is counted meanwhile', async () => {
    const owner = await ownerFixture();
    const { agentId } = await playerFixture({ owner });
    await flushUsage();
    const count = () => countCall({ agentId, worked: true, durationMs: 1, sessionId: null, experienceId: null });
    const calls = async () => (await readUsage({ ownerId: owner.ownerId, days: 1 })).total.calls;
    const before = await calls();
    loseAnswer('usage.add_hours');
    count();
    await flushUsage();
    count();
    await flushUsage();
    expect([await calls(), (await readUsageByHour({ ownerId: owner.ownerId })).total.calls]).toEqual([
      before + 2,
      before + 2,
    ]);
    advanceClock(2 * DAY_MS);
    await runCleanups(new AbortController().signal);
    expect((await pool().query('SELECT 1 FROM usage_batches')).rowCount).toBe(0);
  });

  it('takes the largest cost that a step may report, again and again', async () => {
    const owner = await ownerFixture();
    const [ada, bob] = [await playerFixture({ owner }), await playerFixture({ owner })];
    const { session_id: id } = await ada.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    const model_runtime = { model_provider: 'acme', model_name: 'dear' };
    for (let time = 0; time < 2; time++) {
      const report = { usage: { cost_usd_estimate: 1e9, input_tokens: 1e12 }, model_runtime };
      await ada.call('session.step', { session_id: id, action: { type: 'state' }, ...report });
      await bob.call('auth.whoami');
      await flushUsage();
    }
    const { total } = await readUsage({ ownerId: owner.ownerId, days: 1 });
    expect(total).toMatchObject({ calls: 5, input_tokens: 2e12, cost_usd: 99_999_999 });
  });

  it('keeps the last 20 models of an agent, and adds up a day by its first 20', async () => {
    const owner = await ownerFixture();
    const ada = await playerFixture({ owner });
    for (let batch = 0; batch < 3; batch++) {
      for (let number = 0; number < 12; number++)
        countReport({
          agentId: ada.agentId,
          experienceId: TIC_TAC_TOE,
          sessionId: newId(),
          isStep: true,
          usage: { input_tokens: 1 },
          model: { model_provider: 'acme', model_name: `model-${batch}-${number}` },
        });
      await flushUsage();
      advanceClock(1_000);
    }
    const rows = async (table: string) =>
      (await pool().query(`SELECT name, steps FROM ${table} WHERE agent_id = $1`, [ada.agentId])).rows;
    const models = await rows('agent_models');
    expect(models).toHaveLength(20);
    expect(models.filter(({ name }) => name.startsWith('model-2'))).toHaveLength(12);
    const days = await rows('model_days');
    expect(days).toHaveLength(21);
    expect(days.find(({ name }) => name === 'other models')).toMatchObject({ steps: 16 });
    expect(await modelsOfAgent(ada)).toEqual(new Map([[TIC_TAC_TOE, expect.stringContaining('model-2')]]));
  });

  it('is stored for the other agents when the database refuses what one has used', async () => {
    const owner = await ownerFixture();
    const [ada, bob] = [await playerFixture({ owner }), await playerFixture({ owner })];
    await flushUsage();
    const calls = async (agentId: string) =>
      (await readUsage({ ownerId: owner.ownerId, agentId, days: 1 })).total.calls;
    await pool().query(
      `ALTER TABLE usage_days ADD CONSTRAINT refused CHECK (agent_id <> '${ada.agentId}' OR 1 / (calls - calls) > 0) NOT VALID`,
    );
    for (const { agentId } of [ada, bob, bob])
      countCall({ agentId, worked: true, durationMs: 1, sessionId: null, experienceId: null });
    await flushUsage();
    await pool().query('ALTER TABLE usage_days DROP CONSTRAINT refused');
    expect([await calls(ada.agentId), await calls(bob.agentId)]).toEqual([0, 2]);
    countCall({ agentId: ada.agentId, worked: true, durationMs: 1, sessionId: null, experienceId: null });
    await flushUsage();
    expect(await calls(ada.agentId)).toBe(1);
  });

  it('has the mean cost of ended games, of those that were reported, and the last model of each experience', async () => {
    const ada = await playerFixture({ displayName: 'Ada' });
    const of = { agentId: ada.agentId, experienceId: TIC_TAC_TOE };
    for (const cost_usd_estimate of [0.02, 0.04, undefined]) {
      const { session_id } = await ada.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
      const model_runtime = { model_provider: 'acme', model_name: `small-${cost_usd_estimate}` };
      if (cost_usd_estimate === undefined) await step(ada, session_id, {});
      else await step(ada, session_id, { usage: { cost_usd_estimate }, model_runtime });
      await flushUsage();
      await ada.call('session.end', { session_id });
      advanceClock(1_000);
    }
    const { session_id } = await ada.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    await step(ada, session_id, { usage: { cost_usd_estimate: 9 } });
    await flushUsage();
    expect((await costsPerGame([of, { ...of, agentId: newId() }])).get(costKey(of))).toBeCloseTo(0.03);
    expect((await costsPerGame([{ ...of, experienceId: newId() }])).size).toBe(0);
    expect(await modelsOfAgent(of)).toEqual(new Map([[TIC_TAC_TOE, 'acme small-0.04']]));
  });

  it('of the end of a session counts once, however often session.end is called', async () => {
    const owner = await ownerFixture();
    const ada = await playerFixture({ owner });
    const { session_id } = await ada.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    const act = async (action: unknown) => {
      const { experience_response } = await ada.call<{ experience_response: { legal_moves?: unknown[] } }>(
        'session.step',
        { session_id, action },
      );
      return experience_response.legal_moves ?? [];
    };
    for (let moves = await act({ type: 'state' }); moves.length > 0; ) moves = await act(moves[0]);
    const end = { session_id, usage: { cost_usd_estimate: 1, input_tokens: 10 } };
    const ended = await ada.call('session.end', end);
    expect(await Promise.all([ada.call('session.end', end), ada.call('session.end', end)])).toEqual([ended, ended]);
    await flushUsage();
    const { total } = await readUsage({ ownerId: owner.ownerId, days: 1 });
    expect(total).toMatchObject({ cost_usd: 1, input_tokens: 10 });
  });

  it('of another owner is not read', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const { agentId } = await agentFixture({ owner });
    countCall({ agentId, worked: true, durationMs: 1, sessionId: null, experienceId: null });
    await flushUsage();
    const { total, agents } = await readUsage({ ownerId: other.ownerId, agentId, days: 1 });
    expect({ calls: total.calls, agents }).toEqual({ calls: 0, agents: [] });
  });

  it('does not count a failed call, or a session of another agent, for the experience that it names', async () => {
    const owner = await ownerFixture();
    const [ada, bob] = [await playerFixture({ owner }), await playerFixture({ owner })];
    const { session_id: id } = await bob.call<{ session_id: string }>('session.create', { experience_id: TIC_TAC_TOE });
    await ada.callError('session.step', { session_id: id, action: 'A1' });
    await ada.callError('memory.get', { experience_id: newId() });
    await flushUsage();
    const { experiences } = await readUsage({ ownerId: owner.ownerId, agentId: ada.agentId, days: 1 });
    expect(experiences).toMatchObject([{ id: null, calls: 2, failed: 2 }]);
  });

  it('is summed by model over days, agents and experiences, for the owner alone', async () => {
    const owner = await ownerFixture();
    const [one, other, foreign] = [
      await agentFixture({ owner }),
      await agentFixture({ owner }),
      await agentFixture({ owner: await ownerFixture() }),
    ];
    const report = (agentId: string, name: string, input_tokens: number, isStep = true) =>
      countReport({
        agentId,
        experienceId: TIC_TAC_TOE,
        sessionId: newId(),
        isStep,
        usage: { input_tokens, output_tokens: 10, cost_usd_estimate: 0.5 },
        model: { model_provider: 'acme', model_name: name },
      });
    report(one.agentId, 'small', 100);
    report(foreign.agentId, 'small', 7_000);
    await flushUsage();
    advanceClock(DAY_MS);
    report(one.agentId, 'small', 100);
    report(one.agentId, 'small', 50, false);
    report(other.agentId, 'large', 900);
    countReport({ agentId: one.agentId, experienceId: TIC_TAC_TOE, sessionId: newId(), isStep: true });
    await flushUsage();
    const usage = await readUsage({ ownerId: owner.ownerId, days: 2 });
    expect(usage.models).toEqual([
      { provider: 'acme', model: 'large', steps: 1, input_tokens: 900, output_tokens: 10, cost_usd: 0.5 },
      { provider: 'acme', model: 'small', steps: 2, input_tokens: 250, output_tokens: 30, cost_usd: 1.5 },
    ]);
    const today = await readUsage({ ownerId: owner.ownerId, agentId: one.agentId, days: 1 });
    expect(today.models).toMatchObject([{ model: 'small', steps: 1, input_tokens: 150 }]);
    const elsewhere = await readUsage({ ownerId: owner.ownerId, experienceId: newId(), days: 2 });
    expect(elsewhere.models).toEqual([]);
  });

  it('of several days is shown on each day (UTC), and deleted after 400', async () => {
    const owner = await ownerFixture();
    const { agentId } = await agentFixture({ owner });
    const call = { agentId, worked: true, durationMs: 3, sessionId: null, experienceId: null };
    countCall(call);
    advanceClock(DAY_MS);
    countCall(call);
    countReport({ agentId, experienceId: TIC_TAC_TOE, sessionId: newId(), isStep: true });
    await flushUsage();
    const { days } = await readUsage({ ownerId: owner.ownerId, days: 3 });
    expect(days.map(({ calls, steps }) => [calls, steps])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
    advanceClock(400 * DAY_MS);
    await runCleanups(new AbortController().signal);
    const { rows } = await pool().query('SELECT count(*)::int AS n FROM usage_days WHERE agent_id = $1', [agentId]);
    expect(rows).toEqual([{ n: 2 }]);
  });

  it('is complete when two writers add to the same day', async () => {
    const owner = await ownerFixture();
    const agents = await Promise.all(Array.from({ length: 4 }, () => agentFixture({ owner })));
    for (let round = 0; round < 10; round++) {
      for (const { agentId } of agents)
        countCall({ agentId, worked: true, durationMs: 1, sessionId: null, experienceId: null });
      await Promise.all([flushUsage(), flushUsage()]);
    }
    expect((await readUsage({ ownerId: owner.ownerId, days: 1 })).total.calls).toBe(40);
  });
});

describe('the histogram of durations', () => {
  it('gives percentiles within its buckets', () => {
    const durations = emptyHistogram();
    for (const ms of [...Array(90).fill(3), ...Array(10).fill(900)])
      durations[bucketOf(ms)] = (durations[bucketOf(ms)] ?? 0) + 1;
    expect(percentile(durations, 0.5)).toBeGreaterThanOrEqual(2);
    expect(percentile(durations, 0.5)).toBeLessThanOrEqual(4);
    expect(percentile(durations, 0.95)).toBeGreaterThan(512);
    expect(percentile(durations, 0.95)).toBeLessThanOrEqual(1_024);
    expect(percentile(emptyHistogram(), 0.5)).toBeNull();
    expect(bucketOf(10_000_000)).toBe(emptyHistogram().length - 1);
  });
});

describe('usage by hour', () => {
  it('has the last 24 hours with the same sums, for the owner alone, and is removed after eight days', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const { agentId } = await agentFixture({ owner });
    const call = (worked = true) =>
      countCall({ agentId, worked, durationMs: 40, sessionId: null, experienceId: TIC_TAC_TOE });
    const report = (input_tokens: number) =>
      countReport({
        ...{ agentId, experienceId: TIC_TAC_TOE, sessionId: newId(), isStep: true },
        usage: { input_tokens, cost_usd_estimate: 0.5 },
      });
    call();
    report(100);
    advanceClock(2 * 3_600_000);
    call();
    call(false);
    report(50);
    await flushUsage();
    const { hours, days, total, agents, experiences } = await readUsageByHour({ ownerId: owner.ownerId, agentId });
    expect(days).toEqual([]);
    expect(hours).toHaveLength(24);
    expect(hours.at(-3)).toMatchObject({ calls: 1, steps: 1, input_tokens: 100 });
    expect(hours.at(-2)).toMatchObject({ calls: 0, steps: 0 });
    expect(hours.at(-1)).toMatchObject({ calls: 2, failed: 1, input_tokens: 50, cost_usd: 0.5 });
    expect(total).toMatchObject({ calls: 3, failed: 1, steps: 2, input_tokens: 150, cost_usd: 1 });
    expect(total.latency_ms.p50).toBeGreaterThan(0);
    expect(agents).toMatchObject([{ id: agentId, calls: 3 }]);
    expect(experiences).toMatchObject([
      { id: TIC_TAC_TOE, calls: 2 },
      { id: null, calls: 1 },
    ]);
    expect((await readUsageByHour({ ownerId: other.ownerId, agentId })).total.calls).toBe(0);
    advanceClock(23 * 3_600_000);
    expect((await readUsageByHour({ ownerId: owner.ownerId })).total.calls).toBe(2);
    const kept = async () =>
      (await pool().query('SELECT 1 FROM usage_hours WHERE agent_id = $1', [agentId])).rows.length;
    await runCleanups(new AbortController().signal);
    expect(await kept()).toBeGreaterThan(0);
    advanceClock(8 * DAY_MS);
    await runCleanups(new AbortController().signal);
    expect(await kept()).toBe(0);
    expect((await readUsage({ ownerId: owner.ownerId, days: 30 })).total.calls).toBe(3);
  });
});
