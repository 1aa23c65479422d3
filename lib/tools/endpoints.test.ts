import { expect, test } from 'vitest';
import { defaultScopes } from '@/lib/domain/oauth';
import { oauthSite } from './endpoints';

test('lists every endpoint with the scopes of its tools, also where nothing else has loaded the tools', () => {
  const { endpoints } = oauthSite('https://botplay.example');
  const scopesAt = (path: string) => endpoints.find((endpoint) => endpoint.path === path)?.scopes ?? [];
  expect(scopesAt('/mcp')).toContain('session:write');
  expect(scopesAt('/mcp/werewolf')).toContain('lobby:write');
  expect(scopesAt('/mcp/play')).toContain('session:write');
  expect(defaultScopes(scopesAt('/mcp'))).not.toContain('experience:write');
  expect(defaultScopes(scopesAt('/mcp/games')).length).toBeGreaterThan(0);
});
