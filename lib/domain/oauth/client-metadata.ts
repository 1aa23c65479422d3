import { z } from 'zod';
import { plainText } from '@/lib/core/plain-text';
import { imitatesPlatform } from '@/lib/core/public-name';
import { OauthFault } from './oauth-fault';
import { findRedirectFault, hostOfRedirect } from './redirect-uris';

export const AUTH_METHODS = ['none', 'client_secret_post', 'client_secret_basic'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** A program that asks for access, as it describes itself: nothing of it is proved. */
export interface Client {
  id: string;
  name: string;
  redirectUris: string[];
  /** Whether it takes refresh tokens. */
  refreshes: boolean;
}

const MAX_REDIRECT_URIS = 20;
const MAX_NAME = 60;
const names = z.array(z.string().max(100)).max(20);

/** What is read of client metadata (RFC 7591, 2); everything else is ignored. */
const metadataForm = z.looseObject({
  client_id: z.string().optional(),
  client_name: z.string().max(500).optional(),
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
  grant_types: names.optional(),
  response_types: names.optional(),
  token_endpoint_auth_method: z.string().max(100).optional(),
  token_endpoint_auth_methods_supported: names.optional(),
});
export type ClientMetadata = z.infer<typeof metadataForm>;

/** @throws OauthFault invalid_client_metadata · invalid_redirect_uri */
export function readMetadata(value: unknown): ClientMetadata {
  const parsed = metadataForm.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = issue?.path.join('.') || 'the document';
    const code = issue?.path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OauthFault(code, `${path}: ${issue?.message ?? 'not valid'}`);
  }
  const metadata = parsed.data;
  for (const [at, uri] of metadata.redirect_uris.entries()) {
    const fault = findRedirectFault(uri);
    if (fault !== null) throw new OauthFault('invalid_redirect_uri', `redirect_uris.${at} ${fault}.`);
  }
  const { grant_types: grants, response_types: responses } = metadata;
  if (grants && !grants.includes('authorization_code'))
    throw new OauthFault('invalid_client_metadata', 'grant_types: must contain authorization_code.');
  if (responses && !responses.includes('code'))
    throw new OauthFault('invalid_client_metadata', 'response_types: must contain code.');
  return metadata;
}

/**
 * The client of its metadata. A name that nobody can read, or that says that the platform speaks, is replaced by the host
 * that its codes go to. A client that lists no grant types gets refresh tokens: most leave the list out.
 */
export function toClient(id: string, metadata: ClientMetadata): Client {
  const { client_name: given = '', redirect_uris: redirectUris, grant_types: grants } = metadata;
  const name = plainText(MAX_NAME).safeParse(given.slice(0, MAX_NAME));
  const isUsable = name.success && !imitatesPlatform(name.data);
  return {
    id,
    name: isUsable ? name.data : hostOfRedirect(redirectUris[0] as string),
    redirectUris,
    refreshes: grants === undefined || grants.includes('refresh_token'),
  };
}
