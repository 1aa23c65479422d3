import { isInitializeRequest, type SpecTypeName, specTypeSchemas } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { AppError, type Issue } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { findJsonFault } from '@/lib/core/json';
import { placeOf, streamPlaces } from '@/lib/domain/limits';
import { endSession, findSession, type McpSession, notifyInstances, openSession } from '@/lib/domain/mcp-sessions';
import { addressOf } from '@/lib/transport/http/address';
import { watchEnd } from '@/lib/transport/http/watch-end';
import { jsonText, type Served, type WireResponse } from '@/lib/transport/http/wire';
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  type RpcId,
  type RpcMessage,
  rpcErrorText,
  rpcRefusal,
  rpcResultText,
  SESSION_NOT_FOUND,
  TRANSPORT_ERROR,
  tooManyStreams,
} from '@/lib/transport/json-rpc';
import { APPS_EXTENSION } from './apps';
import { callTool, handshakeResult, listTools, type McpCall } from './calls';
import { askBySession } from './elicitation';
import { type Endpoint, instructionsOf, type McpExchange } from './endpoint';
import {
  capabilities,
  declaresExtension,
  HANDSHAKE_VERSIONS,
  LATEST_HANDSHAKE_VERSION,
  serverInfoOf,
} from './identity';
import { cancelCall } from './in-flight';
import { liveSession, liveSessionHere } from './live-sessions';
import { findSdkTool } from './sdk-toolsets';

const ACCEPTED: WireResponse = { status: 202, headers: {}, body: null };
/** Size of a client's description, which is stored with the session. */
const MAX_CLIENT_BYTES = 16_384;

/** A POST of the revisions 2024-11-05 to 2025-11-25. */
export async function serveHandshakePost(
  exchange: McpExchange,
  message: RpcMessage | null,
  body: unknown,
): Promise<Served> {
  if (!message) return rpcRefusal(400, INVALID_REQUEST, 'Invalid Request: not a JSON-RPC 2.0 message.');
  if (message.kind === 'request' && message.method === 'initialize') return initialize(exchange, message.id, body);
  const session = await sessionOf(exchange);
  if ('status' in session) return session;
  if (message.kind === 'response') return deliver(session, body);
  if (message.kind === 'notification') return takeNotification(session, message.method, message.params, body);
  const { id, params } = message;
  const call = {
    ...exchange,
    endpoint: session,
    sessionId: session.id,
    id,
    params,
    format: handshakeResult(session.protocolVersion),
    showsApps: declaresExtension(session.capabilities, APPS_EXTENSION),
    askToOpen: askBySession(session),
  };
  return serveRequest(exchange, session, message.method, call, body);
}

/** The stream of messages that the server starts. */
export async function serveHandshakeGet(exchange: McpExchange): Promise<WireResponse> {
  if (!exchange.request.header('accept')?.includes('text/event-stream')) {
    return rpcRefusal(406, TRANSPORT_ERROR, 'Not Acceptable: accept text/event-stream.');
  }
  const session = await sessionOf(exchange);
  if ('status' in session) return session;
  const { agent, request } = exchange;
  const release = streamPlaces().tryEnter(placeOf(agent, addressOf(request)));
  if (!release) return tooManyStreams();
  const answer = await (await liveSession(session, agent)).get(request).catch((thrown: unknown) => {
    release();
    throw thrown;
  });
  if (answer.body instanceof ReadableStream) return { ...answer, body: watchEnd(answer.body, release) };
  release();
  return answer;
}

/** The client ends its session. */
export async function serveHandshakeDelete(exchange: McpExchange): Promise<WireResponse> {
  const id = exchange.request.header('mcp-session-id');
  if (id === null) return sessionRequired();
  return (await endSession(id, exchange.agent.credentialId))
    ? { status: 200, headers: {}, body: null }
    : sessionUnknown();
}

async function serveRequest(
  exchange: McpExchange,
  session: McpSession,
  method: string,
  call: McpCall,
  body: unknown,
): Promise<Served> {
  if (method === 'tools/call' && !findSdkTool(session, call.params.name)) return callTool(call);
  if (method === 'tools/list') return listTools(call);
  if (method === 'ping') return jsonText(200, rpcResultText(call.id, '{}'));
  const issues = await findRequestFaults(method, call.params);
  if (issues) return jsonText(200, rpcErrorText(call.id, INVALID_PARAMS, invalidParams(issues), { issues }));
  return (await liveSession(session, exchange.agent)).post(exchange.request, body);
}

function invalidParams([first]: readonly Issue[]): string {
  return first ? `Invalid params at ${first.path.join('.') || 'params'}: ${first.message}` : 'Invalid params.';
}

/** Answers what the SDK would answer (a test compares the two) without making an SDK object. */
async function initialize({ agent, endpoint }: McpExchange, id: RpcId, body: unknown): Promise<WireResponse> {
  if (!isInitializeRequest(body))
    return jsonText(200, rpcErrorText(id, INVALID_PARAMS, 'Invalid params: not an initialize request.'));
  const { protocolVersion: asked, clientInfo, capabilities: clientCapabilities } = body.params;
  const client = { clientInfo, capabilities: clientCapabilities };
  if (findJsonFault(client) || JSON.stringify(client).length > MAX_CLIENT_BYTES) {
    const message = 'Invalid params: clientInfo and capabilities cannot be stored.';
    return jsonText(200, rpcErrorText(id, INVALID_PARAMS, message));
  }
  const protocolVersion = HANDSHAKE_VERSIONS.includes(asked) ? asked : LATEST_HANDSHAKE_VERSION;
  const session = await openSession(agent, {
    ...endpoint,
    protocolVersion,
    clientInfo,
    capabilities: clientCapabilities,
  });
  return jsonText(200, rpcResultText(id, greetingOf(endpoint, protocolVersion)), { 'mcp-session-id': session.id });
}

/** The result of `initialize` as JSON text, made once for each set of toolsets and version. */
function greetingOf(endpoint: Endpoint, protocolVersion: string): string {
  const greetings = once('mcp.greetings', () => new LRUCache<string, string>({ max: 200 }));
  const key = `${protocolVersion} ${endpoint.toolsets.join()}`;
  const kept = greetings.get(key);
  if (kept !== undefined) return kept;
  const text = JSON.stringify({
    protocolVersion,
    capabilities: capabilities(endpoint, 'handshake'),
    serverInfo: serverInfoOf(endpoint),
    instructions: instructionsOf(endpoint),
  });
  greetings.set(key, text);
  return text;
}

async function sessionOf({ request, agent }: McpExchange): Promise<McpSession | WireResponse> {
  const id = request.header('mcp-session-id');
  if (id === null) return sessionRequired();
  const session = await findSession(id, agent.credentialId);
  if (!session) return sessionUnknown();
  const version = request.header('mcp-protocol-version');
  if (version !== null && !HANDSHAKE_VERSIONS.includes(version)) {
    return rpcRefusal(
      400,
      TRANSPORT_ERROR,
      `Bad Request: unsupported protocol version; supported: ${HANDSHAKE_VERSIONS.join(', ')}.`,
    );
  }
  return session;
}

function sessionRequired(): WireResponse {
  return rpcRefusal(400, TRANSPORT_ERROR, 'Bad Request: the Mcp-Session-Id header is required; initialize first.');
}

function sessionUnknown(): WireResponse {
  return rpcRefusal(404, SESSION_NOT_FOUND, 'Session not found.', {
    data: new AppError('NOT_FOUND', 'Initialize a new session.').toWire(),
  });
}

/** Passes a client's response to the instance whose request it answers. */
async function deliver(session: McpSession, message: unknown): Promise<WireResponse> {
  const here = await liveSessionHere(session.id);
  if (here) await here.deliver(message);
  else await notifyInstances({ kind: 'response', id: session.id, message });
  return ACCEPTED;
}

async function takeNotification(
  session: McpSession,
  method: string,
  params: Record<string, unknown>,
  body: unknown,
): Promise<WireResponse> {
  const { requestId } = params;
  if (method === 'notifications/cancelled' && (typeof requestId === 'string' || typeof requestId === 'number')) {
    if (!cancelCall(session.id, requestId)) await notifyInstances({ kind: 'cancelled', id: session.id, requestId });
  }
  await (await liveSessionHere(session.id))?.deliver(body);
  return ACCEPTED;
}
/** The protocol's schema of each request that the SDK answers. */
const SHAPES: ReadonlyMap<string, SpecTypeName> = new Map([
  ['resources/list', 'ListResourcesRequest'],
  ['resources/templates/list', 'ListResourceTemplatesRequest'],
  ['resources/read', 'ReadResourceRequest'],
  ['resources/subscribe', 'SubscribeRequest'],
  ['resources/unsubscribe', 'UnsubscribeRequest'],
  ['prompts/list', 'ListPromptsRequest'],
  ['prompts/get', 'GetPromptRequest'],
  ['completion/complete', 'CompleteRequest'],
]);

const MAX_ISSUES = 20;

/**
 * The faults in the params of a request, each with its path below `params`; null without a fault. In the handshake
 * revisions the SDK would answer them with an internal error (-32603) and its validator's text.
 */
async function findRequestFaults(method: string, params: Record<string, unknown>): Promise<Issue[] | null> {
  const shape = SHAPES.get(method);
  if (!shape) return null;
  const checked = await specTypeSchemas[shape]['~standard'].validate({ method, params });
  if (!checked.issues) return null;
  return checked.issues.slice(0, MAX_ISSUES).map(({ path = [], message }) => ({
    path: path.slice(1).map((step) => plainKey(typeof step === 'object' ? step.key : step)),
    message,
  }));
}

function plainKey(key: PropertyKey): string | number {
  return typeof key === 'number' ? key : String(key);
}
