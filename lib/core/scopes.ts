/** The canonical scopes of gateway-tool-contract.md, Scopes, in listing order. */
export const SCOPES = [
  'catalog:read',
  'session:read',
  'session:write',
  'memory:read',
  'memory:write',
  'lobby:read',
  'lobby:write',
  'match:write',
  'social:read',
  'social:write',
  'experience:read',
  'catalog:write',
  'experience:write',
  'proxy:write',
] as const;

export type Scope = (typeof SCOPES)[number];

const scopeNames: ReadonlySet<string> = new Set(SCOPES);

/** Whether a text is a canonical scope. */
export function isScope(text: string): text is Scope {
  return scopeNames.has(text);
}
