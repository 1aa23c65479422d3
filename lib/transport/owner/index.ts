import { toAppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import { publicOrigin } from '@/lib/core/public-origin';
import type { OwnerOperation } from '@/lib/core/tool';
import { limitWords, type RateState } from '@/lib/domain/limits';
import { operationRouteOf } from '@/lib/tools/find';
import { OWNER_OPERATIONS } from '@/lib/tools/owner';
import { type OperationAnswer, runOperationOnce } from '@/lib/tools/repeated-operations';
import { runOperation } from '@/lib/tools/run';
import { addressOf } from '@/lib/transport/http/address';
import { abortOnDrain } from '@/lib/transport/http/draining';
import {
  jsonText,
  MAX_ANONYMOUS_BODY_BYTES,
  MAX_BODY_BYTES,
  type WireHeaders,
  type WireResponse,
} from '@/lib/transport/http/wire';
import { errorAnswer, exhaustedRate, rateHeaders, SECURITY_HEADERS } from '@/lib/transport/rest/answers';
import { readInput } from '@/lib/transport/rest/input';
import type { Operation, OperationCall } from '@/lib/transport/rest/router';
import { AUTHORIZERS, accountOf, requireProof, requireUnrestricted } from './callers';

/** The operations of owners (accounts, console, play), of credentials and of administrators. */
export function ownerOperations(): Operation[] {
  return OWNER_OPERATIONS.map((operation) => ({
    ...operationRouteOf(operation),
    // Keys and people's data: no page of another origin reads them.
    crossOrigin: false,
    answer: (call) => answerOperation(operation, call),
  }));
}

/** Admits the caller, reads the input and runs the operation. */
async function answerOperation(operation: OwnerOperation, call: OperationCall): Promise<WireResponse> {
  const { request, params, query } = call;
  let rate: RateState | null = null;
  const waiting = operation.waits ? abortOnDrain(request.signal) : null;
  try {
    const { who, payer, rate: counted } = await AUTHORIZERS[operation.caller].admit(request);
    rate = counted;
    requireUnrestricted(who, operation);
    requireProof(who, operation);
    const maxBytes = payer === null ? MAX_ANONYMOUS_BODY_BYTES : (operation.maxBodyBytes ?? MAX_BODY_BYTES);
    const input = await readInput(request, operation, { params, query, bounds: { payer, maxBytes } });
    if (operation.givesWords) await limitWords(input, accountOf(who));
    const address = addressOf(request) || 'unknown';
    const run = async (): Promise<OperationAnswer> => {
      const cookies: string[] = [];
      const value = await runOperation(operation, input, {
        who: who as never,
        address,
        userAgent: request.header('user-agent') ?? '',
        origin: publicOrigin(request.origin),
        cookieHeader: request.header('cookie'),
        setCookie: (cookie) => void cookies.push(cookie),
        signal: waiting?.signal ?? request.signal,
      });
      return { value, cookies };
    };
    const key = request.method === 'POST' ? request.header('idempotency-key') : null;
    const { name } = operation;
    const { value, cookies } = await (key === null
      ? run()
      : runOperationOnce({ name, key, payer, address, input }, run));
    const headers: WireHeaders = { ...SECURITY_HEADERS, ...rateHeaders(rate) };
    if (cookies.length > 0) headers['set-cookie'] = [...cookies];
    return jsonText(operation.restStatus ?? 200, JSON.stringify(value), headers);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'INTERNAL_ERROR' && !request.signal.aborted) {
      const { name } = operation;
      log.error({ err: error.cause ?? error, requestId: newId(), name }, 'an operation of an owner failed');
    }
    return errorAnswer(error, { ...SECURITY_HEADERS, ...rateHeaders(rate ?? exhaustedRate(error)) });
  } finally {
    waiting?.release();
  }
}
