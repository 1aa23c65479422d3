import { LRUCache } from 'lru-cache';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';
import { fetchDocument } from '@/lib/gateway';
import { type Client, readMetadata, toClient } from './client-metadata';
import { OauthFault } from './oauth-fault';
import { isLoopback } from './redirect-uris';

const MAX_ID_LENGTH = 500;
const MAX_CACHED = 500;
const DEFAULT_FRESH_S = 300;
const MAX_FRESH_S = 86_400;

interface Cached {
  client: Client;
  freshUntilMs: number;
}

const documents = () => once('oauth.documents', () => new LRUCache<string, Cached>({ max: MAX_CACHED }));

/**
 * Whether a client id is the address of a metadata document (draft-ietf-oauth-client-id-metadata-document): https with a
 * path, in its normal form. http is for programs under development, on this computer and outside production.
 */
export function isDocumentId(clientId: string): boolean {
  if (!/^https?:\/\//.test(clientId) || clientId.length > MAX_ID_LENGTH || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  if (url.href !== clientId || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.pathname === '/') return false;
  return url.protocol === 'https:' || (isLoopback(url) && !env().production);
}

/** Seconds that an answer may be kept (RFC 9111). */
function freshSeconds(cacheControl: string | null): number {
  if (cacheControl === null) return DEFAULT_FRESH_S;
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0;
  const age = /\bmax-age\s*=\s*"?(\d{1,9})/i.exec(cacheControl)?.[1];
  return age === undefined ? DEFAULT_FRESH_S : Math.min(Number(age), MAX_FRESH_S);
}

/**
 * The client that its metadata document describes, fetched by the guard of outbound calls. Kept as long as its headers
 * allow, at most a day. Only for a person who is signed in: it calls an address that a stranger chose.
 * @throws OauthFault invalid_client, in words for the person
 */
export async function readDocument(clientId: string): Promise<Client> {
  const cached = documents().get(clientId);
  if (cached && cached.freshUntilMs > now().getTime()) return cached.client;
  const answer = await fetchDocument(clientId);
  if ('fault' in answer) throw unreadable(answer.fault);
  if (answer.status !== 200) throw unreadable(`It answered with status ${answer.status}.`);
  const client = parseDocument(clientId, answer.text);
  const freshS = freshSeconds(answer.cacheControl);
  if (freshS > 0) documents().set(clientId, { client, freshUntilMs: now().getTime() + freshS * 1000 });
  return client;
}

function parseDocument(clientId: string, text: string): Client {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable('It is not JSON.');
  }
  let metadata: ReturnType<typeof readMetadata>;
  try {
    metadata = readMetadata(value);
  } catch (thrown) {
    throw thrown instanceof OauthFault ? unreadable(thrown.message) : thrown;
  }
  if (metadata.client_id !== clientId) throw unreadable('Its client_id is not its own address.');
  if (metadata.client_name === undefined) throw unreadable('It has no client_name.');
  // Some prefer private_key_jwt, and take what the server offers (ChatGPT): PKCE and the exact address bind them as well.
  const preferred = metadata.token_endpoint_auth_method ?? 'none';
  const methods = [preferred, ...(metadata.token_endpoint_auth_methods_supported ?? [])];
  if (!methods.includes('none')) throw unreadable(`It asks for the client authentication ${preferred}, not for none.`);
  return toClient(clientId, metadata);
}

function unreadable(why: string): OauthFault {
  return new OauthFault('invalid_client', `The description of the app could not be used. ${why}`);
}
