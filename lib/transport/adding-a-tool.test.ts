import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { defineToolset } from '@/lib/core/tool';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture } from '@/lib/testing/fixtures';
import { registry } from '@/lib/tools';
import { REMINDER_TOOLS } from '@/lib/tools/testing/reminder';
import { describeTool } from './docs/reference';
import { openapiDocument } from './openapi/document';
import { openRawSession, postMcp, rpc } from './testing/mcp';
import { useServer } from './testing/use-server';

// Step 5 of docs/adding-a-tool.md. `isDefault` serves it on /mcp, as the gateway's tools.
registry.add(
  defineToolset({ name: 'reminders', isDefault: true, instructions: 'Set reminders.', tools: REMINDER_TOOLS }),
);
useDatabase();
const server = useServer();

let agent: AgentFixture;
let session: Record<string, string>;
beforeAll(async () => {
  agent = await agentFixture();
  session = await openRawSession(`${server.url}/mcp`, agent.apiKey);
});

const bearer = () => ({ authorization: `Bearer ${agent.apiKey}`, 'content-type': 'application/json' });
const put = (name: string, body: object) =>
  fetch(`${server.url}/api/reminders/${name}`, { method: 'PUT', headers: bearer(), body: JSON.stringify(body) });
const due = { name: 'tea', due_at: expect.stringMatching(/Z$/) };

describe('a tool that was added by the steps of docs/adding-a-tool.md', () => {
  it('is the one that the document shows', async () => {
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(await readFile('docs/adding-a-tool.md', 'utf8')) ?? [];
    const source = await readFile('lib/tools/testing/reminder.ts', 'utf8');
    expect(example).toContain('defineTool');
    expect(source).toContain(example.replaceAll(/^ {3}/gm, '').trimEnd());
  });

  it('is listed and called over MCP', async () => {
    const list = await postMcp(`${server.url}/mcp`, rpc('tools/list'), session);
    const tools = list.json?.result?.tools as { name: string; inputSchema: object }[];
    expect(tools.find(({ name }) => name === 'reminder.set')?.inputSchema).toMatchObject({ type: 'object' });
    const call = rpc('tools/call', { name: 'reminder.set', arguments: { name: 'tea', minutes: 4 } });
    const answer = await postMcp(`${server.url}/mcp`, call, session);
    expect(answer.json?.result).toMatchObject({ structuredContent: due });
  });

  it('has its REST route, with its errors', async () => {
    const set = await put('tea', { minutes: 4 });
    expect([set.status, await set.json()]).toEqual([200, due]);
    const tooLate = await put('tea', { minutes: 61 });
    expect([tooLate.status, await tooLate.json()]).toMatchObject([429, { error: { code: 'QUOTA_EXCEEDED' } }]);
    const invalid = await put('tea', { minutes: 'four' });
    expect([invalid.status, await invalid.json()]).toMatchObject([
      400,
      { error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: ['minutes'] }] } } },
    ]);
    const byName = await fetch(`${server.url}/api/tools/reminder.set`, {
      method: 'POST',
      headers: bearer(),
      body: JSON.stringify({ name: 'tea', minutes: 4 }),
    });
    expect(await byName.json()).toEqual(due);
  });

  it('is in OpenAPI, in the docs and in the instructions', async () => {
    const paths = openapiDocument().paths as Record<string, { put?: { operationId: string } }>;
    expect(paths['/reminders/{name}']?.put?.operationId).toBe('reminder.set');
    expect(describeTool('reminder_set')).toMatchObject({ endpoint: '/mcp', rest: { path: '/api/reminders/{name}' } });
  });

  it('is in auth.whoami for a credential with its scope alone', async () => {
    const whoami = async (apiKey: string) => {
      const answer = await fetch(`${server.url}/api/whoami`, { headers: { 'x-api-key': apiKey } });
      return ((await answer.json()) as { available_tools: string[] }).available_tools;
    };
    expect(await whoami(agent.apiKey)).toContain('reminder.set');
    const { apiKey } = await agentFixture({ scopes: ['catalog:read'] });
    expect(await whoami(apiKey)).not.toContain('reminder.set');
  });
});
