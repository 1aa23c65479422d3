import { Deferred, proceed } from '@/lib/core/deferred';
import { AppError, toAppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { SCOPES } from '@/lib/core/scopes';
import { withChallenge } from '@/lib/transport/http/challenge';
import type { Served, WireRequest, WireResponse } from '@/lib/transport/http/wire';
import { openapiJson } from '@/lib/transport/openapi/document';
import { ownerOperations } from '@/lib/transport/owner';
import { COMMON_HEADERS, CORS_HEADERS, errorAnswer, wrongMethod } from './answers';
import { POLICY_REPORTS_OPERATION } from './policy-reports';
import { type FoundOperation, type Operation, OperationRouter } from './router';
import { toolOperations } from './tool-operations';

const OPENAPI: Operation = {
  method: 'GET',
  path: '/api/openapi.json',
  crossOrigin: true,
  answer: async ({ query }) => ({
    status: 200,
    headers: { ...COMMON_HEADERS, 'content-type': 'application/json' },
    body: openapiJson({ withPages: new URLSearchParams(query).get('pages') === 'true' }),
  }),
};

/** Every REST operation: those of tools, of owners and of the API itself, in one router. */
export const operations = (): OperationRouter =>
  once(
    'rest.operations',
    () => new OperationRouter([OPENAPI, POLICY_REPORTS_OPERATION, ...toolOperations(), ...ownerOperations()]),
  );

/**
 * One REST exchange, on either lane. Never throws.
 * Specification: interface.md, REST; gateway-tool-contract.md, REST Transport (Agent-Facing).
 */
export async function serveRest(request: WireRequest): Promise<Served> {
  return proceed(await answerRest(request), (answer) =>
    withChallenge(request, answer, () => ({ path: '', scopes: SCOPES })),
  );
}

async function answerRest(request: WireRequest): Promise<Served> {
  const refuse = (thrown: unknown): WireResponse => {
    const error = toAppError(thrown);
    if (error.code === 'INTERNAL_ERROR' && !request.signal.aborted) {
      log.error({ err: error.cause, requestId: newId() }, 'a REST exchange failed');
    }
    return errorAnswer(error);
  };
  try {
    const queryAt = request.url.indexOf('?');
    const path = queryAt === -1 ? request.url : request.url.slice(0, queryAt);
    const query = queryAt === -1 ? '' : request.url.slice(queryAt + 1);
    const answer = await dispatch(request, path, query);
    return answer instanceof Deferred ? answer.proceed<WireResponse>(null, refuse) : answer;
  } catch (thrown) {
    return refuse(thrown);
  }
}

async function dispatch(request: WireRequest, path: string, query: string): Promise<Served> {
  const found = operations().find(request.method === 'HEAD' ? 'GET' : request.method, path);
  if (!found) return unknownRoute();
  if ('operation' in found) return found.operation.answer({ request, params: found.params, query });
  return request.method === 'OPTIONS' && found.crossOrigin ? preflight(found) : wrongMethod(found);
}

function preflight(found: Exclude<FoundOperation, { operation: Operation }>): WireResponse {
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
  return errorAnswer(new AppError('NOT_FOUND', 'Unknown route. GET /api/openapi.json lists all routes.'));
}
