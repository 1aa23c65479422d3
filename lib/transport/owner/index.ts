import { AppError, toAppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { authenticate, type RateState, readOwner, takePersonTurn, takeRateLimit } from '@/lib/domain/auth';
import { refuseForms } from '@/lib/transport/http/json-body';
import { exhaustedRate, rateHeaders } from '@/lib/transport/rest/answers';
import { answer, failure, wrongMethod } from './answers';
import type { Route } from './route';
import { ROUTES } from './routes';
import { linkOrigin, requireSameSite } from './same-site';

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
  const candidates = findRoutes(new URL(request.url).pathname);
  if (candidates.length === 0) return null;
  const found = candidates.find(({ route }) => route.method === request.method);
  if (!found) return wrongMethod(candidates.map(({ route }) => route.method));
  let rate: RateState | null = null;
  try {
    const admitted = await admit(found.route, request);
    rate = admitted.rate;
    const address = context.address || 'unknown';
    const cookies: string[] = [];
    const setCookie = (cookie: string) => void cookies.push(cookie);
    const about = { address, origin: linkOrigin(request), setCookie };
    const value = await found.route.answer(request, found.params, admitted.who, about);
    return answer(found.route.status, value, rateHeaders(rate), cookies);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'INTERNAL_ERROR') {
      const requestId = context.requestId ?? newId();
      log.error(
        { err: error.cause ?? error, requestId, path: found.route.pattern.source },
        'an owner route failed unexpectedly',
      );
    }
    return failure(error, rateHeaders(rate ?? exhaustedRate(error)));
  }
}

/** Who calls, and what is left of the minute where calls are counted. */
interface Admitted {
  who: unknown;
  rate: RateState | null;
}

/** The routes of a path, one a method. */
function findRoutes(pathname: string): { route: Route; params: Record<string, string> }[] {
  return ROUTES.flatMap((route) => {
    const match = route.pattern.exec(pathname);
    return match ? [{ route, params: { ...match.groups } }] : [];
  });
}

/** Who calls, as the route asks for it. @throws UNAUTHENTICATED · FORBIDDEN from another site · RATE_LIMITED */
async function admit(route: Route, request: Request): Promise<Admitted> {
  switch (route.who) {
    case 'owner':
      return { who: await requireOwner(request), rate: null };
    case 'agent':
      return requireAgent(request);
    case 'admin':
      return requireAdmin(request);
    case 'anyone':
      requireSameSite(request);
      return { who: null, rate: null };
  }
}

/** An administrator's browser, or a credential of an agent of theirs. */
async function requireAdmin(request: Request) {
  const { headers } = request;
  const isAgent = headers.has('authorization') || headers.has('x-api-key');
  const admitted = isAgent ? await requireAgent(request) : { who: await requireOwner(request), rate: null };
  if (!admitted.who.isAdmin) throw new AppError('FORBIDDEN', 'Only an administrator may do this.');
  return admitted;
}

/** Whose cookie it is, for a request that no other site can have made the browser send; each counts. */
async function requireOwner(request: Request) {
  requireSameSite(request);
  if (request.method !== 'GET') refuseForms(request.headers.get('content-type'));
  const owner = await readOwner(request.headers.get('cookie'));
  if (!owner) throw new AppError('UNAUTHENTICATED', 'Sign in first.');
  await takePersonTurn(owner.ownerId, request.method === 'GET' ? 'look' : 'change');
  return owner;
}

async function requireAgent(request: Request) {
  const { headers } = request;
  const caller = await authenticate({ authorization: headers.get('authorization'), apiKey: headers.get('x-api-key') });
  if (!caller) throw new AppError('UNAUTHENTICATED', 'This call needs an API key.');
  return { who: caller, rate: takeRateLimit(caller) };
}
