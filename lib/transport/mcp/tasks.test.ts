import { beforeAll, describe, expect, it } from 'vitest';
import { decideApproval, listApprovals } from '@/lib/domain/approvals';
import { seedFirstParty } from '@/lib/domain/catalog';
import { setApprovalRules } from '@/lib/domain/controls';
import { readMemory } from '@/lib/domain/memory';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { TIC_TAC_TOE } from '@/lib/testing/play';
import { postMcp, rpc } from '@/lib/transport/testing/mcp';
import { useServer } from '@/lib/transport/testing/use-server';

// Calls that wait are tasks for clients of 2026-07-28 that take them.

useDatabase();
const server = useServer();
beforeAll(() => seedFirstParty());

type Json = Record<string, unknown>;
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

async function ask(agent: AgentFixture, method: string, params: Json, capabilities: object = TASKS) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const headers = {
    authorization: `Bearer ${agent.apiKey}`,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': typeof params.name === 'string' ? params.name : null,
  };
  const { json } = await postMcp(`${server.url}/mcp`, rpc(method, { ...params, _meta: meta }), headers);
  return { result: json?.result as Json, error: json?.error };
}
const wait = (agent: AgentFixture, timeout_ms: number, capabilities?: object) =>
  ask(
    agent,
    'tools/call',
    { name: 'events.wait', arguments: { stream: 'me', after: 'latest', timeout_ms } },
    capabilities,
  );
const look = (agent: AgentFixture, taskId: unknown) => ask(agent, 'tasks/get', { taskId });

/** A call that the owner is asked about and approves: two events on `me`. */
async function approveOneCall(agent: AgentFixture, owner: Awaited<ReturnType<typeof ownerFixture>>): Promise<void> {
  await setApprovalRules({ agentId: agent.agentId, ownerId: owner.ownerId, tools: ['memory.set'] });
  const set = { name: 'memory.set', arguments: { experience_id: TIC_TAC_TOE, data: { a: 1 } } };
  await ask(agent, 'tools/call', set);
  const [request] = await listApprovals(owner);
  await decideApproval({ ...owner, approvalId: request?.approval_id ?? '', isApproved: true });
}

describe('a call that waits for events', () => {
  it('is a task, which ends with the next event', async () => {
    const owner = await ownerFixture();
    const agent = await agentFixture({ owner });
    const call = { name: 'events.wait', arguments: { stream: 'me', timeout_ms: 60_000 } };
    const { result: first } = await ask(agent, 'tools/call', call);
    const seen = (first.structuredContent as { cursor?: string } | undefined)?.cursor ?? '';
    const { result: task } = await ask(agent, 'tools/call', {
      ...call,
      arguments: { ...call.arguments, after: seen },
    });
    expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 120_000, pollIntervalMs: 1_000 });
    expect((await look(agent, task.taskId)).result).toMatchObject({ resultType: 'complete', status: 'working' });
    await ask(agent, 'tools/call', { name: 'session.create', arguments: { experience_id: TIC_TAC_TOE } });
    const { result: lobby } = await ask(agent, 'tools/call', { name: 'me.todo', arguments: {} });
    expect(lobby.resultType).toBe('complete');
    await approveOneCall(agent, owner);
    const { result: ended } = await look(agent, task.taskId);
    expect(ended).toMatchObject({ status: 'completed', result: { structuredContent: { events: expect.any(Array) } } });
    expect(JSON.stringify(ended)).toContain('approval_decided');
  });

  it('from the end of the stream on has what happens between two looks', async () => {
    const owner = await ownerFixture();
    const agent = await agentFixture({ owner });
    const { result: task } = await wait(agent, 60_000);
    expect((await look(agent, task.taskId)).result).toMatchObject({ status: 'working' });
    await approveOneCall(agent, owner);
    const { result: ended } = await look(agent, task.taskId);
    expect(ended.status).toBe('completed');
    expect(JSON.stringify(ended)).toContain('approval_decided');
  });

  it('until my_turn goes on while others act, and ends with their events when it is the turn of the agent', async () => {
    const [host, guest] = [await agentFixture(), await agentFixture()];
    const call = async (agent: AgentFixture, name: string, args: Json) =>
      (await ask(agent, 'tools/call', { name, arguments: args })).result.structuredContent as Record<string, string>;
    const { game_session_id: lobby = '' } = await call(host, 'lobby.create', { experience_id: TIC_TAC_TOE });
    await call(guest, 'lobby.join', { game_session_id: lobby });
    const { session_id } = await call(host, 'match.start', { game_session_id: lobby });
    const input = { stream: `match:${lobby}`, until: 'my_turn', timeout_ms: 60_000 };
    const { result: fromStart } = await ask(guest, 'tools/call', { name: 'events.wait', arguments: input });
    const latest = { name: 'events.wait', arguments: { ...input, after: 'latest' } };
    const { result: fromEnd } = await ask(guest, 'tools/call', latest);
    for (const { taskId } of [fromStart, fromEnd])
      expect((await look(guest, taskId)).result).toMatchObject({ status: 'working' });
    const { cursor } = await call(host, 'events.wait', { stream: `match:${lobby}` });
    await call(host, 'session.step', { session_id, action: 'B2' });
    const ofHost = { name: 'events.wait', arguments: { ...input, after: cursor } };
    const { result: afterMove } = await ask(host, 'tools/call', ofHost);
    expect((await look(host, afterMove.taskId)).result).toMatchObject({ status: 'working' });
    const typesOf = async ({ taskId }: Json, agent = guest) => {
      const { result: ended } = await look(agent, taskId);
      const { structuredContent } = ended.result as { structuredContent: { events: { type: string }[] } };
      return structuredContent.events.map(({ type }) => type);
    };
    expect(await typesOf(fromStart)).toEqual(expect.arrayContaining(['match_started', 'move_played']));
    expect(await typesOf(fromEnd)).toEqual(['move_played']);
    const own = await call(guest, 'session.create', { experience_id: TIC_TAC_TOE });
    await call(guest, 'session.step', { session_id: own.session_id ?? '', action: 'A1' });
    expect(await typesOf(afterMove, host)).toEqual(['move_played', 'move_played']);
  });

  it('waits in the old way for a client that takes no tasks, and answers immediately what is there', async () => {
    const agent = await agentFixture();
    expect((await wait(agent, 50, {})).result).toMatchObject({ resultType: 'complete' });
    expect((await wait(agent, 0)).result).toMatchObject({ resultType: 'complete' });
  });
});

describe('a call that waits for approval', () => {
  it('is a task; once approved it is made by the next look, one time', async () => {
    const owner = await ownerFixture();
    const agent = await agentFixture({ owner });
    await setApprovalRules({ agentId: agent.agentId, ownerId: owner.ownerId, tools: ['memory.set'] });
    const set = { name: 'memory.set', arguments: { experience_id: TIC_TAC_TOE, data: { best_first_guess: 50 } } };
    const { result: task } = await ask(agent, 'tools/call', set);
    expect(task).toMatchObject({ resultType: 'task', status: 'working', pollIntervalMs: 3_000 });
    expect((await look(agent, task.taskId)).result.status).toBe('working');
    const [request] = await listApprovals(owner);
    await decideApproval({ ...owner, approvalId: request?.approval_id ?? '', isApproved: true });
    for (let n = 0; n < 2; n += 1) {
      const { result } = await look(agent, task.taskId);
      expect(result.status).toBe('completed');
      expect(result.result).not.toHaveProperty('isError');
    }
    const memory = await readMemory({ layer: 'agent', agent: agent.caller, experienceId: TIC_TAC_TOE });
    expect(memory).toMatchObject({ data: { best_first_guess: 50 } });
  });

  it('that is declined ends with the refusal, and one that is cancelled is never made', async () => {
    const owner = await ownerFixture();
    const agent = await agentFixture({ owner });
    await setApprovalRules({ agentId: agent.agentId, ownerId: owner.ownerId, tools: ['memory.set'] });
    const set = { name: 'memory.set', arguments: { experience_id: TIC_TAC_TOE, data: { a: 1 } } };
    const { result: task } = await ask(agent, 'tools/call', set);
    const [request] = await listApprovals(owner);
    await decideApproval({ ...owner, approvalId: request?.approval_id ?? '', isApproved: false });
    expect((await look(agent, task.taskId)).result).toMatchObject({ status: 'completed', result: { isError: true } });
    expect((await ask(agent, 'tasks/cancel', { taskId: task.taskId })).result).toMatchObject({
      resultType: 'complete',
    });
  });
});

describe('the id of a task', () => {
  it('is worth nothing to another agent, changed, or to a client that takes no tasks', async () => {
    const [agent, other] = [await agentFixture(), await agentFixture()];
    const { result: task } = await wait(agent, 60_000);
    const id = String(task.taskId);
    expect((await look(other, id)).error?.code).toBe(-32602);
    expect((await look(agent, `${id.slice(0, -2)}AA`)).error?.code).toBe(-32602);
    expect((await look(agent, 7)).error?.code).toBe(-32602);
    expect((await ask(agent, 'tasks/get', { taskId: id }, {})).error).toBeDefined();
  });
});
