import { expect, test } from 'vitest';
import { type AgentCaller, NO_CONTROLS } from '@/lib/core/caller';
import { type AgentId, newId } from '@/lib/core/ids';
import type { ToolDefinition } from '@/lib/core/tool';
import { scopeOf } from './access';
import { TOOLS } from './index';
import { runTool } from './run';

// There is no database here: a query would fail.
const caller = (scopes: AgentCaller['scopes']): AgentCaller => ({
  kind: 'agent',
  agentId: newId<AgentId>(),
  ownerId: null,
  displayName: 'Test agent',
  isHuman: false,
  isAdmin: false,
  scopes,
  controls: NO_CONTROLS,
  credentialId: 'key:1',
  apiKeyId: newId(),
  audience: null,
  expiresAtS: 1_700_000_000,
});
const call = { transport: 'rest' as const, signal: new AbortController().signal, requestId: 'r1' };

test('auth.whoami answers identity, scopes, expiry and tools from the credential alone', async () => {
  const me = caller(new Set(['session:read', 'catalog:read'] as const));
  const outcome = await runTool('auth.whoami', {}, me, call);
  expect(outcome).toMatchObject({
    ok: true,
    value: { agent_id: me.agentId, scopes: ['catalog:read', 'session:read'], token_expires_at: 1_700_000_000 },
  });
  const { available_tools: names } = (outcome as { value: { available_tools: string[] } }).value;
  const allowed = ['catalog:read', 'session:read', 'any', 'public'];
  const isAllowed = (tool: ToolDefinition) => [scopeOf(tool)].flat().some((scope) => allowed.includes(scope));
  const gateway = TOOLS.filter((tool) => tool.toolset === 'gateway');
  expect(names).toEqual(gateway.filter(isAllowed).map((tool) => tool.name));
});

test('auth.whoami needs catalog:read', async () => {
  const outcome = await runTool('auth.whoami', {}, caller(new Set(['lobby:read'] as const)), call);
  expect(outcome).toMatchObject({ ok: false, stage: 'scope', error: { code: 'FORBIDDEN' } });
});
