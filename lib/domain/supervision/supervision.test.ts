import { describe, expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { setDailyCaps } from '@/lib/domain/controls';
import { authenticate } from '@/lib/domain/keys';
import { readTranscript } from '@/lib/domain/replays';
import { endIdleSessions } from '@/lib/domain/sessions';
import { useCatalog } from '@/lib/testing/catalog';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { runTool } from '@/lib/tools/run';
import { endOwnedSession, resumeAgents, stopAgents } from '.';

useCatalog();
const { playable } = useRemoteExperiences();

const CALL = { transport: 'rest' as const, signal: new AbortController().signal, requestId: 'test' };

const sessionRow = async (id: string) =>
  (await pool().query('SELECT status, end_reason FROM sessions WHERE id = $1', [id])).rows[0];
const isEngaged = async (agentId: string) =>
  (await pool().query('SELECT 1 FROM engagements WHERE agent_id = $1', [agentId])).rowCount === 1;

async function callerOf(apiKey: string) {
  const caller = await authenticate({ apiKey });
  if (!caller) throw new Error('the key is not known');
  return caller;
}

describe('ending a session', () => {
  it('ends it although the experience is gone, and frees the agent; not for another owner', async () => {
    const owner = await ownerFixture();
    const player = await playerFixture({ owner });
    const { fake, experienceId } = await playable({ transport: 'rest' });
    const { session_id: sessionId } = await player.call<{ session_id: string }>('session.create', {
      experience_id: experienceId,
    });
    await fake.close();
    const { ownerId } = await ownerFixture();
    await expect(endOwnedSession({ ownerId, sessionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await endOwnedSession({ ownerId: owner.ownerId, sessionId })).toEqual({ ended: true });
    expect(await sessionRow(sessionId)).toEqual({ status: 'completed', end_reason: 'ended_by_owner' });
    expect(await isEngaged(player.agentId)).toBe(false);
    expect(await endOwnedSession({ ownerId: owner.ownerId, sessionId })).toEqual({ ended: false });
  });
});

describe('stopping an agent', () => {
  it('ends its session, refuses its calls until it may go on, and leaves other agents alone', async () => {
    const owner = await ownerFixture();
    const { agentId, apiKey, caller } = await agentFixture({ owner });
    const other = await playerFixture({ owner });
    const opened = await runTool('session.create', { experience_id: TIC_TAC_TOE }, caller, CALL);
    if (!opened.ok) throw opened.error;
    const of = { ownerId: owner.ownerId, agentId };
    expect(await stopAgents(of)).toEqual({ stopped: 1, ended: 1 });
    expect(await sessionRow((opened.value as { session_id: string }).session_id)).toMatchObject({
      status: 'completed',
    });
    expect(await runTool('auth.whoami', {}, await callerOf(apiKey), CALL)).toMatchObject({
      ok: false,
      error: { code: 'FORBIDDEN', details: { reason: 'stopped_by_owner' } },
    });
    await other.call('auth.whoami');
    expect(await stopAgents(of)).toEqual({ stopped: 0, ended: 0 });
    expect(await resumeAgents(of)).toEqual({ resumed: 1 });
    expect((await runTool('auth.whoami', {}, await callerOf(apiKey), CALL)).ok).toBe(true);
  });

  it('leaves the lobby that it waits in, and stops all agents of the owner together', async () => {
    const owner = await ownerFixture();
    const { agentId, caller } = await agentFixture({ owner });
    await agentFixture({ owner });
    expect((await runTool('lobby.create', { experience_id: TIC_TAC_TOE }, caller, CALL)).ok).toBe(true);
    expect(await stopAgents({ ownerId: owner.ownerId, agentId: null })).toEqual({ stopped: 2, ended: 1 });
    expect(await isEngaged(agentId)).toBe(false);
  });

  it('ends a call that waits', async () => {
    const owner = await ownerFixture();
    const { caller, agentId } = await agentFixture({ owner });
    const waiting = runTool('events.wait', { stream: 'me', timeout_ms: 20_000 }, caller, CALL);
    await stopAgents({ ownerId: owner.ownerId, agentId });
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } });
  });

  it('also ends a session that an unfinished call has opened meanwhile', async () => {
    const owner = await ownerFixture();
    // Its caller was authenticated before the stop.
    const player = await playerFixture({ owner });
    await stopAgents({ ownerId: owner.ownerId, agentId: player.agentId });
    const { session_id: sessionId } = await player.call<{ session_id: string }>('session.create', {
      experience_id: TIC_TAC_TOE,
    });
    await endIdleSessions();
    expect(await sessionRow(sessionId)).toMatchObject({ status: 'completed' });
  });

  it('is refused for the agent of another owner', async () => {
    const { agentId } = await agentFixture({ owner: await ownerFixture() });
    const { ownerId } = await ownerFixture();
    await expect(stopAgents({ ownerId, agentId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('session.step of an agent with a daily cap', () => {
  it('is refused above the cap; a repeated key still gets its answer, and the transcript shows what was reported', async () => {
    const owner = await ownerFixture();
    const { agentId, apiKey } = await agentFixture({ owner });
    await setDailyCaps({ agentId, ownerId: owner.ownerId, dailySteps: 1, dailyCostUsd: null });
    const caller = await callerOf(apiKey);
    const opened = await runTool('session.create', { experience_id: TIC_TAC_TOE }, caller, CALL);
    if (!opened.ok) throw opened.error;
    const { session_id, experience_response } = opened.value as {
      session_id: string;
      experience_response: { legal_moves: unknown[] };
    };
    const usage = { input_tokens: 900, output_tokens: 10, cost_usd_estimate: 0.01 };
    const action = experience_response.legal_moves[0];
    const reported = { usage, model_runtime: { model_name: 'test-model' }, note: 'The corner first.' };
    const step = { session_id, action, idempotency_key: 'one', ...reported };
    expect((await runTool('session.step', step, caller, CALL)).ok).toBe(true);
    expect((await runTool('session.step', step, caller, CALL)).ok).toBe(true);
    expect(await runTool('session.step', { session_id, action: { type: 'state' } }, caller, CALL)).toMatchObject({
      ok: false,
      error: { code: 'RATE_LIMITED', details: { name: 'daily_steps' } },
    });
    const { lines } = await readTranscript({ ownerId: owner.ownerId, sessionId: session_id });
    expect(lines.filter(({ kind }) => kind === 'step').at(-1)).toMatchObject({
      number: 1,
      model: 'test-model',
      note: 'The corner first.',
      inputTokens: 900,
      costUsd: 0.01,
    });
    const { ownerId } = await ownerFixture();
    await expect(readTranscript({ ownerId, sessionId: session_id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
