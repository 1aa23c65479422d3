/** The canonical scopes of gateway-tool-contract.md, Scopes, in the order in which they are shown. */
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

const known: ReadonlySet<string> = new Set(SCOPES);

/** Whether a word is a canonical scope. */
export function isScope(word: string): word is Scope {
  return known.has(word);
}
