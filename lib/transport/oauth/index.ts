import { type AppError, toAppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { publicOrigin } from '@/lib/core/public-origin';
import { ACCESS_TOKEN_S } from '@/lib/domain/keys';
import { addressBlock, peerAddress, takeLimit } from '@/lib/domain/limits';
import {
  type ClientProof,
  exchangeTokens,
  OauthFault,
  registerClient,
  revokeToken,
  type TokenRequest,
} from '@/lib/domain/oauth';
import { oauthSite } from '@/lib/tools/endpoints';
import { addressOf } from '@/lib/transport/http/address';
import { readJsonText } from '@/lib/transport/http/read-body';
import { serveWeb } from '@/lib/transport/http/web';
import {
  jsonText,
  MAX_ANONYMOUS_BODY_BYTES,
  type WireHeaders,
  type WireRequest,
  type WireResponse,
} from '@/lib/transport/http/wire';
import type { Lane } from '@/lib/transport/lane';
import { authorizationServer, openidConfiguration, PROTECTED_RESOURCE, protectedResource } from './metadata';

/** Clients in browsers of any origin may ask: no cookie counts here. */
const CORS: WireHeaders = { 'access-control-allow-origin': '*' };
const NEVER_STORED: WireHeaders = { 'cache-control': 'no-store', ...CORS };
const BRIEFLY_STORED: WireHeaders = { 'cache-control': 'public, max-age=300', ...CORS };

interface Route {
  method: 'GET' | 'POST';
  answer(request: WireRequest): WireResponse | Promise<WireResponse>;
}

const document = (make: (request: WireRequest) => object | null): Route => ({
  method: 'GET',
  answer(request) {
    const value = make(request);
    if (value) return jsonText(200, JSON.stringify(value), BRIEFLY_STORED);
    return jsonText(404, '{"error":"not_found","error_description":"There is no such resource."}', NEVER_STORED);
  },
});

const PROTECTED = document(protectedResource);

const ROUTES: Record<string, Route> = {
  '/.well-known/oauth-authorization-server': document(authorizationServer),
  '/.well-known/openid-configuration': document(openidConfiguration),
  '/oauth/jwks': document(() => ({ keys: [] })),
  '/oauth/token': { method: 'POST', answer: answerToken },
  '/oauth/register': { method: 'POST', answer: answerRegistration },
  '/oauth/revoke': { method: 'POST', answer: answerRevocation },
};

function findRoute(path: string): Route | undefined {
  if (path === PROTECTED_RESOURCE || path.startsWith(`${PROTECTED_RESOURCE}/`)) return PROTECTED;
  return Object.hasOwn(ROUTES, path) ? ROUTES[path] : undefined;
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Whether a request target is answered here: the metadata and the endpoints for programs. The page is Next's. */
export function isOauthPath(url: string): boolean {
  return findRoute(pathOf(url)) !== undefined;
}

async function answerToken(request: WireRequest): Promise<WireResponse> {
  const tokens = await exchangeTokens(await readRequest(request));
  const body = {
    access_token: tokens.accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_S,
    scope: tokens.scopes.join(' '),
    ...(tokens.refreshToken === null ? {} : { refresh_token: tokens.refreshToken }),
  };
  return jsonText(200, JSON.stringify(body), NEVER_STORED);
}

async function answerRevocation(request: WireRequest): Promise<WireResponse> {
  await revokeToken(await readRequest(request));
  return jsonText(200, '{}', NEVER_STORED);
}

async function answerRegistration(request: WireRequest): Promise<WireResponse> {
  const text = await readText(request, 'application/json');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new OauthFault('invalid_client_metadata', 'The body is not valid JSON.');
  }
  const registration = await registerClient(body, { address: addressOf(request) || 'unknown' });
  return jsonText(201, JSON.stringify(registration), NEVER_STORED);
}

async function readRequest(request: WireRequest) {
  const text = await readText(request, 'application/x-www-form-urlencoded');
  const form = readTokenForm(text, request.header('authorization'));
  return { ...form, site: oauthSite(publicOrigin(request.origin)) };
}

async function readText(request: WireRequest, mediaType: string): Promise<string> {
  const [sent = ''] = (request.header('content-type') ?? '').split(';');
  if (sent.trim().toLowerCase() !== mediaType)
    throw new OauthFault('invalid_request', `The Content-Type must be ${mediaType}.`);
  await takeLimit('oauth_request', addressBlock(addressOf(request) || 'unknown'));
  return readJsonText(request, { maxBytes: MAX_ANONYMOUS_BODY_BYTES, payer: null });
}

async function serve(request: WireRequest): Promise<WireResponse> {
  const route = findRoute(pathOf(request.url));
  if (!route) return jsonText(404, '{"error":"not_found"}', NEVER_STORED);
  const methods = route.method === 'GET' ? ['GET', 'HEAD'] : ['POST'];
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') return preflight(allow);
  if (!methods.includes(request.method))
    return jsonText(405, '{"error":"invalid_request","error_description":"Wrong method."}', { allow, ...NEVER_STORED });
  try {
    return await route.answer(request);
  } catch (thrown) {
    return refuse(request, thrown);
  }
}

function preflight(allow: string): WireResponse {
  const headers = {
    ...CORS,
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'Authorization, Content-Type, Accept, MCP-Protocol-Version',
    'access-control-max-age': '86400',
  };
  return { status: 204, headers, body: null };
}

const errorText = (error: string, description: string) => JSON.stringify({ error, error_description: description });

/** RFC 6749, 5.2. Limits and faults of ours have no code there: their status says what they are. */
function refuse(request: WireRequest, thrown: unknown): WireResponse {
  if (thrown instanceof OauthFault) {
    const isUnknownClient = thrown.code === 'invalid_client';
    const headers = isUnknownClient ? { 'www-authenticate': 'Basic realm="botplay"', ...NEVER_STORED } : NEVER_STORED;
    return jsonText(isUnknownClient ? 401 : 400, errorText(thrown.code, thrown.message), headers);
  }
  const error = toAppError(thrown);
  if (error.code === 'INTERNAL_ERROR' && !request.signal.aborted)
    log.error({ err: error.cause ?? error, requestId: newId() }, 'a request to the OAuth server failed');
  return jsonText(error.http, errorText(wordOf(error), error.message), {
    ...NEVER_STORED,
    ...(error.retryAfterS === undefined ? {} : { 'retry-after': String(error.retryAfterS) }),
    ...(error.code === 'PAYLOAD_TOO_LARGE' ? { connection: 'close' } : {}),
  });
}

function wordOf({ code, http }: AppError): string {
  if (code === 'RATE_LIMITED' || http === 503) return 'temporarily_unavailable';
  return http >= 500 ? 'server_error' : 'invalid_request';
}

/** The OAuth server for programs. Specification: RFC 6749, 7009, 7591, 8414, 9728. */
export const oauthLane: Lane = {
  name: 'oauth',
  serve,
  refuse: ({ status, message }) => jsonText(status, errorText('invalid_request', message), NEVER_STORED),
};

/** The same for Next's route handlers. */
export function handleOauth(request: Request, address = peerAddress(request.headers)): Promise<Response> {
  return serveWeb(request, address, oauthLane);
}

const BASIC = /^basic +([A-Za-z0-9+/=_-]+)\s*$/i;

/**
 * Reads the form of a token or revocation request and the proof of its client: in the form, or by HTTP Basic.
 * Specification: RFC 6749, 2.3.1 and 3.2.
 * @throws OauthFault invalid_request · invalid_client
 */
function readTokenForm(text: string, authorization: string | null): Pick<TokenRequest, 'proof' | 'field'> {
  const form = new URLSearchParams(text);
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1)
      throw new OauthFault('invalid_request', `The parameter ${name.slice(0, 50)} is there twice.`);
  }
  const field = (name: string) => form.get(name);
  return { proof: readProof(field, authorization), field };
}

function readProof(field: (name: string) => string | null, authorization: string | null): ClientProof {
  const clientId = field('client_id');
  const secret = field('client_secret');
  if (authorization === null) {
    if (clientId === null || clientId === '') throw new OauthFault('invalid_client', 'client_id is missing.');
    const isSecret = secret !== null && secret !== '';
    return { clientId, secret: isSecret ? secret : null, method: isSecret ? 'client_secret_post' : 'none' };
  }
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded === undefined) throw new OauthFault('invalid_client', 'The Authorization header is not HTTP Basic.');
  if (secret !== null) throw new OauthFault('invalid_request', 'The client proved itself twice.');
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const basic: ClientProof = { clientId: decode(id), secret: decode(rest.join(':')), method: 'client_secret_basic' };
  if (clientId !== null && clientId !== basic.clientId)
    throw new OauthFault('invalid_request', 'client_id is not that of the Authorization header.');
  return basic;
}

/** Both parts of Basic are form-encoded; clients that do not encode send nothing that decoding changes. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new OauthFault('invalid_client', 'The Authorization header is not encoded correctly.');
  }
}
