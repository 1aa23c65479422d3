import { describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { endIdleSessions } from '@/lib/domain/sessions';
import { useCatalog } from '@/lib/testing/catalog';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type Player, playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import type { FakeOptions } from '@/lib/testing/remote-experience';
import { useRemoteExperiences } from '@/lib/testing/remote-play';

useCatalog();
const { playable } = useRemoteExperiences();

const ADD = {
  name: 'add',
  description: 'Adds\u0007 two numbers',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
};

async function proxied(options: Partial<FakeOptions> = {}) {
  const server = {
    transport: 'mcp' as const,
    ownTools: [ADD, { name: 'fail' }],
    says: {
      add: ({ a, b }: Record<string, unknown>) => ({ sum: Number(a) + Number(b) }),
      fail: () => {
        throw new Error('The lamp is off.');
      },
    },
  };
  const experience = await playable({ ...server, ...options }, { sessions: { interaction_model: 'proxy' } });
  const add = (player: Player, a = 1, b = 2, key?: string) =>
    player.call('proxy.call', { experience_id: experience.experienceId, tool_name: 'add', arguments: { a, b } }, key);
  return { ...experience, add };
}

const sessionsOf = async ({ agentId }: Player) =>
  (await pool().query('SELECT id, status, step_count FROM sessions WHERE agent_id = $1 ORDER BY created_at', [agentId]))
    .rows as { id: string; status: string; step_count: number }[];
const sum = (value: number) => ({ content: [{ type: 'text', text: JSON.stringify({ sum: value }) }] });

describe.each(['handshake', 'stateless'] as const)('a %s server in proxy mode', (era) => {
  it('lists its tools and answers calls with the content of its result', async () => {
    const { fake, experienceId, add } = await proxied({ era });
    const player = await playerFixture();
    const { tools } = await player.call<{ tools: unknown[] }>('proxy.tools', { experience_id: experienceId });
    expect(tools).toEqual([
      { ...ADD, description: 'Adds two numbers' },
      { name: 'fail', description: '', inputSchema: { type: 'object' } },
    ]);
    expect(await sessionsOf(player)).toEqual([]);
    expect(await add(player)).toMatchObject(sum(3));
    expect(await add(player, 5, 5)).toMatchObject(sum(10));
    const [session, ...others] = await sessionsOf(player);
    expect(others).toEqual([]);
    expect(session).toMatchObject({ status: 'active', step_count: 2 });
    const replay = await player.call<{ steps: unknown[] }>('session.replay', { session_id: session?.id });
    expect(replay.steps[1]).toMatchObject({ action: { tool: 'add', args: { a: 5, b: 5 } }, response: sum(10) });
    expect(await player.call('proxy.end', { experience_id: experienceId })).toEqual({ ended: true });
    expect(await player.call('proxy.end', { experience_id: experienceId })).toEqual({ ended: true });
    expect(await sessionsOf(player)).toMatchObject([{ status: 'completed' }]);
    expect(fake.executed.map(({ tool }) => tool)).toEqual(['add', 'add']);
  });
});

describe('proxy.call', () => {
  it('opens one session and one MCP session of racing first calls, apart from those of other agents', async () => {
    const { fake, add } = await proxied();
    const owner = await ownerFixture();
    const [one, two] = [await playerFixture({ owner }), await playerFixture({ owner })];
    const sums = await Promise.all(Array.from({ length: 10 }, (_, index) => add(one, index, 0)));
    await add(two);
    expect(sums).toMatchObject(sums.map((_, index) => sum(index)));
    expect(await sessionsOf(one)).toMatchObject([{ status: 'active', step_count: 10 }]);
    const used = fake.executed.map(({ mcpSession }) => mcpSession);
    expect(new Set(used.slice(0, 10)).size).toBe(1);
    expect(used[10]).not.toBe(used[0]);
  });

  it('forwards the refusal of a tool, which is not counted', async () => {
    const { experienceId, add } = await proxied();
    const player = await playerFixture();
    await add(player);
    const failed = await player.callError('proxy.call', { experience_id: experienceId, tool_name: 'fail' });
    expect(failed).toMatchObject({ code: 'EXPERIENCE_ERROR', retryable: false });
    expect(failed.details).toMatchObject({ upstream: { message: 'The lamp is off.' } });
    const unknown = await player.callError('proxy.call', { experience_id: experienceId, tool_name: 'dance' });
    expect(unknown.code).toBe('EXPERIENCE_TOOL_NOT_FOUND');
    expect(unknown.details?.next).toBe('proxy.tools lists the tools of this server.');
    expect(await sessionsOf(player)).toMatchObject([{ status: 'active', step_count: 1 }]);
  });

  it('is sent once of fifty with one idempotency key', async () => {
    const { fake, experienceId, add } = await proxied();
    const player = await playerFixture();
    const answers = await Promise.all(Array.from({ length: 50 }, () => add(player, 1, 1, 'once')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(fake.executed).toHaveLength(1);
    const other = { experience_id: experienceId, tool_name: 'add', arguments: { a: 2 } };
    expect((await player.callError('proxy.call', other, 'once')).code).toBe('IDEMPOTENCY_CONFLICT');
  });

  it('opens the MCP session again when the server forgot it, and executes each call once', async () => {
    const { fake, add } = await proxied();
    const player = await playerFixture();
    await add(player);
    fake.forgetSessions();
    expect(await add(player, 2, 2)).toMatchObject(sum(4));
    expect(await add(player, 3, 3)).toMatchObject(sum(6));
    const [first, second, third] = fake.executed.map(({ mcpSession }) => mcpSession);
    expect(fake.executed).toHaveLength(3);
    expect(second).not.toBe(first);
    expect(third).toBe(second);
  });

  it('makes its agent busy, and a busy agent learns how to get free', async () => {
    const { experienceId, add } = await proxied();
    const player = await playerFixture();
    await add(player);
    const busy = await player.callError('session.create', { experience_id: TIC_TAC_TOE });
    expect(busy).toMatchObject({
      code: 'AGENT_BUSY',
      details: { end_with: { tool: 'proxy.end', arguments: { experience_id: experienceId } } },
    });
    await player.call('proxy.end', { experience_id: experienceId });
    const { session_id } = await player.call('session.create', { experience_id: TIC_TAC_TOE });
    const refused = await player.callError('proxy.call', { experience_id: experienceId, tool_name: 'add' });
    expect(refused).toMatchObject({
      code: 'AGENT_BUSY',
      details: { end_with: { tool: 'session.end', arguments: { session_id } } },
    });
  });

  it('opens another session after 30 minutes without a call', async () => {
    const { fake, add } = await proxied();
    const player = await playerFixture();
    await add(player);
    await pool().query(`UPDATE sessions SET last_active_at = now() - interval '31 minutes' WHERE agent_id = $1`, [
      player.agentId,
    ]);
    expect(await endIdleSessions()).toBe(1);
    await add(player);
    expect(await sessionsOf(player)).toMatchObject([{ status: 'completed' }, { status: 'active' }]);
    expect(new Set(fake.executed.map(({ mcpSession }) => mcpSession)).size).toBe(2);
  });

  it('is not sent when the server cannot be reached, and the agent stays free', async () => {
    const { fake, experienceId } = await proxied();
    await fake.close();
    const player = await playerFixture();
    const error = await player.callError('proxy.call', { experience_id: experienceId, tool_name: 'add' });
    expect(error).toMatchObject({ code: 'EXPERIENCE_UNREACHABLE', retryable: true });
    expect(await sessionsOf(player)).toMatchObject([{ status: 'error' }]);
    await player.call('session.create', { experience_id: TIC_TAC_TOE });
  });

  it.each(['proxy.tools', 'proxy.call', 'proxy.end'])('%s needs an experience in proxy mode', async (tool) => {
    const { experienceId } = await proxied();
    const player = await playerFixture();
    const call = tool === 'proxy.call' ? { tool_name: 'add' } : {};
    const played = await player.callError(tool, { experience_id: TIC_TAC_TOE, ...call });
    expect(played).toMatchObject({ code: 'EXPERIENCE_ERROR', details: { next: expect.stringContaining('session.') } });
    const missing = await player.callError(tool, { experience_id: newId(), ...call });
    expect(missing.code).toBe('EXPERIENCE_TOOL_NOT_FOUND');
    const wrong = await player.callError('session.create', { experience_id: experienceId });
    expect(wrong).toMatchObject({ code: 'EXPERIENCE_ERROR', message: expect.stringContaining('proxy.call') });
    const lobby = await player.callError('lobby.create', { experience_id: experienceId });
    expect(lobby.code).toBe('EXPERIENCE_ERROR');
  });

  it('carries the token that the agent stored, and nothing else of the agent', async () => {
    const { fake, experienceId, add } = await proxied({ token: 'the-token' });
    const player = await playerFixture();
    expect((await add(player).catch((error: unknown) => error)) as object).toMatchObject({
      code: 'EXPERIENCE_AUTH_FAILED',
    });
    await player.call('credential.store', {
      experience_id: experienceId,
      label: 'main',
      auth_method: 'bearer_token',
      credentials: { token: 'the-token' },
    });
    expect(await add(player)).toMatchObject(sum(3));
    expect(fake.executed.map(({ authorization, args }) => [authorization, args])).toEqual([
      ['Bearer the-token', { a: 1, b: 2 }],
    ]);
  });
});

describe('the arguments of a tool', () => {
  it('may be named as a tool of another server names them, but for the one that no program survives', async () => {
    const { fake, experienceId } = await proxied({ says: { add: (args) => ({ got: Object.keys(args) }) } });
    const player = await playerFixture();
    const call = (args: string) =>
      player.call('proxy.call', { experience_id: experienceId, tool_name: 'add', arguments: JSON.parse(args) });
    await call('{"constructor": "Ferrari", "car": {"prototype": 1}}');
    expect(fake.executed.at(-1)?.args).toEqual(JSON.parse('{"constructor": "Ferrari", "car": {"prototype": 1}}'));
    await expect(call('{"__proto__": {"admin": true}}')).rejects.toThrow('__proto__');
  });
});
