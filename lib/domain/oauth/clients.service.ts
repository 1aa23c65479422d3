import { timingSafeEqual } from 'node:crypto';
import { now } from '@/lib/core/clock';
import { newId } from '@/lib/core/ids';
import { hashSecret, newOauthSecret } from '@/lib/core/secrets';
import { addressBlock, takeLimit } from '@/lib/domain/limits';
import { AUTH_METHODS, type AuthMethod, type Client, readMetadata, toClient } from './client-metadata';
import { type ClientRow, findClient, insertClient } from './clients.repo';
import { isDocumentId, readDocument } from './metadata-document';
import { OauthFault } from './oauth-fault';

const isAuthMethod = (text: string): text is AuthMethod => (AUTH_METHODS as readonly string[]).includes(text);

/** What a client learns about itself when it registers (RFC 7591, 3.2.1). */
export interface Registration {
  client_id: string;
  client_id_issued_at: number;
  client_secret?: string;
  client_secret_expires_at?: 0;
  client_name: string;
  redirect_uris: string[];
  grant_types: string[];
  response_types: ['code'];
  token_endpoint_auth_method: AuthMethod;
}

/**
 * Registers a client that has no metadata document. Anybody may, so what it says is only shown as its own words.
 * Specification: RFC 7591.
 * @throws OauthFault invalid_client_metadata · invalid_redirect_uri; RATE_LIMITED by address
 */
export async function registerClient(body: unknown, { address }: { address: string }): Promise<Registration> {
  await takeLimit('client_registration', addressBlock(address));
  const metadata = readMetadata(body);
  const method = metadata.token_endpoint_auth_method ?? 'client_secret_basic';
  if (!isAuthMethod(method))
    throw new OauthFault('invalid_client_metadata', `token_endpoint_auth_method: use ${AUTH_METHODS.join(', ')}.`);
  const client = toClient(newId(), metadata);
  const secret = method === 'none' ? null : newOauthSecret('client');
  const createdAt = now();
  await insertClient({
    id: client.id,
    name: client.name,
    redirect_uris: client.redirectUris,
    auth_method: method,
    secret_hash: secret?.hash ?? null,
    refreshes: client.refreshes,
    created_at: createdAt,
  });
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    ...(secret ? { client_secret: secret.secret, client_secret_expires_at: 0 as const } : {}),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: client.refreshes ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
  };
}

const IS_REGISTERED_ID = /^[0-9a-f-]{36}$/;

/** The registered client of an id; null for an unknown one. */
async function findRegistered(clientId: string): Promise<ClientRow | null> {
  return IS_REGISTERED_ID.test(clientId) ? findClient(clientId) : null;
}

const unknownClient = () =>
  new OauthFault('invalid_client', 'This app is not known here. Connect it again from the app, so that it registers.');

/**
 * The client that a person is asked about. A metadata document is fetched for a signed-in owner only, and counted.
 * @throws OauthFault invalid_client; RATE_LIMITED
 */
export async function readClient(clientId: string, { ownerId }: { ownerId: string }): Promise<Client> {
  if (isDocumentId(clientId)) {
    await takeLimit('client_document', ownerId);
    return readDocument(clientId);
  }
  const row = await findRegistered(clientId);
  if (!row) throw unknownClient();
  return { id: row.id, name: row.name, redirectUris: row.redirect_uris, refreshes: row.refreshes };
}

/** How a client proves itself at the token endpoint. */
export interface ClientProof {
  clientId: string;
  secret: string | null;
  method: AuthMethod;
}

/**
 * Checks the proof of a client. A client with a metadata document is public: PKCE and the code's own client id bind it.
 * @throws OauthFault invalid_client
 */
export async function authenticateClient({ clientId, secret, method }: ClientProof): Promise<void> {
  if (isDocumentId(clientId)) {
    if (secret !== null) throw new OauthFault('invalid_client', 'A client with a metadata document has no secret.');
    return;
  }
  const row = await findRegistered(clientId);
  if (!row) throw new OauthFault('invalid_client', 'Unknown client: register again.');
  // A secret may come either way: some clients do not keep which one they asked for.
  if ((row.secret_hash === null) !== (method === 'none'))
    throw new OauthFault('invalid_client', `This client registered with ${row.auth_method}.`);
  if (row.secret_hash === null) return;
  const sent = Buffer.from(hashSecret(secret ?? ''));
  if (!timingSafeEqual(sent, Buffer.from(row.secret_hash)))
    throw new OauthFault('invalid_client', 'The client secret is not valid.');
}
