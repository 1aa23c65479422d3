import { toAppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { publicOrigin } from '@/lib/core/public-origin';
import type { RateState } from '@/lib/domain/auth';
import { addressOf } from '@/lib/transport/http/address';
import { jsonText, type WireHeaders, type WireResponse } from '@/lib/transport/http/wire';
import { errorAnswer, exhaustedRate, rateHeaders, SECURITY_HEADERS } from '@/lib/transport/rest/answers';
import type { Operation, OperationCall } from '@/lib/transport/rest/router';
import type { Route } from './route';
import { ROUTES } from './routes';

/** The operations of owners (accounts, console, play), of credentials and of administrators. */
export function ownerOperations(): Operation[] {
  return ROUTES.map((route) => ({
    method: route.method,
    path: route.path,
    // Keys and people's data: no page of another origin reads them.
    crossOrigin: false,
    answer: (call) => answerRoute(route, call),
  }));
}

async function answerRoute(route: Route, call: OperationCall): Promise<WireResponse> {
  const { request } = call;
  let rate: RateState | null = null;
  try {
    const admitted = await route.who.admit(request, call.params);
    rate = admitted.rate;
    const cookies: string[] = [];
    const value = await route.run(call, {
      who: admitted.who,
      payer: admitted.payer,
      address: addressOf(request) || 'unknown',
      userAgent: request.header('user-agent') ?? '',
      origin: publicOrigin(request.origin),
      setCookie: (cookie) => void cookies.push(cookie),
    });
    const headers: WireHeaders = { ...SECURITY_HEADERS, ...rateHeaders(rate) };
    if (cookies.length > 0) headers['set-cookie'] = cookies;
    return jsonText(route.status, JSON.stringify(value), headers);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'INTERNAL_ERROR' && !request.signal.aborted) {
      const { method, path } = route;
      log.error({ err: error.cause ?? error, requestId: newId(), method, path }, 'an operation of an owner failed');
    }
    return errorAnswer(error, { ...SECURITY_HEADERS, ...rateHeaders(rate ?? exhaustedRate(error)) });
  }
}
