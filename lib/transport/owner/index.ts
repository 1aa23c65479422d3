import { AppError, toAppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { authenticate, readOwner, takeRateLimit } from '@/lib/domain/auth';
import { answer, failure } from './answers';
import type { Route } from './route';
import { ROUTES } from './routes';
import { publicOrigin, requireSameSite } from './same-site';

export interface OwnerRouteContext {
  /** Where the caller sits, for limits. */
  address?: string;
  requestId?: string;
}

/**
 * Answers the REST of owners (accounts, console) and of credentials (self-registration, tokens). Never throws.
 * @returns null when the path is none of these.
 */
export async function handleOwnerRoute(request: Request, context: OwnerRouteContext = {}): Promise<Response | null> {
  const found = findRoute(request);
  if (!found) return null;
  try {
    const who = await admit(found.route, request);
    const address = context.address || 'unknown';
    const value = await found.route.answer(request, found.params, who, { address, origin: publicOrigin(request) });
    return answer(found.route.status, value);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'INTERNAL_ERROR') {
      const requestId = context.requestId ?? newId();
      log.error({ err: error.cause ?? error, requestId, path: found.route.pattern.source }, 'an owner route failed unexpectedly');
    }
    return failure(error);
  }
}

function findRoute(request: Request): { route: Route; params: Record<string, string> } | null {
  const { pathname } = new URL(request.url);
  for (const route of ROUTES) {
    const match = route.method === request.method ? route.pattern.exec(pathname) : null;
    if (match) return { route, params: { ...match.groups } };
  }
  return null;
}

/** Who calls, as the route asks for it. @throws UNAUTHENTICATED · FORBIDDEN from another site · RATE_LIMITED */
async function admit(route: Route, request: Request): Promise<unknown> {
  switch (route.who) {
    case 'owner':
      return requireOwner(request);
    case 'agent':
      return requireAgent(request);
    case 'anyone':
      requireSameSite(request);
      return null;
  }
}

async function requireOwner(request: Request) {
  requireSameSite(request);
  const owner = await readOwner(request.headers.get('cookie'));
  if (!owner) throw new AppError('UNAUTHENTICATED', 'Sign in first.');
  return owner;
}

async function requireAgent(request: Request) {
  const { headers } = request;
  const caller = await authenticate({ authorization: headers.get('authorization'), apiKey: headers.get('x-api-key') });
  if (!caller) throw new AppError('UNAUTHENTICATED', 'This call needs an API key.');
  takeRateLimit(caller);
  return caller;
}
