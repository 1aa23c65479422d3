import { AppError, toAppError, validationError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import type { ToolDefinition } from '@/lib/core/tool';
import { findTool } from '@/lib/tools/find';
import { runTool } from '@/lib/tools/run';
import { drainSignal } from '@/lib/transport/http/draining';
import { fromWebResponse, toWebRequest, type WireRequest, type WireResponse } from '@/lib/transport/http/wire';
import { openapiJson } from '@/lib/transport/openapi/document';
import { handleOwnerRoute } from '@/lib/transport/owner';
import { TransportCall } from '@/lib/transport/tool-call';
import { COMMON_HEADERS, CORS_HEADERS, errorAnswer, toolAnswer } from './answers';
import { addressOf, callerOf } from './caller';
import { readInput } from './input';
import { matchRoute } from './router';
import { streamEvents } from './stream';

const OPENAPI_PATH = '/openapi.json';

/** One operation that was found: which tool, and what the path said of its input. */
interface Operation {
  tool: ToolDefinition | string;
  params: Record<string, string>;
}

/**
 * One REST exchange, whichever lane it came by. Never throws.
 * Specification: interface.md, REST; gateway-tool-contract.md, REST Transport (Agent-Facing).
 */
export async function serveRest(request: WireRequest): Promise<WireResponse> {
  try {
    const queryAt = request.url.indexOf('?');
    const path = queryAt === -1 ? request.url : request.url.slice(0, queryAt);
    const query = queryAt === -1 ? '' : request.url.slice(queryAt + 1);
    return await dispatch(request, path, query);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'INTERNAL_ERROR' && !request.signal.aborted) {
      log.error({ err: error.cause, requestId: newId() }, 'a REST exchange failed');
    }
    return errorAnswer(error);
  }
}

async function dispatch(request: WireRequest, path: string, query: string): Promise<WireResponse> {
  if (path.startsWith('/v1/')) return serveOwner(request);
  if (!path.startsWith('/api/')) return unknownRoute();
  const below = path.slice('/api'.length);
  if (isOwnerPath(below)) return serveOwner(request);
  if (request.method === 'OPTIONS') return preflight(below);
  if (below === OPENAPI_PATH && (request.method === 'GET' || request.method === 'HEAD')) {
    return { status: 200, headers: { ...COMMON_HEADERS, 'content-type': 'application/json' }, body: openapiJson() };
  }
  const found = findOperation(request.method, below);
  if (!found) return unknownRoute();
  if ('allow' in found) return wrongMethod(found.allow);
  return serveOperation(request, found, query);
}

function findOperation(method: string, below: string): Operation | { allow: string[] } | null {
  if (below === OPENAPI_PATH) return { allow: ['GET'] };
  const named = /^\/tools\/([^/]+)\/?$/.exec(below)?.[1];
  if (named !== undefined)
    return method === 'POST' ? { tool: namedTool(decodeOr(named)), params: {} } : { allow: ['POST'] };
  return matchRoute(method === 'HEAD' ? 'GET' : method, below);
}

/** The tool of that name; the name itself when there is none, for `runTool` to refuse. */
function namedTool(name: string): ToolDefinition | string {
  return findTool(name) ?? name;
}

function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function serveOperation(request: WireRequest, { tool, params }: Operation, query: string): Promise<WireResponse> {
  const caller = await callerOf(request);
  const name = typeof tool === 'string' ? tool : tool.name;
  const input = await readInput(request, tool, params, query);
  const waits = typeof tool !== 'string' && tool.waits === true;
  if (waits && request.method === 'GET' && request.header('accept')?.includes('text/event-stream')) {
    return streamEvents({ request, name, input });
  }
  const going = waits ? { signal: AbortSignal.any([request.signal, drainSignal()]) } : request;
  const key = request.method === 'GET' ? null : request.header('idempotency-key');
  return toolAnswer(await runTool(name, input, caller, new TransportCall('rest', addressOf(request), going, key)));
}

function isOwnerPath(below: string): boolean {
  return /^\/(?:owners|agents|token|console|play)(?:\/|$)/.test(below);
}

async function serveOwner(request: WireRequest): Promise<WireResponse> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? await request.text() : null;
  const answer = await handleOwnerRoute(toWebRequest(request, body), { address: addressOf(request) });
  return answer ? fromWebResponse(answer) : unknownRoute();
}

function preflight(below: string): WireResponse {
  const found = findOperation('OPTIONS', below);
  if (!found || !('allow' in found)) return unknownRoute();
  const allow = [...found.allow, ...(found.allow.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  return {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': 'Authorization, X-API-Key, Content-Type, Idempotency-Key, Last-Event-ID',
      'access-control-max-age': '86400',
    },
    body: null,
  };
}

function unknownRoute(): WireResponse {
  return errorAnswer(new AppError('NOT_FOUND', 'There is no such route. GET /api/openapi.json lists them.'));
}

function wrongMethod(allow: string[]): WireResponse {
  const error = validationError([{ path: [], message: `this route takes ${allow.join(', ')}` }], 'Wrong method');
  return { ...errorAnswer(error, { allow: allow.join(', ') }), status: 405 };
}
