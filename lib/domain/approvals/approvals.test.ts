import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { canonicalJson } from '@/lib/core/json';
import { pool } from '@/lib/data/database';
import { seedFirstParty } from '@/lib/domain/catalog';
import { setApprovalRules } from '@/lib/domain/controls';
import { findBearerToken, storeCredential } from '@/lib/domain/credentials';
import { authenticate, revokeKey } from '@/lib/domain/keys';
import { limitCall, quotaOf } from '@/lib/domain/limits';
import { listNotices } from '@/lib/domain/notifications';
import { startBus, stopBus } from '@/lib/events/index';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { TIC_TAC_TOE } from '@/lib/testing/play';
import { runTool } from '@/lib/tools/run';
import { decideApproval, listApprovals, readApproval } from './approvals';

useDatabase();
useClock();
beforeAll(async () => {
  await startBus();
  await seedFirstParty();
});
afterAll(stopBus);

/** An agent whose calls of memory.set, or of other tools, wait for its owner. */
async function supervised(tools = ['memory.set']) {
  const owner = await ownerFixture();
  const { agentId, apiKey } = await agentFixture({ owner });
  await setApprovalRules({ agentId, ownerId: owner.ownerId, tools });
  const caller = await authenticate({ apiKey });
  if (!caller) throw new Error('no caller');
  const call = (
    tool: string,
    input: unknown,
    { signal = new AbortController().signal, key = null as string | null } = {},
  ) => runTool(tool, input, caller, { transport: 'rest', signal, requestId: 'test', idempotencyKey: key });
  const remember = (value: unknown, options?: { signal?: AbortSignal; key?: string }) =>
    call('memory.set', { experience_id: TIC_TAC_TOE, data: { value, password: 'hunter2' } }, options);
  /** The request that waits, as soon as there is one. */
  const pending = async () => {
    await expect.poll(async () => (await listApprovals(owner)).some(({ status }) => status === 'pending')).toBe(true);
    const request = (await listApprovals(owner)).find(({ status }) => status === 'pending');
    if (!request) throw new Error('no request');
    return request;
  };
  const decide = async (isApproved: boolean) =>
    decideApproval({ ...owner, approvalId: (await pending()).approval_id, isApproved });
  return { owner, agentId, caller, call, remember, pending, decide };
}

describe('a call of a tool with an approval rule', () => {
  it('waits for the owner, shows the arguments without secrets, and is made once approved', async () => {
    const { owner, remember, call, pending, decide } = await supervised();
    const waiting = remember(1);
    const request = await pending();
    expect(request).toMatchObject({ tool: 'memory.set', status: 'pending' });
    expect(request.arguments).toContain('"value": 1');
    expect(request.arguments).not.toContain('hunter2');
    expect((await listNotices({ ...owner, limit: 5 })).notices).toMatchObject([
      { type: 'approval_requested', read_at: null },
    ]);
    expect((await decide(true)).arguments).toBeNull();
    expect((await waiting).ok).toBe(true);
    expect((await listApprovals(owner))[0]).toMatchObject({ status: 'used', arguments: null });
    expect((await listNotices({ ...owner, limit: 5 })).notices[0]?.read_at).not.toBeNull();
    expect((await call('memory.get', { experience_id: TIC_TAC_TOE })).ok).toBe(true);
  });

  it('is approved for one call with these arguments: neither for a second one nor for others', async () => {
    const { owner, remember, decide } = await supervised();
    const leaving = new AbortController();
    const first = remember(1, { signal: leaving.signal });
    await decide(true);
    expect((await first).ok).toBe(true);
    leaving.abort();
    for (const value of [1, 2]) {
      expect(await remember(value, { signal: AbortSignal.abort() })).toMatchObject({
        ok: false,
        error: {
          code: 'FORBIDDEN',
          retryable: true,
          details: { status: 'pending', next: expect.stringContaining('/console/approvals') },
        },
      });
    }
    expect((await listApprovals(owner)).filter(({ status }) => status === 'pending')).toHaveLength(2);
  });

  it('is answered again with its key while the answer is stored, and asks anew when it is not stored any more', async () => {
    const { owner, agentId, remember, decide } = await supervised();
    const first = remember(1, { key: 'key' });
    await decide(true);
    const { ok } = await first;
    expect(ok).toBe(true);
    const again = () => remember(1, { key: 'key', signal: AbortSignal.abort() });
    expect((await again()).ok).toBe(true);
    expect(await listApprovals(owner)).toHaveLength(1);
    await pool().query('DELETE FROM idempotency_keys WHERE agent_id = $1', [agentId]);
    expect(await again()).toMatchObject({ ok: false, error: { code: 'FORBIDDEN', details: { status: 'pending' } } });
  });

  it('that racing calls share is made by one of them, and the others learn that', async () => {
    const { owner, remember, pending, decide } = await supervised();
    let finished = 0;
    const counted = async () => remember(1).finally(() => finished++);
    const calls = [counted()];
    await pending();
    calls.push(counted(), counted(), counted());
    await decide(true);
    await expect.poll(() => finished).toBeGreaterThan(0);
    // A call that came after the approval was used asks the owner again, also after they declined that of another one.
    while (finished < calls.length) {
      for (const { approval_id: approvalId, status } of await listApprovals(owner))
        if (status === 'pending') await decideApproval({ ...owner, approvalId, isApproved: false });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    for (const outcome of outcomes) {
      if (!outcome.ok) expect(outcome.error.details?.status).toMatch(/^(used|declined)$/);
    }
  });

  it('is refused when the owner declines, and cannot be decided twice or by another owner', async () => {
    const { owner, remember, pending } = await supervised();
    const waiting = remember(1);
    const { approval_id: approvalId } = await pending();
    const stranger = await ownerFixture();
    await expect(decideApproval({ ...stranger, approvalId, isApproved: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await decideApproval({ ...owner, approvalId, isApproved: false });
    expect(await waiting).toMatchObject({
      ok: false,
      error: { code: 'FORBIDDEN', retryable: false, details: { status: 'declined', approval_id: approvalId } },
    });
    await expect(decideApproval({ ...owner, approvalId, isApproved: true })).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
  });

  it('goes through without waiting when it was approved meanwhile, but not after the approval has expired', async () => {
    const { remember, decide } = await supervised();
    const gone = AbortSignal.abort();
    for (const waitMs of [0, 11 * 60_000]) {
      await remember(1, { signal: gone });
      await decide(true);
      advanceClock(waitMs);
      expect((await remember(1, { signal: gone })).ok).toBe(waitMs === 0);
    }
  });

  it('keeps its approval where a limit of the tool refuses it, and is made when the limit allows it', async () => {
    const { owner, agentId, call, decide } = await supervised(['me.claim']);
    const claim = () => call('me.claim', {}, { signal: AbortSignal.abort() });
    await claim();
    await decide(true);
    const limit = { name: 'me.claim', points: 20, durationMs: 3_600_000, key: agentId };
    for (let n = 0; n < limit.points; n++) await limitCall(limit);
    expect(await claim()).toMatchObject({ ok: false, stage: 'limit', error: { code: 'RATE_LIMITED' } });
    expect((await listApprovals(owner)).map(({ status, used_at }) => ({ status, used_at }))).toEqual([
      { status: 'approved', used_at: null },
    ]);
    await pool().query('DELETE FROM rate_limits');
    resetOnce('limits.shared');
    expect((await claim()).ok).toBe(true);
    expect((await listApprovals(owner)).map(({ status }) => status)).toEqual(['used']);
  });

  it('waits beside at most 99 others of its agent: one more is refused, stores nothing and notifies nobody', async () => {
    const { owner, agentId, caller, call } = await supervised();
    const { agent: most = 0 } = quotaOf('pending_approvals');
    const remember = (value: number) =>
      runTool(
        'memory.set',
        { experience_id: TIC_TAC_TOE, data: { value } },
        { ...caller, approvals: 'polled' },
        { transport: 'rest', signal: new AbortController().signal, requestId: 'test', idempotencyKey: null },
      );
    const outcomes: Awaited<ReturnType<typeof remember>>[] = [];
    for (let n = 0; n < most + 10; n += 10)
      outcomes.push(...(await Promise.all(Array.from({ length: 10 }, (_, m) => remember(n + m)))));
    const codes = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code));
    expect(codes.filter((code) => code === 'FORBIDDEN')).toHaveLength(most);
    expect(codes.filter((code) => code === 'QUOTA_EXCEEDED')).toHaveLength(10);
    const count = async (sql: string, id: string) => (await pool().query(sql, [id])).rows[0].n;
    expect(await count('SELECT count(*)::int AS n FROM approvals WHERE agent_id = $1', agentId)).toBe(most);
    expect(await count('SELECT count(*)::int AS n FROM notifications WHERE owner_id = $1', owner.ownerId)).toBe(most);
    // What waits already can be asked for again, and other agents of the owner have their own.
    expect(await remember(0)).toMatchObject({ error: { code: 'FORBIDDEN', details: { status: 'pending' } } });
    expect((await call('memory.get', { experience_id: TIC_TAC_TOE })).ok).toBe(true);
    advanceClock(11 * 60_000);
    expect(await remember(most + 100)).toMatchObject({ error: { code: 'FORBIDDEN', details: { status: 'pending' } } });
  });

  it('expires undecided after ten minutes', async () => {
    const { owner, remember, pending } = await supervised();
    await remember(1, { signal: AbortSignal.abort() });
    const { approval_id: approvalId } = await pending();
    advanceClock(11 * 60_000);
    expect((await listApprovals(owner))[0]?.status).toBe('expired');
    await expect(decideApproval({ ...owner, approvalId, isApproved: true })).rejects.toMatchObject({
      code: 'INVALID_STATE',
      details: { status: 'expired' },
    });
    await remember(1, { signal: AbortSignal.abort() });
    expect((await pending()).approval_id).not.toBe(approvalId);
  });

  it('ends with the credential', async () => {
    const { owner, caller, remember, pending } = await supervised();
    const waiting = remember(1);
    await pending();
    await revokeKey({ keyId: caller.apiKeyId, ownerId: owner.ownerId });
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } });
  });
});

describe('the arguments of a call that waits', () => {
  const gone = { signal: AbortSignal.abort() };

  it('are shown whole: numbers, amounts and texts under any name, and only texts that are secrets are masked', async () => {
    const { remember, pending } = await supervised();
    const key = `sk-live-${'a1B2'.repeat(8)}`;
    const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
    await remember(
      { token_amount: 5000, passcode: 1234, token: 'USDC', secret_santa: 'Bob', to: wallet, say: `use ${key}` },
      gone,
    );
    const { arguments: argumentText = '' } = await pending();
    const { value, password } = JSON.parse(argumentText ?? '').data;
    expect(value).toEqual({
      token_amount: 5000,
      passcode: 1234,
      token: 'USDC',
      secret_santa: 'Bob',
      to: wallet,
      say: `use •••• (${key.length} characters)`,
    });
    expect(password).toBe('•••• (7 characters)');
  });

  it('show characters that a reader would not see', async () => {
    const { remember, pending } = await supervised();
    await remember('pay \u202e001\u200b', gone);
    expect((await pending()).arguments).toContain('pay \\u202e001\\u200b');
  });

  it('are listed with their size, beginning and end when they are long, and can be read whole', async () => {
    const { owner, remember, pending } = await supervised();
    await remember(`from ${'x'.repeat(20_000)} to the thief`, gone);
    const request = await pending();
    expect(request.arguments).toContain('from xxx');
    expect(request.arguments_end).toContain('xxx to the thief');
    expect((request.arguments ?? '').length + (request.arguments_end ?? '').length).toBe(8_000);
    const whole = await readApproval({ ...owner, approvalId: request.approval_id });
    expect(whole.arguments).toHaveLength(request.arguments_length ?? 0);
    expect(whole.arguments).toContain(`from ${'x'.repeat(20_000)} to the thief`);
    const stranger = await ownerFixture();
    await expect(readApproval({ ...stranger, approvalId: request.approval_id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('an approved credential.store', () => {
  it('is repeated from its stored answer, over nothing that was stored since, and leaves no plain hash of the secret', async () => {
    const { owner, agentId, call, pending, decide } = await supervised(['credential.store']);
    const store = (token: string) => ({
      experience_id: TIC_TAC_TOE,
      label: 'main',
      auth_method: 'bearer_token',
      credentials: { token, note: 'two words' },
    });
    const first = call('credential.store', store('first'), { key: 'key' });
    const { arguments: argumentText } = await pending();
    expect(argumentText).toContain('"label": "main"');
    expect(argumentText).not.toMatch(/first|two words/);
    await decide(true);
    expect((await first).ok).toBe(true);
    await storeCredential({
      agentId,
      experienceId: TIC_TAC_TOE,
      origin: null,
      label: 'main',
      authMethod: 'bearer_token',
      secret: { token: 'second' },
    });
    const again = await call('credential.store', store('first'), { key: 'key', signal: AbortSignal.abort() });
    expect(again).toMatchObject(await first);
    const stored = await findBearerToken({ agentId, experienceId: TIC_TAC_TOE, origin: null });
    expect(stored.token).toBe('second');
    const asked = await call('credential.store', store('first'), { signal: AbortSignal.abort() });
    expect(asked).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    expect((await listApprovals(owner)).map(({ status }) => status)).toEqual(['pending', 'used']);
    const { experience_id, label, auth_method, credentials } = store('first');
    const plain = createHash('sha256')
      .update(canonicalJson({ experience_id, label, auth_method, credentials }))
      .digest('hex');
    const { rows } = await pool().query('SELECT input_hash FROM idempotency_keys WHERE agent_id = $1', [agentId]);
    expect(rows).toEqual([{ input_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(rows[0].input_hash).not.toBe(plain);
  });
});
