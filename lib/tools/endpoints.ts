import { SCOPES, type Scope } from '@/lib/core/scopes';
import type { ToolDefinition } from '@/lib/core/tool';
import type { ProtectedEndpoint, Site } from '@/lib/domain/oauth';
import { scopeOf } from './access';
// Not from './registry', which is empty until the index has filled it: a page loads nothing else of the tools.
import { registry } from './index';

/** The canonical scopes that a tool may need. */
function scopesOf(tool: ToolDefinition): readonly Scope[] {
  const scope = scopeOf(tool);
  if (scope === 'any' || scope === 'public') return [];
  return typeof scope === 'string' ? [scope] : scope;
}

/** The scopes that the tools of these toolsets need, in canonical order. */
export function scopesOfToolsets(toolsets: readonly string[]): Scope[] {
  const used = new Set(registry.tools.filter((tool) => registry.serves(toolsets, tool)).flatMap(scopesOf));
  return SCOPES.filter((scope) => used.has(scope));
}

/** Every MCP endpoint with what its tools need: plain `/mcp`, and one for each toolset. */
function protectedEndpoints(): ProtectedEndpoint[] {
  const defaults = registry.toolsets.filter(({ isDefault }) => isDefault).map(({ name }) => name);
  return [
    { path: '/mcp', scopes: scopesOfToolsets(defaults) },
    ...registry.toolsets.map(({ name }) => ({ path: `/mcp/${name}`, scopes: scopesOfToolsets([name]) })),
  ];
}

/** This site as authorization server. @param issuer our origin */
export const oauthSite = (issuer: string): Site => ({ issuer, endpoints: protectedEndpoints() });
