import { isJsonContentType } from '@modelcontextprotocol/server';
import { Deferred, proceed } from '@/lib/core/deferred';
import { AppError, ERRORS, InputFault, toAppError } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import { LARGE_BODY_BYTES, type ToolDefinition } from '@/lib/core/tool';
import { authenticate } from '@/lib/domain/keys';
import { type LeagueSystem, limitCredential, limitLeagueRequest, payerOf, runInCallPlace } from '@/lib/domain/limits';
import { mayCall, missingScope } from '@/lib/tools/access';
import { addressOf } from '@/lib/transport/http/address';
import { isForRequest } from '@/lib/transport/http/challenge';
import { errorHeaders } from '@/lib/transport/http/error-headers';
import { type HostFault, isOwnOrigin } from '@/lib/transport/http/hosts';
import { readJsonText } from '@/lib/transport/http/read-body';
import {
  MAX_BODY_BYTES,
  type Served,
  tooLarge,
  type WireHeaders,
  type WireRequest,
  type WireResponse,
} from '@/lib/transport/http/wire';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  PARSE_ERROR,
  type RpcMessage,
  readRpc,
  rpcRefusal,
  TRANSPORT_ERROR,
} from '@/lib/transport/json-rpc';
import { serveLeagueBody } from '@/lib/transport/league-rpc';
import { type Endpoint, findServedTool, type McpExchange, noSuchEndpoint, readEndpoint } from './endpoint';
import { serveHandshakeDelete, serveHandshakeGet, serveHandshakePost } from './handshake';
import { revisionOf } from './revision';
import { findSdkTool } from './sdk-toolsets';
import { serveStateless } from './stateless';
import { readStatelessCall, serveStatelessCall } from './stateless-calls';

const METHODS = 'GET, POST, DELETE';

/**
 * One MCP exchange, whichever lane it came by. All revisions share the URL and are recognised per request.
 * Specification: gateway-tool-contract.md, Transport; MCP 2024-11-05 … 2025-11-25 and 2026-07-28.
 */
export async function serveMcp(request: WireRequest): Promise<Served> {
  const origin = request.header('origin');
  if (origin === null) return guarded(request);
  if (!isOwnOrigin(origin, request.host)) {
    return rpcRefusal(403, TRANSPORT_ERROR, 'Cross-origin request refused: the Origin header names another site.');
  }
  return proceed(await guarded(request), (answer) => ({
    ...answer,
    headers: { ...answer.headers, ...corsFor(origin) },
  }));
}

/** The answer to a request that `admitRequest` refused. */
export function refuseMcp({ status, message }: HostFault): WireResponse {
  return rpcRefusal(status, TRANSPORT_ERROR, message);
}

async function guarded(request: WireRequest): Promise<Served> {
  const fail = (thrown: unknown): WireResponse => {
    const error = toAppError(thrown);
    if (error.code !== 'INTERNAL_ERROR') return refuse(error);
    if (!request.signal.aborted) log.error({ err: error.cause }, 'an MCP exchange failed');
    return rpcRefusal(500, INTERNAL_ERROR, error.message);
  };
  try {
    const answer = await admit(request);
    return answer instanceof Deferred ? answer.proceed<WireResponse>(null, fail) : answer;
  } catch (thrown) {
    return fail(thrown);
  }
}

async function admit(request: WireRequest): Promise<Served> {
  const endpoint = readEndpoint(request.url);
  if (!endpoint) return rpcRefusal(404, TRANSPORT_ERROR, noSuchEndpoint());
  if (request.method === 'OPTIONS') return { status: 204, headers: { allow: `${METHODS}, OPTIONS` }, body: null };
  if (!['GET', 'POST', 'DELETE'].includes(request.method)) {
    return rpcRefusal(405, TRANSPORT_ERROR, 'Method not allowed.', { headers: { allow: METHODS } });
  }
  const agent = await authenticate({
    authorization: request.header('authorization'),
    apiKey: request.header('x-api-key'),
    address: addressOf(request),
    isFor: isForRequest(request),
  });
  if (!agent) throw new AppError('UNAUTHENTICATED', `This endpoint needs a credential. ${ERRORS.UNAUTHENTICATED.hint}`);
  const exchange = { request, endpoint, agent };
  if (request.method === 'POST') return servePost(exchange);
  await limitCredential(agent);
  return request.method === 'GET' ? serveHandshakeGet(exchange) : serveHandshakeDelete(exchange);
}

async function servePost(exchange: McpExchange): Promise<Served> {
  const { request } = exchange;
  if (!isJsonContentType(request.header('content-type'))) {
    return rpcRefusal(415, TRANSPORT_ERROR, 'Unsupported Media Type: Content-Type must be application/json.');
  }
  if (!accepts(request, 'application/json') || !accepts(request, 'text/event-stream')) {
    return rpcRefusal(406, TRANSPORT_ERROR, 'Not Acceptable: accept both application/json and text/event-stream.');
  }
  const bounds = { maxBytes: LARGE_BODY_BYTES, payer: payerOf(exchange.agent) };
  const text = await readJsonText(request, bounds);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return rpcRefusal(400, PARSE_ERROR, 'Parse error: the body is not valid JSON.');
  }
  const system = leagueOf(exchange.endpoint);
  if (system && isPlainLeagueCall(request, body)) {
    if (text.length > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES);
    return serveLeagueBody({ system, request, caller: exchange.agent }, body);
  }
  if (Array.isArray(body)) return rpcRefusal(400, INVALID_REQUEST, 'Invalid Request: batches are not supported.');
  if (body === null) return rpcRefusal(400, INVALID_REQUEST, 'Invalid Request: not a JSON-RPC 2.0 message.');
  const message = readRpc(body);
  if (text.length > MAX_BODY_BYTES) refuseLarge(exchange, message, text.length);
  const tool = toolOutOfScope(exchange, message);
  if (tool) return refuseScope(exchange, message, tool);
  const serve = async () => {
    const stateless = readStatelessCall(exchange, message);
    if (stateless) return serveStatelessCall(stateless);
    return revisionOf(request, body, message) === 'handshake'
      ? serveHandshakePost(exchange, message, body)
      : serveStateless(exchange, body);
  };
  // A call of a tool is counted with the tool, so that RATE_LIMITED is the tool's answer.
  if (message?.kind === 'request' && message.method === 'tools/call') return serve();
  await limitCredential(exchange.agent);
  await limitLeague(exchange);
  const caller = { caller: exchange.agent, address: addressOf(request) };
  return runInCallPlace(caller, { mayWait: true }, serve);
}

/**
 * Refuses a request that is larger than its tool declares. What a client answers to a request of ours, and what the tools
 * of the SDK take, may have any length.
 * @throws PAYLOAD_TOO_LARGE
 */
function refuseLarge({ endpoint }: McpExchange, message: RpcMessage | null, characters: number): void {
  if (message?.kind !== 'request' || findSdkTool(endpoint, message.params.name)) return;
  const tool = message.method === 'tools/call' ? findServedTool(endpoint, message.params.name) : undefined;
  const maxBytes = tool?.maxBodyBytes ?? MAX_BODY_BYTES;
  if (characters > maxBytes) throw tooLarge(maxBytes);
}

/** The tool that an app calls without the scope for it; undefined for every other request, and for callers with a key. */
function toolOutOfScope({ endpoint, agent }: McpExchange, message: RpcMessage | null): ToolDefinition | undefined {
  if (agent.audience === null || message?.kind !== 'request' || message.method !== 'tools/call') return undefined;
  const tool = findServedTool(endpoint, message.params.name);
  return tool && !mayCall(tool, agent) && !agent.controls.isStopped ? tool : undefined;
}

/**
 * The 403 with which an app that signed in by OAuth learns for which scopes it has to ask again. Callers with a key get the
 * tool's own answer. Specification: MCP 2025-11-25, authorization, scope challenge.
 */
async function refuseScope(
  { agent }: McpExchange,
  message: RpcMessage | null,
  tool: ToolDefinition,
): Promise<WireResponse> {
  await limitCredential(agent);
  const error = missingScope(tool);
  return rpcRefusal(error.http, TRANSPORT_ERROR, error.message, {
    id: message?.kind === 'request' ? message.id : null,
    data: error.toWire(),
    headers: errorHeaders(error),
  });
}

/** Counts a request to the endpoint of the league manager or the referee. league.md, Rate Limiting. @throws RATE_LIMITED */
async function limitLeague({ endpoint, agent }: McpExchange): Promise<void> {
  const system = leagueOf(endpoint);
  if (system) await limitLeagueRequest(system, agent, undefined);
}

/** The league manager or the referee, whose endpoints also take plain JSON-RPC; null for every other endpoint. */
function leagueOf({ toolsets: [toolset, ...others] }: Endpoint): LeagueSystem | null {
  return (toolset === 'league' || toolset === 'referee') && others.length === 0 ? toolset : null;
}

/** Whether a request belongs to no session and opens none: the examples of league.md, whatever they accept. */
function isPlainLeagueCall(request: WireRequest, body: unknown): boolean {
  if (request.header('mcp-session-id') !== null) return false;
  const message = readRpc(body);
  if (message?.kind === 'request' && message.method === 'initialize') return false;
  return revisionOf(request, body, message) === 'handshake';
}

/** Whether an Accept header takes a media type; `*` wildcards count, a missing header does not. */
function accepts(request: WireRequest, mediaType: string): boolean {
  const accept = request.header('accept')?.toLowerCase() ?? '';
  const [family] = mediaType.split('/');
  return accept.includes(mediaType) || accept.includes('*/*') || accept.includes(`${family}/*`);
}

function refuse(error: AppError): WireResponse {
  const code = error instanceof InputFault ? INVALID_PARAMS : TRANSPORT_ERROR;
  return rpcRefusal(error.http, code, error.message, { data: error.toWire(), headers: errorHeaders(error) });
}

/** Lets a page of our origin read the answer. */
function corsFor(origin: string): WireHeaders {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers':
      'authorization, x-api-key, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id',
    'access-control-expose-headers': 'mcp-session-id, www-authenticate',
    vary: 'Origin',
  };
}
