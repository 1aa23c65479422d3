import { isScope, SCOPES, type Scope } from '@/lib/core/scopes';
import type { Client } from './client-metadata';
import { readClient } from './clients.service';
import { OauthFault, type OauthFaultCode } from './oauth-fault';
import { addParameters, hostOfRedirect, isLoopback, matchesRedirect } from './redirect-uris';
import { defaultScopes, readTarget, type Site } from './site';

const MAX_STATE = 4_000;

/** What the client asks for, checked. */
export interface AuthorizationRequest {
  client: Client;
  redirectUri: string;
  /** Where the answer goes, as a person can check it. */
  returnHost: string;
  codeChallenge: string;
  state: string | null;
  audience: string;
  scopes: Scope[];
}

/**
 * How a request was read. `refused`: its client is not certain, so it ends on our page. `faulty`: `redirectTo` notifies the
 * client. Only a program on the person's own computer is notified without a click: any client that registers would have an
 * open redirect otherwise (RFC 9700, 4.11.2).
 */
export type ReadRequest =
  | { kind: 'refused'; message: string }
  | { kind: 'faulty'; message: string; redirectTo: string; returnHost: string; isAutomatic: boolean }
  | { kind: 'valid'; request: AuthorizationRequest };

/**
 * Reads the query of the authorization endpoint, for a person who is signed in.
 * Specification: OAuth 2.1, 4.1.1; RFC 7636 (S256 only); RFC 8707; RFC 9207.
 * @throws RATE_LIMITED
 */
export async function readAuthorizationRequest(
  query: URLSearchParams,
  { site, ownerId }: { site: Site; ownerId: string },
): Promise<ReadRequest> {
  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined && repeated !== 'resource')
    return { kind: 'refused', message: `The parameter ${repeated.slice(0, 50)} is there twice.` };
  const clientId = query.get('client_id') ?? '';
  if (clientId === '') return { kind: 'refused', message: 'The app did not say who it is (client_id).' };
  let client: Client;
  try {
    client = await readClient(clientId, { ownerId });
  } catch (thrown) {
    if (thrown instanceof OauthFault) return { kind: 'refused', message: thrown.message };
    throw thrown;
  }
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!matchesRedirect(client.redirectUris, redirectUri))
    return { kind: 'refused', message: 'The address to return to (redirect_uri) is not one that the app registered.' };
  const back = { redirectUri, state: query.get('state') };
  try {
    return { kind: 'valid', request: readValid(query, { client, site, ...back }) };
  } catch (thrown) {
    if (!(thrown instanceof OauthFault)) throw thrown;
    return {
      kind: 'faulty',
      message: thrown.message,
      redirectTo: faultAddress(site, back, thrown),
      returnHost: hostOfRedirect(redirectUri),
      isAutomatic: isLoopback(new URL(redirectUri)),
    };
  }
}

/** @throws OauthFault of which the client is notified */
function readValid(
  query: URLSearchParams,
  { client, site, redirectUri, state }: { client: Client; site: Site; redirectUri: string; state: string | null },
): AuthorizationRequest {
  if ((state ?? '').length > MAX_STATE)
    throw new OauthFault('invalid_request', `state has more than ${MAX_STATE} characters.`);
  if (query.get('response_type') !== 'code')
    throw new OauthFault('unsupported_response_type', 'response_type must be code.');
  if ((query.get('response_mode') ?? 'query') !== 'query')
    throw new OauthFault('invalid_request', 'response_mode must be query.');
  const codeChallenge = query.get('code_challenge') ?? '';
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge))
    throw new OauthFault('invalid_request', 'PKCE is required: code_challenge with code_challenge_method=S256.');
  const target = query.getAll('resource').length > 1 ? null : readTarget(site, query.get('resource'));
  if (!target) throw new OauthFault('invalid_target', `resource must be one MCP endpoint of ${site.issuer}.`);
  const scopes = readScopes(query.get('scope')) ?? defaultScopes(target.scopes);
  const returnHost = hostOfRedirect(redirectUri);
  return { client, redirectUri, returnHost, codeChallenge, state, audience: target.audience, scopes };
}

/**
 * The scopes of a `scope` parameter in canonical order; null without one. Words of other servers (openid, offline_access)
 * are left out, because clients send them to everybody.
 * @throws OauthFault invalid_scope when none is ours
 */
export function readScopes(text: string | null): Scope[] | null {
  const words = (text ?? '').split(' ').filter((word) => word !== '');
  if (words.length === 0) return null;
  const scopes = new Set(words.filter(isScope));
  if (scopes.size === 0) throw new OauthFault('invalid_scope', `No such scope. There are: ${SCOPES.join(' ')}`);
  return SCOPES.filter((scope) => scopes.has(scope));
}

interface WayBack {
  redirectUri: string;
  state: string | null;
}

/** The address that tells the client of a fault, with our issuer (RFC 9207). */
export function faultAddress(
  { issuer }: Site,
  { redirectUri, state }: WayBack,
  fault: { code: OauthFaultCode; message: string },
): string {
  return addParameters(redirectUri, { error: fault.code, error_description: fault.message, state, iss: issuer });
}

/** The address that brings the client its code, with our issuer (RFC 9207). */
export function codeAddress({ issuer }: Site, { redirectUri, state }: WayBack, code: string): string {
  return addParameters(redirectUri, { code, state, iss: issuer });
}
