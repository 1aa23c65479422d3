import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer';
import { describe, expect, it } from 'vitest';
import { type AgentCaller, NO_CONTROLS } from '@/lib/core/caller';
import type { AgentId } from '@/lib/core/ids';
import { SCOPES } from '@/lib/core/scopes';
import { registry } from '@/lib/tools';
import { readEndpoint } from '@/lib/transport/mcp/endpoint';
import { toolsFor } from '@/lib/transport/mcp/tool-list';
import { TOOLSET_TOKENS } from './toolset-tokens';

const agent: AgentCaller = {
  kind: 'agent',
  agentId: '00000000-0000-7000-8000-000000000001' as AgentId,
  ownerId: null,
  displayName: 'Reader',
  isHuman: false,
  isAdmin: false,
  scopes: new Set(SCOPES),
  controls: NO_CONTROLS,
  audience: null,
  credentialId: 'key:1',
  apiKeyId: '1',
  expiresAtS: null,
};

const tokensOf = (value: unknown) => encode(JSON.stringify(value)).length;

/** How far the numbers of the docs may be from the measured ones. */
const TOLERANCE = 0.05;

function measure(toolset: string): { list: number; forModel: number } {
  const endpoint = readEndpoint(`/mcp/${toolset}`) ?? expect.fail(toolset);
  const tools = toolsFor(endpoint, agent);
  return {
    list: tokensOf(tools),
    forModel: tokensOf(tools.map(({ outputSchema: _, icons: _icons, ...tool }) => tool)),
  };
}

describe.each(registry.toolsets.map(({ name }) => name))('the tokens of %s in the docs', (name) => {
  it('are those that a tokenizer counts', () => {
    const measured = measure(name);
    const documented = TOOLSET_TOKENS[name] ?? { list: 0, forModel: 0 };
    for (const part of ['list', 'forModel'] as const) {
      const faults = `${part} of ${name} in toolset-tokens.ts: measured ${measured[part]}`;
      expect(Math.abs(documented[part] - measured[part]), faults).toBeLessThanOrEqual(measured[part] * TOLERANCE + 10);
    }
  });

  it('stand in README.md', () => {
    const endpoint = name === 'gateway' ? '/mcp' : `/mcp/${name}`;
    const { list, forModel } = TOOLSET_TOKENS[name] ?? expect.fail(name);
    const row = `| \`${endpoint}\` | ${list.toLocaleString('en-US')} | ${forModel.toLocaleString('en-US')} |`;
    expect(readFileSync('README.md', 'utf8')).toContain(row);
  });
});
