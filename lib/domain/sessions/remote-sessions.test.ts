import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { announceChange } from '@/lib/domain/catalog';
import { experienceAgentId } from '@/lib/domain/identity';
import { onBroadcast, startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { endIdleSessions } from '.';

useDatabase();
beforeAll(startBus);
afterAll(stopBus);
const { playable } = useRemoteExperiences();

interface Opening {
  session_id: string;
}
interface Step {
  step_count: number;
  experience_response: unknown;
}

const open = (player: Player, experience_id: string): Promise<Opening> =>
  player.call('session.create', { experience_id });
const row = async (text: string, values: unknown[]) => (await pool().query(text, values)).rows[0];
const engaged = async (player: Player) =>
  (await pool().query('SELECT 1 FROM engagements WHERE agent_id = $1', [player.agentId])).rowCount === 1;

describe.each(['mcp', 'rest'] as const)('a session with an experience over %s', (transport) => {
  it('passes identity and memories to the experience and its answer to the agent', async () => {
    const { fake, experienceId } = await playable(
      { transport },
      { ui: { session_ui_url_template: 'https://play.example/?s={session_id}&me={experience_agent_id}' } },
    );
    const owner = await ownerFixture();
    const player = await playerFixture({ owner });
    await player.call('memory.set', { experience_id: experienceId, data: { mine: 1, both: 'agent' } });
    await player.call('memory.set', { experience_id: experienceId, data: { ours: 2, both: 'owner' }, layer: 'owner' });
    const opening = await player.call('session.create', {
      experience_id: experienceId,
      initial_action: { hello: true },
    });
    const identity = experienceAgentId({ agentId: player.agentId, experienceId });
    expect(opening).toMatchObject({
      status: 'active',
      your_experience_agent_id: identity,
      session_ui_url: `https://play.example/?s=${opening.session_id}&me=${identity}`,
      experience_response: { ok: true },
      gameplay_instructions: 'Guess a number from 1 to 10.',
      action_schema: { type: 'object' },
      memory: { mine: 1, both: 'agent' },
      owner_memory: { ours: 2, both: 'owner' },
    });
    expect(opening).not.toHaveProperty('memory_hint');
    expect(fake.executed.find((call) => call.tool === 'session.create')?.args).toEqual({
      session_id: opening.session_id,
      experience_agent_id: identity,
      memory: { mine: 1, ours: 2, both: 'agent' },
      initial_action: { hello: true },
    });
    expect(JSON.stringify(fake.executed)).not.toContain(player.agentId);
  });

  it('counts only the steps that the experience accepts', async () => {
    const { experienceId } = await playable({ transport });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    const first = await player.call<Step>('session.step', { session_id, action: { guess: 5 } });
    expect(first).toEqual({ session_id, step_count: 1, experience_response: { hint: 'higher' } });
    const refused = await player.callError('session.step', { session_id, action: 'nonsense' });
    expect(refused).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { upstream: { message: 'An action is { "guess": <integer> }.' } },
    });
    expect((await player.call<Step>('session.step', { session_id, action: { guess: 7 } })).step_count).toBe(2);
    const replay = await player.call<{ steps: unknown[] }>('session.replay', { session_id });
    expect(replay.steps).toMatchObject([
      { step_number: 1, action: { guess: 5 }, response: { hint: 'higher' } },
      { step_number: 2, action: { guess: 7 }, response: { hint: 'correct' } },
    ]);
  });

  it('stores the outcomes and the memory update of session.end', async () => {
    const { experienceId } = await playable({ transport });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    await player.call('memory.set', { experience_id: experienceId, data: { kept: 1 } });
    await player.call('memory.set', { experience_id: experienceId, data: { gone: 1 }, scope: 'session' });
    const ended = await player.call('session.end', { session_id });
    expect(ended).toEqual({
      session_id,
      status: 'completed',
      step_count: 0,
      outcomes: { result: 'win', score: 1 },
      memory_updated: true,
    });
    const memory = await player.call('memory.get', { experience_id: experienceId });
    expect(memory).toMatchObject({ data: { kept: 1, best: 1 } });
    expect(memory.data).not.toHaveProperty('gone');
    expect(await engaged(player)).toBe(false);
    expect((await player.callError('session.step', { session_id, action: { guess: 1 } })).code).toBe(
      'EXPERIENCE_ERROR',
    );
  });

  it('has the status error when the experience refuses to open it, and releases the agent', async () => {
    const { experienceId } = await playable({ transport, fails: 'isError', failing: ['session.create'] });
    const player = await playerFixture();
    const refused = await player.callError('session.create', { experience_id: experienceId });
    expect(refused.code).toBe('EXPERIENCE_ERROR');
    expect(await row('SELECT status FROM sessions WHERE agent_id = $1', [player.agentId])).toEqual({ status: 'error' });
    expect(await engaged(player)).toBe(false);
  });

  it('stays active when the experience refuses to end it', async () => {
    const { fake, experienceId } = await playable({ transport });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    fake.options = { ...fake.options, fails: 'isError', failing: ['session.end'] };
    expect(await player.callError('session.end', { session_id })).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      details: { session_id, status: 'active', next: expect.stringContaining('30 minutes') },
    });
    expect((await player.call<Step>('session.step', { session_id, action: { guess: 5 } })).step_count).toBe(1);
  });
});

describe('a session with a remote experience', () => {
  it('is opened once of ten racing calls', async () => {
    const { fake, experienceId } = await playable({ transport: 'mcp', delayMs: 20 });
    const player = await playerFixture();
    const openings = await Promise.all(Array.from({ length: 10 }, () => open(player, experienceId)));
    expect(new Set(openings.map((opening) => opening.session_id)).size).toBe(1);
    expect(fake.executed.filter((call) => call.tool === 'session.create')).toHaveLength(1);
    const again = await player.call('session.create', { experience_id: experienceId });
    expect(again).toMatchObject({ session_id: openings[0]?.session_id, experience_response: { ok: true } });
  });

  it('runs its steps one after the other and counts each', async () => {
    let answered = 0;
    let most = 0;
    const { fake, experienceId } = await playable({ transport: 'rest', delayMs: 10 });
    const arrived = () => fake.executed.filter((call) => call.tool === 'session.step');
    fake.options.says = {
      'session.step': () => {
        most = Math.max(most, arrived().length - answered++);
        return {};
      },
    };
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    const steps = await Promise.all(
      Array.from({ length: 5 }, (_, guess) => player.call<Step>('session.step', { session_id, action: { guess } })),
    );
    expect(steps.map((step) => step.step_count)).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(1);
    expect(arrived().map((call) => call.args.action)).toEqual([0, 1, 2, 3, 4].map((guess) => ({ guess })));
  });

  it('sends a keyed step once, also after its answer was lost', async () => {
    const { fake, experienceId } = await playable({ transport: 'rest' });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    const step = { session_id, action: { guess: 5 } };
    const [first, second] = [
      await player.call('session.step', step, 'k1'),
      await player.call('session.step', step, 'k1'),
    ];
    expect(second).toEqual(first);
    expect(fake.executed.filter((call) => call.tool === 'session.step')).toHaveLength(1);
    expect((await player.callError('session.step', { session_id, action: { guess: 6 } }, 'k1')).code).toBe(
      'IDEMPOTENCY_CONFLICT',
    );

    fake.options = { ...fake.options, fails: 'timeout', failing: ['session.step'] };
    const sent = fake.requests;
    const lost = player.callError('session.step', step, 'k2');
    await expect.poll(() => fake.requests).toBeGreaterThan(sent);
    const arrived = fake.requests;
    await fake.close();
    expect(await lost).toMatchObject({
      code: expect.stringMatching(/^EXPERIENCE_(UNREACHABLE|TIMEOUT)$/),
      message: expect.stringContaining('may have taken effect'),
    });
    const repeated = await player.callError('session.step', step, 'k2');
    expect(repeated).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      retryable: false,
      message: expect.stringContaining('was sent before'),
    });
    expect(fake.requests).toBe(arrived);
  });

  it('accepts a retry with the same key after a refusal', async () => {
    const { fake, experienceId } = await playable({ transport: 'rest', fails: 'isError', failing: ['session.step'] });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    expect((await player.callError('session.step', { session_id, action: { guess: 5 } }, 'k')).code).toBe(
      'EXPERIENCE_ERROR',
    );
    fake.options.fails = null;
    expect((await player.call<Step>('session.step', { session_id, action: { guess: 5 } }, 'k')).step_count).toBe(1);
  });

  it('stores the provenance of its telemetry, whatever the agent claims', async () => {
    const { experienceId } = await playable({ transport: 'mcp' });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    await player.call('session.step', {
      session_id,
      action: { guess: 5 },
      usage: { input_tokens: 10, latency_ms: 1 },
      model_runtime: { model_name: 'm' },
      provenance: { input_tokens: 'observed_by_gateway', 'usage.latency_ms': 'observed_by_gateway' },
    });
    const stored = await row('SELECT * FROM telemetry WHERE session_id = $1', [session_id]);
    expect(stored).toMatchObject({
      step_number: 1,
      usage: { input_tokens: 10, latency_ms: 1 },
      model_runtime: { model_name: 'm' },
      provenance: {
        'usage.input_tokens': 'reported_by_agent',
        'usage.latency_ms': 'reported_by_agent',
        'model_runtime.model_name': 'reported_by_agent',
        latency_ms: 'observed_by_gateway',
      },
    });
    expect(stored.latency_ms).toBeGreaterThanOrEqual(0);
  });

  it('stores the latency of each step, also without a report', async () => {
    const { experienceId } = await playable({ transport: 'mcp' });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    await player.call('session.step', { session_id, action: { guess: 5 } });
    const step = await row('SELECT latency_ms FROM session_steps WHERE session_id = $1 AND step_number = 1', [
      session_id,
    ]);
    expect(step.latency_ms).toBeGreaterThanOrEqual(0);
    const { reports } = await row('SELECT count(*)::int AS reports FROM telemetry WHERE session_id = $1', [session_id]);
    expect(reports).toBe(0);
  });

  it('hints at usage reports to an agent that has never sent one', async () => {
    const { experienceId } = await playable({ transport: 'mcp' });
    const player = await playerFixture();
    const first = await player.call('session.create', { experience_id: experienceId });
    expect(first).not.toHaveProperty('cooperation_hint');
    await player.call('session.end', { session_id: first.session_id });
    const second = await player.call('session.create', { experience_id: experienceId });
    expect(second.cooperation_hint).toEqual(expect.any(String));
    await player.call('session.end', { session_id: second.session_id, usage: { input_tokens: 5 } });
    expect(await player.call('session.create', { experience_id: experienceId })).not.toHaveProperty('cooperation_hint');
  });

  it('ends when idle although the experience cannot be reached', async () => {
    const { fake, experienceId } = await playable({ transport: 'rest' });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    await fake.close();
    await pool().query(`UPDATE sessions SET last_active_at = now() - interval '31 minutes' WHERE id = $1`, [
      session_id,
    ]);
    expect(await endIdleSessions()).toBe(1);
    expect(await row('SELECT status, end_reason FROM sessions WHERE id = $1', [session_id])).toEqual({
      status: 'completed',
      end_reason: 'idle_timeout',
    });
    expect(await engaged(player)).toBe(false);
  });

  it('ends when idle without waiting for a slow experience of another session', async () => {
    const silent = await playable({ transport: 'rest' });
    const sound = await playable({ transport: 'rest' });
    const [blocked, free] = [await playerFixture(), await playerFixture()];
    const ids = [
      (await open(blocked, silent.experienceId)).session_id,
      (await open(free, sound.experienceId)).session_id,
    ];
    silent.fake.options.fails = 'timeout';
    for (const [order, id] of ids.entries()) {
      const idle = `${40 - order} minutes`;
      await pool().query('UPDATE sessions SET last_active_at = now() - $2::interval WHERE id = $1', [id, idle]);
    }
    const ending = endIdleSessions();
    await expect.poll(() => engaged(free), { timeout: 5_000 }).toBe(false);
    expect(await engaged(blocked)).toBe(true);
    await silent.fake.close();
    expect(await ending).toBe(2);
    expect(await engaged(blocked)).toBe(false);
  });

  it('is not ended when the process stops before its turn', async () => {
    const { experienceId } = await playable({ transport: 'rest' });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    await pool().query(`UPDATE sessions SET last_active_at = now() - interval '31 minutes' WHERE id = $1`, [
      session_id,
    ]);
    expect(await endIdleSessions(new Date(), AbortSignal.abort())).toBe(0);
    expect(await engaged(player)).toBe(true);
    expect(await endIdleSessions()).toBe(1);
  });

  it('refuses a step after another process has ended it', async () => {
    const { fake, experienceId } = await playable({ transport: 'mcp' });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    const step = { session_id, action: { guess: 5 } };
    await player.call('session.step', step);
    await pool().query("UPDATE sessions SET status = 'completed', ended_at = now() WHERE id = $1", [session_id]);
    const heard = new Promise((resolve) => onBroadcast('streams', resolve));
    const notification = JSON.stringify({ o: 'another process', t: 'streams', p: [`session:${session_id}`] });
    await pool().query("SELECT pg_notify('botplay', $1)", [notification]);
    await heard;
    const before = fake.requests;
    expect((await player.callError('session.step', step)).message).toBe('Session is completed, not active');
    expect(fake.requests).toBe(before);
  });

  it('is not opened with an unverified experience, and continues during another verification', async () => {
    const { experienceId } = await playable({ transport: 'mcp' });
    const [player, late] = [await playerFixture(), await playerFixture()];
    const { session_id } = await open(player, experienceId);
    await pool().query(`UPDATE experiences SET verification_status = 'failed' WHERE id = $1`, [experienceId]);
    await announceChange(experienceId);
    expect((await late.callError('session.create', { experience_id: experienceId })).code).toBe(
      'EXPERIENCE_NOT_VERIFIED',
    );
    expect((await player.call<Step>('session.step', { session_id, action: { guess: 5 } })).step_count).toBe(1);
    expect(await player.call('session.create', { experience_id: experienceId })).toMatchObject({ session_id });
    await player.call('session.end', { session_id });
    expect((await player.callError('session.create', { experience_id: experienceId })).code).toBe(
      'EXPERIENCE_NOT_VERIFIED',
    );
  });

  it('stores an answer with characters that jsonb refuses', async () => {
    const { fake, experienceId } = await playable({ transport: 'rest' });
    fake.options.says = {
      'session.step': () => ({ text: 'a\u0000b', half: '\ud800' }),
      'session.end': () => ({ memory_update: { note: 'a\u0000b' }, outcomes: { note: 'x\u0000' } }),
    };
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    await player.call('session.step', { session_id, action: { guess: 5 } });
    expect(await player.call('session.end', { session_id })).toMatchObject({
      status: 'completed',
      memory_updated: false,
    });
  });
});

describe('hostile input', () => {
  it.each([
    [{ action: 5 }],
    [{ action: null }],
    [{ action: ['a'] }],
    [{}],
    [{ action: 'a\u0000b' }],
    [{ action: '\ud800' }],
    [JSON.parse('{"action":{"__proto__":{"admin":true}}}')],
    [{ action: 'x', unknown: 1 }],
  ])('%j is a VALIDATION_ERROR', async (input) => {
    const player = await playerFixture();
    const error = await player.callError('session.step', {
      session_id: '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e02',
      ...input,
    });
    expect(error.code).toBe('VALIDATION_ERROR');
  });

  it('of ten thousand characters is passed on unchanged', async () => {
    const { experienceId } = await playable({ transport: 'rest' });
    const player = await playerFixture();
    const { session_id } = await open(player, experienceId);
    const step = await player.call<Step>('session.step', {
      session_id,
      action: { guess: 5, note: 'é'.repeat(10_000) },
    });
    expect(step.step_count).toBe(1);
  });
});
