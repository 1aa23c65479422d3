import { publicOrigin } from '@/lib/core/public-origin';
import { SCOPES } from '@/lib/core/scopes';
import { AUTH_METHODS } from '@/lib/domain/oauth';
import { oauthSite, scopesOfToolsets } from '@/lib/tools/endpoints';
import type { WireRequest } from '@/lib/transport/http/wire';
import { readEndpoint } from '@/lib/transport/mcp/endpoint';

export const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

/** RFC 9728, 2: one document for every MCP endpoint in every form of its query, one for the whole site; null for others. */
export function protectedResource(request: WireRequest): object | null {
  const issuer = publicOrigin(request.origin);
  const { pathname, search } = new URL(request.url, issuer);
  const path = pathname.slice(PROTECTED_RESOURCE.length).replace(/\/$/, '');
  const documentOf = (resource: string, scopes: readonly string[]) => ({
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes.length > 0 ? scopes : ['catalog:read'],
    bearer_methods_supported: ['header'],
    resource_name: 'Botplay',
    resource_documentation: `${issuer}/docs`,
  });
  if (path === '') return documentOf(issuer, SCOPES);
  const endpoint = readEndpoint(path + search);
  return endpoint && documentOf(issuer + path + search, scopesOfToolsets(endpoint.toolsets));
}

/** RFC 8414, 2, with what MCP asks for: PKCE, `iss`, metadata documents of clients. */
export function authorizationServer(request: WireRequest): object {
  const issuer = publicOrigin(request.origin);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    protected_resources: [issuer, ...oauthSite(issuer).endpoints.map(({ path }) => issuer + path)],
    service_documentation: `${issuer}/docs`,
  };
}

/**
 * The same where clients look for OpenID Connect Discovery, with the members that it requires. There is no scope `openid`
 * and no ID token: the set of keys is empty.
 */
export function openidConfiguration(request: WireRequest): object {
  const server = authorizationServer(request);
  return {
    ...server,
    jwks_uri: `${publicOrigin(request.origin)}/oauth/jwks`,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}
