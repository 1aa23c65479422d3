import type { Caller } from '@/lib/core/caller';
import { AppError, InputFault, toAppError } from '@/lib/core/errors';
import { findJsonFault } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { type LeagueSystem, limitLeagueRequest, payerOf } from '@/lib/domain/limits';
import { registry } from '@/lib/tools';
import { MESSAGE_METHOD, ProtocolFault, receiveMessage, UnknownMessageType } from '@/lib/tools/league-protocol';
import {
  LEAGUE_RESOURCES,
  LEAGUE_TEMPLATES,
  matchOfLeagueUri,
  readLeagueResource,
  toolsetOfLeagueUri,
} from '@/lib/tools/league-resources';
import { renderOutcome } from '@/lib/tools/outcome';
import { runTool } from '@/lib/tools/run';
import { inputSchemaOf } from '@/lib/tools/schemas';
import { errorHeaders } from './http/error-headers';
import { isOwnOrigin } from './http/hosts';
import { readJsonText } from './http/read-body';
import {
  jsonText,
  MAX_ANONYMOUS_BODY_BYTES,
  MAX_BODY_BYTES,
  type WireHeaders,
  type WireRequest,
  type WireResponse,
} from './http/wire';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  type RpcId,
  readRpc,
  rpcErrorText,
  rpcRefusal,
  TRANSPORT_ERROR,
} from './json-rpc';
import { callerOf } from './rest/caller';
import { TransportCall } from './tool-call';

/** Messages of one batch. */
const MAX_BATCH = 50;

/** What a notification and a response are answered with. */
const NO_ANSWER: WireResponse = { status: 202, headers: {}, body: null };

/** The one protocol version of league.md. */
const PROTOCOL_VERSION = '2024-11-05';

const SERVERS: Record<LeagueSystem, { name: string; version: string }> = {
  league: { name: 'league-manager', version: '1.0.0' },
  referee: { name: 'referee', version: '1.0.0' },
};

const PATHS: readonly [RegExp, LeagueSystem][] = [
  [/^\/mcp\/league\/?(?:\?|$)/, 'league'],
  [/^\/mcp\/referee\/?(?:\?|$)/, 'referee'],
];

/**
 * The system that a plain POST is for; null for every other request. A client of MCP opens a session with a credential and
 * accepts event streams: those of the league work for it like everywhere.
 */
export function leagueSystemOf(request: Pick<WireRequest, 'method' | 'url' | 'header'>): LeagueSystem | null {
  if (request.method !== 'POST' || request.header('mcp-session-id') !== null) return null;
  const found = PATHS.find(([path]) => path.test(request.url));
  if (!found) return null;
  const hasCredential = request.header('authorization') !== null || request.header('x-api-key') !== null;
  const accept = request.header('accept') ?? '';
  // A client of MCP accepts both.
  const isMcpClient =
    hasCredential && accept.includes('text/event-stream') && /application\/(?:json|\*)|\*\/\*/.test(accept);
  return isMcpClient ? null : found[1];
}

/** A POST of a member of the league. */
interface LeagueExchange {
  system: LeagueSystem;
  request: WireRequest;
  caller: Caller;
}

/** A request of a member of the league. */
interface LeagueCall extends LeagueExchange {
  id: RpcId;
  params: Record<string, unknown>;
}

/**
 * The league manager or the referee for plain JSON-RPC 2.0 over POST, without handshake, session or Accept, as the examples
 * of league.md are. Specification: league.md; decisions.md, League, Faults.
 */
export async function serveLeague(system: LeagueSystem, request: WireRequest): Promise<WireResponse> {
  const origin = request.header('origin');
  if (origin !== null && !isOwnOrigin(origin, request.host))
    return rpcRefusal(403, TRANSPORT_ERROR, 'Cross-origin request refused: the Origin header names another site.');
  let caller: Caller;
  let body: unknown;
  try {
    caller = await callerOf(request);
    body = await readJson(request, caller);
  } catch (thrown) {
    return refuse(thrown, null);
  }
  if (body === undefined) return rpcRefusal(400, PARSE_ERROR, 'Parse error');
  return serveLeagueBody({ system, request, caller }, body);
}

/** `serveLeague` for a request that has been read: also one whose Accept is that of a client of MCP, without a session. */
export function serveLeagueBody(exchange: LeagueExchange, body: unknown): Promise<WireResponse> {
  return Array.isArray(body) ? serveBatch(exchange, body) : serveOne(exchange, body);
}

/** JSON-RPC 2.0, section 6. One after the other, so that a batch is no quicker than its messages. */
async function serveBatch(exchange: LeagueExchange, batch: unknown[]): Promise<WireResponse> {
  if (batch.length === 0) return rpcRefusal(200, INVALID_REQUEST, 'Invalid Request');
  if (batch.length > MAX_BATCH)
    return rpcRefusal(200, INVALID_REQUEST, 'Invalid Request', {
      data: { reason: `A batch has at most ${MAX_BATCH} messages.` },
    });
  const answers: WireResponse[] = [];
  for (const one of batch) {
    const answer = await serveOne(exchange, one);
    if (answer.body !== null) answers.push(answer);
  }
  const [first] = answers;
  if (!first) return NO_ANSWER;
  const isSame = answers.every(({ status }) => status === first.status);
  return jsonText(
    isSame ? first.status : 200,
    `[${answers.map(({ body }) => body).join()}]`,
    Object.assign({}, ...answers.map(({ headers }) => headers)),
  );
}

async function serveOne(exchange: LeagueExchange, body: unknown): Promise<WireResponse> {
  const message = readRpc(body);
  if (!message) return rpcRefusal(200, INVALID_REQUEST, 'Invalid Request');
  if (message.kind === 'request') return serveRequest(exchange, message);
  // Other notifications are those of MCP, which say nothing that is needed here.
  if (message.kind === 'response' || message.method !== MESSAGE_METHOD) return NO_ANSWER;
  const { status, headers } = await serveRequest(exchange, { ...message, id: '' });
  return status === 200 ? NO_ANSWER : { status, headers: withoutContentType(headers), body: null };
}

/** A request without its kind; the id of a notification is not answered. */
interface RpcCall {
  id: RpcId;
  method: string;
  params: Record<string, unknown>;
}

async function serveRequest(exchange: LeagueExchange, { id, method, params }: RpcCall): Promise<WireResponse> {
  const { system, caller } = exchange;
  try {
    const fault = findJsonFault(params);
    if (fault) return invalidParams(id, `${['params', ...fault.path].join('.')}: ${fault.message}`);
    // A call of a tool counts with the tool, by a message too.
    if (method !== 'tools/call' && method !== MESSAGE_METHOD)
      await limitLeagueRequest(system, caller, matchOfLeagueUri(params.uri));
    return await answer({ ...exchange, id, params }, method);
  } catch (thrown) {
    return refuse(thrown, id);
  }
}

/** The headers of an answer without a body. */
function withoutContentType({ 'content-type': _, ...headers }: WireHeaders): WireHeaders {
  return headers;
}

async function readJson(request: WireRequest, caller: Caller): Promise<unknown> {
  const payer = payerOf(caller);
  const maxBytes = payer === null ? MAX_ANONYMOUS_BODY_BYTES : MAX_BODY_BYTES;
  const text = await readJsonText(request, { payer, maxBytes });
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function answer(call: LeagueCall, method: string): Promise<WireResponse> {
  switch (method) {
    case 'initialize':
      return result(call, {
        protocolVersion: PROTOCOL_VERSION,
        capabilities: { tools: {}, resources: {} },
        serverInfo: SERVERS[call.system],
      });
    case 'ping':
      return result(call, {});
    case 'tools/list':
      return result(call, { tools: listTools(call.system) });
    case 'tools/call':
      return callTool(call);
    case 'resources/list':
      return result(call, {
        resources: LEAGUE_RESOURCES.filter(({ toolset }) => toolset === call.system).map(withoutToolset),
      });
    case 'resources/templates/list':
      return result(call, {
        resourceTemplates: LEAGUE_TEMPLATES.filter(({ toolset }) => toolset === call.system).map(withoutToolset),
      });
    case 'resources/read':
      return readResource(call);
    case MESSAGE_METHOD:
      return result(call, await receiveMessage(call.system, call.params.message, call.caller, toolCallOf(call)));
    default:
      return rpcRefusal(404, METHOD_NOT_FOUND, 'Method not found', { id: call.id });
  }
}

/** An answer whose `data.reason` says what is wrong. */
function invalidParams(id: RpcId | null, reason: string, details: object = {}): WireResponse {
  return jsonText(200, rpcErrorText(id, INVALID_PARAMS, 'Invalid params', { reason, ...details }));
}

/** What a caller named, which may be any JSON value. */
const quote = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')).slice(0, 200);

const withoutToolset = <T extends { toolset: string }>({ toolset: _, ...rest }: T) => rest;

function result({ id }: LeagueCall, value: unknown): WireResponse {
  return jsonText(200, JSON.stringify({ jsonrpc: '2.0', id, result: value }));
}

/** The tools with the input schemas of league.md. */
function listTools(system: LeagueSystem) {
  const tools = registry.toolset(system)?.tools ?? [];
  return tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: inputSchemaOf(tool),
  }));
}

/** Failures of a tool that have an HTTP status of their own: league.md, Error Handling and Rate Limiting. */
const ANSWERED_BY_STATUS: ReadonlySet<string> = new Set(['RATE_LIMITED', 'INTERNAL_ERROR']);

async function callTool({ system, request, caller, id, params }: LeagueCall): Promise<WireResponse> {
  const tool = registry.toolset(system)?.tools.find(({ name }) => name === params.name);
  if (!tool) {
    await limitLeagueRequest(system, caller, undefined);
    return invalidParams(id, `Unknown tool: ${quote(params.name)}`);
  }
  const outcome = await runTool(tool, params.arguments ?? {}, caller, toolCallOf({ request, caller, id, params }));
  if (!outcome.ok && ANSWERED_BY_STATUS.has(outcome.error.code)) throw outcome.error;
  const { isError, json, requestFault } = renderOutcome(outcome);
  if (requestFault) {
    // It was refused before the tool counted it.
    await limitLeagueRequest(system, caller, undefined);
    return invalidParams(id, requestFault.message, requestFault.details);
  }
  const content = [{ type: 'text', text: json }];
  return jsonText(200, JSON.stringify({ jsonrpc: '2.0', id, result: isError ? { content, isError } : { content } }));
}

/** The call of a tool that a request makes. */
function toolCallOf({
  request,
  caller,
  id,
  params,
}: Pick<LeagueCall, 'request' | 'caller' | 'id' | 'params'>): TransportCall {
  const address = caller.kind === 'anonymous' ? caller.address : request.address;
  return new TransportCall('mcp', address, request, { idempotencyKey: repeatKeyOf(request, id), params });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * What a repeated request has in common with the first one: its Idempotency-Key, or an id that is a UUID. league.md asks
 * for unique ids, but clients count them from 1 again, so a shorter id says nothing.
 */
function repeatKeyOf(request: WireRequest, id: RpcId): string | null {
  return request.header('idempotency-key') ?? (typeof id === 'string' && UUID.test(id) ? id : null);
}

async function readResource(call: LeagueCall): Promise<WireResponse> {
  const { uri } = call.params;
  const isToolset = typeof uri === 'string' && toolsetOfLeagueUri(uri) === call.system;
  const text = isToolset ? await readLeagueResource(uri, call.caller).catch(hideMissing) : null;
  if (text === null) return invalidParams(call.id, `Unknown resource: ${quote(uri)}`);
  return result(call, { contents: [{ uri, mimeType: 'application/json', text }] });
}

function hideMissing(thrown: unknown): null {
  if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
  throw thrown;
}

/** decisions.md, League, Faults. */
function refuse(thrown: unknown, id: RpcId | null): WireResponse {
  if (thrown instanceof ProtocolFault)
    return jsonText(200, rpcErrorText(id, TRANSPORT_ERROR, 'Protocol error', { reason: thrown.message }));
  if (thrown instanceof UnknownMessageType) return invalidParams(id, thrown.message);
  const error = toAppError(thrown);
  if (error instanceof InputFault) return invalidParams(id, error.message);
  if (error.code === 'INTERNAL_ERROR') {
    log.error({ err: error.cause ?? error }, 'a request to the league failed');
    return rpcRefusal(500, INTERNAL_ERROR, 'Internal error', { id });
  }
  return rpcRefusal(error.http, TRANSPORT_ERROR, error.message, {
    id,
    data: { reason: error.message, ...error.toWire() },
    headers: errorHeaders(error),
  });
}
