import { SCOPES, type Scope } from '@/lib/core/scopes';

/** An MCP endpoint as a protected resource. */
export interface ProtectedEndpoint {
  /** `/mcp/werewolf` */
  path: string;
  /** What its tools need. */
  scopes: readonly Scope[];
}

/** This site as authorization server and as the resources that it protects. */
export interface Site {
  /** Our origin: the issuer, byte for byte. */
  issuer: string;
  endpoints: readonly ProtectedEndpoint[];
}

/** Publishing is asked for by name only: who plays does not need it. */
const ON_REQUEST: ReadonlySet<Scope> = new Set(['experience:read', 'experience:write']);

/** What a client should ask for: everything but publishing. Never empty, because an authorization has a scope. */
export function defaultScopes(scopes: readonly Scope[]): Scope[] {
  const found = scopes.filter((scope) => !ON_REQUEST.has(scope));
  return found.length > 0 ? found : ['catalog:read'];
}

/** The protected resource of an audience: an endpoint, or the whole site. */
export interface Target {
  audience: string;
  scopes: readonly Scope[];
}

/**
 * The protected resource that a `resource` parameter names (RFC 8707): an MCP endpoint, with or without its query, or our
 * origin for MCP, REST and sockets together. Without the parameter our origin: clients of before 2025-06-18 do not send it.
 * @returns null when it is not ours
 */
export function readTarget({ issuer, endpoints }: Site, resource: string | null): Target | null {
  const whole = { audience: issuer, scopes: SCOPES };
  if (resource === null) return whole;
  if (!URL.canParse(resource) || resource.includes('#')) return null;
  const { origin, pathname, username, password } = new URL(resource);
  if (origin !== issuer || username !== '' || password !== '') return null;
  if (pathname === '/') return whole;
  const path = pathname.replace(/\/$/, '');
  const endpoint = endpoints.find((one) => one.path === path);
  return endpoint ? { audience: issuer + path, scopes: endpoint.scopes } : null;
}

/** Whether a token for `audience` may be used at a path of this site. */
export function isAudienceOf(audience: string, { issuer, path }: { issuer: string; path: string }): boolean {
  return audience === issuer || audience === issuer + path;
}
