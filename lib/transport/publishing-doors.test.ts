import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { waitForVerifications } from '@/lib/domain/verification';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { type FakeExperience, fakeExperience, manifestFor } from '@/lib/testing/remote-experience';
import { openRawSession, postMcp, rpc } from './testing/mcp';
import { useServer } from './testing/use-server';

useDatabase();
const server = useServer();
const open: FakeExperience[] = [];
afterAll(async () => {
  await waitForVerifications();
  for (const fake of open) await fake.close();
});

interface Answer {
  /** HTTP status over REST; 200 over MCP. */
  status: number;
  ok: boolean;
  body: Record<string, unknown>;
}

type Door = (agent: AgentFixture | null, tool: string, input: Record<string, unknown>) => Promise<Answer>;

const ROUTES: Record<string, (input: Record<string, unknown>) => [string, string]> = {
  'experience.register': () => ['POST', '/experiences'],
  'experience.update': ({ experience_id }) => ['PUT', `/experiences/${experience_id}`],
  'experience.delete': ({ experience_id }) => ['DELETE', `/experiences/${experience_id}`],
  'experience.mine': () => ['GET', '/experiences/mine'],
  'experience.discover': () => ['POST', '/experiences/discover'],
  'experience.rate': ({ experience_id }) => ['POST', `/experiences/${experience_id}/rate`],
  'experience.report': ({ experience_id }) => ['POST', `/experiences/${experience_id}/report`],
};

const rest: Door = async (agent, tool, input) => {
  const [method, path] = ROUTES[tool]?.(input) ?? ['GET', '/'];
  const { experience_id, ...body } = input;
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(agent ? { 'x-api-key': agent.apiKey } : {}) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(path.includes(String(experience_id)) ? body : input) }),
  });
  const value = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, ok: answer.ok, body: (answer.ok ? value : value.error) as Record<string, unknown> };
};

const mcp: Door = async (agent, tool, input) => {
  const call = rpc('tools/call', { name: tool, arguments: input });
  const headers = agent ? await openRawSession(`${server.url}/mcp`, agent.apiKey) : {};
  const { json, text, status } = await postMcp(`${server.url}/mcp`, call, headers);
  const message = json ?? JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}');
  if (message.error) return { status, ok: false, body: { ...message.error, ...message.error.data } };
  const { isError, content } = message.result ?? {};
  return { status, ok: isError !== true, body: JSON.parse(content[0].text) as Record<string, unknown> };
};

describe.each([
  ['REST', rest],
  ['MCP', mcp],
] as [string, Door][])('publishing over %s', (_, call) => {
  test('registers, lists, updates, discovers, rates, reports and deletes', async () => {
    const [remote, tools] = [
      await fakeExperience({ transport: 'mcp' }),
      await fakeExperience({ transport: 'mcp', ownTools: [{ name: 'dig', inputSchema: { type: 'object' } }] }),
    ];
    open.push(remote, tools);
    const agent = await agentFixture({ owner: await ownerFixture() });
    const registered = await call(agent, 'experience.register', { manifest: JSON.stringify(manifestFor(remote)) });
    expect(registered).toMatchObject({ ok: true, body: { verification_status: 'pending', created_by: agent.agentId } });
    const experience_id = String(registered.body.id);
    const found = await call(agent, 'experience.discover', { server_url: tools.url });
    expect(found).toMatchObject({ ok: true, body: { verification_status: 'connectivity_verified' } });
    const mine = await call(agent, 'experience.mine', {});
    expect(mine.body.experiences).toMatchObject([{ id: found.body.id }, { id: experience_id }]);
    const manifest = JSON.stringify({ ...manifestFor(remote), version: '2.0.0' });
    const updated = await call(agent, 'experience.update', { experience_id, manifest });
    expect(updated).toMatchObject({ ok: true, body: { version: '2.0.0', verification_status: 'unverified' } });
    await waitForVerifications();
    expect(await call(agent, 'experience.rate', { experience_id, rating: 5 })).toMatchObject({
      ok: false,
      body: { code: 'NO_SESSION' },
    });
    await pool().query(
      `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, step_count, ended_at)
       VALUES ($1, $2, $3, 'x', 'completed', 1, now())`,
      [newId(), agent.agentId, experience_id],
    );
    const rated = await call(agent, 'experience.rate', { experience_id, rating: 5 });
    expect(rated).toMatchObject({ ok: true, body: { rating: 5, counted: false } });
    const reported = await call(agent, 'experience.report', { experience_id, category: 'other' });
    expect(reported).toMatchObject({ ok: true, body: { is_update: false } });
    const deleted = await call(agent, 'experience.delete', { experience_id });
    expect(deleted).toMatchObject({ ok: true, body: { deleted: true, experience_id } });
  });

  test('names the path of every fault of a manifest', async () => {
    const agent = await agentFixture();
    const manifest = { name: '', version: 'one', summary: 's', category: 'A b', tier: 2, publisher: { name: 'x' } };
    const { ok, body } = await call(agent, 'experience.register', { manifest: JSON.stringify(manifest) });
    expect({ ok, code: body.code }).toEqual({ ok: false, code: 'VALIDATION_ERROR' });
    const { issues } = body.details as { issues: { path: string[] }[] };
    const paths = issues.map(({ path }) => path.join('.'));
    expect(paths).toEqual(expect.arrayContaining(['manifest.name', 'manifest.version', 'manifest.category']));
  });

  test("refuses callers without a key and without the scope, other owners, and the owner's other agents", async () => {
    const owner = await ownerFixture();
    const agent = await agentFixture({ owner });
    const remote = await fakeExperience({ transport: 'rest' });
    open.push(remote);
    const manifest = JSON.stringify(manifestFor(remote));
    const { body } = await call(agent, 'experience.register', { manifest });
    const experience_id = String(body.id);
    const inputs: Record<string, Record<string, unknown>> = {
      'experience.register': { manifest },
      'experience.update': { experience_id, manifest },
      'experience.delete': { experience_id },
      'experience.mine': {},
      'experience.discover': { server_url: remote.url },
      'experience.rate': { experience_id, rating: 1 },
      'experience.report': { experience_id, category: 'other' },
    };
    const reader = await agentFixture({ scopes: ['catalog:read'] });
    for (const [tool, input] of Object.entries(inputs)) {
      const anonymous = await call(null, tool, input);
      expect({ tool, ok: anonymous.ok, status: anonymous.status }).toEqual({ tool, ok: false, status: 401 });
      expect((await call(reader, tool, input)).body.code).toBe('FORBIDDEN');
    }
    for (const other of [await agentFixture({ owner }), await agentFixture({ owner: await ownerFixture() })]) {
      for (const tool of ['experience.update', 'experience.delete']) {
        expect((await call(other, tool, inputs[tool] ?? {})).body.code).toBe('NOT_OWNER');
      }
    }
  });
});
