import { beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '@/lib/core/scopes';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import type { FakeExperience } from '@/lib/testing/remote-experience';
import { useRemoteExperiences } from '@/lib/testing/remote-play';
import { TOOLS } from '@/lib/tools';
import { scopeOf } from '@/lib/tools/access';
import { doorsOf } from './testing/doors';
import { useServer } from './testing/use-server';

// The tools that reach other people's servers, over both doors, as each caller gets them.

useDatabase();
const server = useServer();
const { playable } = useRemoteExperiences();

const TOOL = { name: 'add', inputSchema: { type: 'object', properties: { a: { type: 'number' } } } };
let fake: FakeExperience;
let experienceId = '';
let mine: AgentFixture;
let sibling: AgentFixture;
let stranger: AgentFixture;

beforeAll(async () => {
  const experience = await playable(
    { transport: 'mcp', ownTools: [TOOL], says: { add: ({ a }) => ({ sum: Number(a) + 1 }) } },
    { sessions: { interaction_model: 'proxy' } },
  );
  fake = experience.fake;
  experienceId = experience.experienceId;
  const owner = await ownerFixture();
  [mine, sibling, stranger] = [await agentFixture({ owner }), await agentFixture({ owner }), await agentFixture()];
});

type Json = Record<string, unknown>;

const DOORS = doorsOf(server);
const LOGIN = {
  label: 'main',
  auth_method: 'username_password',
  credentials: { username: 'ada', password: 'secret-word' },
};

describe.each(['mcp', 'rest'] as const)('over %s', (door) => {
  const call = DOORS[door];

  it('an agent keeps credentials, which no other agent reaches', async () => {
    const stored = await call('credential.store', { experience_id: experienceId, ...LOGIN }, mine.apiKey);
    expect(stored.code).toBeNull();
    const { used_for: _, ...kept } = stored.value;
    const { id } = kept;
    for (const other of [sibling, stranger]) {
      const listed = await call('credential.list', { experience_id: experienceId }, other.apiKey);
      expect(listed.value).toEqual({ credentials: [] });
      const chosen = { experience_id: experienceId, credential_id: id };
      expect((await call('credential.set-default', chosen, other.apiKey)).code).toBe('NOT_FOUND');
      expect((await call('credential.delete', { credential_id: id }, other.apiKey)).code).toBe('NOT_FOUND');
    }
    const chosen = { experience_id: experienceId, credential_id: id };
    expect((await call('credential.set-default', chosen, mine.apiKey)).value).toEqual({ updated: true });
    const listed = await call('credential.list', { experience_id: experienceId }, mine.apiKey);
    expect(listed.value).toEqual({ credentials: [{ ...kept, is_default: true }] });
    expect(JSON.stringify(listed.value)).not.toContain('secret-word');
    expect((await call('credential.delete', { credential_id: id }, mine.apiKey)).value).toEqual({ deleted: true });
  });

  it('an agent calls the tools of a server, in a session that no other agent reaches', async () => {
    const listed = await call('proxy.tools', { experience_id: experienceId }, mine.apiKey);
    expect(listed.value).toMatchObject({ tools: [{ ...TOOL, description: '' }] });
    const add = { experience_id: experienceId, tool_name: 'add', arguments: { a: 1 } };
    expect((await call('proxy.call', add, mine.apiKey)).value).toEqual({
      content: [{ type: 'text', text: '{"sum":2}' }],
    });
    for (const other of [sibling, stranger]) {
      expect((await call('proxy.end', { experience_id: experienceId }, other.apiKey)).value).toEqual({ ended: true });
    }
    expect((await call('session.create', { experience_id: experienceId }, mine.apiKey)).code).toBe('EXPERIENCE_ERROR');
    const before = fake.executed.at(-1)?.mcpSession;
    await call('proxy.call', add, mine.apiKey);
    expect(fake.executed.at(-1)?.mcpSession).toBe(before);
    expect((await call('proxy.end', { experience_id: experienceId }, mine.apiKey)).value).toEqual({ ended: true });
  });

  it('no tool is reached without a key or without its scope', async () => {
    const names = ['credential.store', 'credential.list', 'credential.delete', 'credential.set-default'];
    for (const name of [...names, 'proxy.tools', 'proxy.call', 'proxy.end', 'session.tools']) {
      const tool = TOOLS.find((one) => one.name === name);
      if (!tool) throw new Error(`${name} is missing`);
      const input = { ...(tool.examples[0] as Json) };
      const anonymous = await call(name, input, null);
      expect([name, anonymous.status]).toEqual([name, 401]);
      const { apiKey } = await agentFixture({ scopes: SCOPES.filter((scope) => scope !== scopeOf(tool)) });
      expect([name, (await call(name, input, apiKey)).code]).toEqual([name, 'FORBIDDEN']);
    }
  });
});
