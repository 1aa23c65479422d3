import { type AppError, validationError } from '@/lib/core/errors';
import { renderOutcome } from '@/lib/tools/outcome';
import type { RateState, ToolOutcome } from '@/lib/tools/run';
import { errorHeaders } from '@/lib/transport/http/error-headers';
import { joinHeaders, jsonText, type WireHeaders, type WireResponse } from '@/lib/transport/http/wire';

/** On every answer: nothing is cached, sniffed, framed or executed. */
export const SECURITY_HEADERS: WireHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Callers prove themselves by a header that no browser adds by itself, so any page may call. */
export const CORS_HEADERS: WireHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, WWW-Authenticate',
};

/** On every answer of an operation that pages of any origin may call. */
export const COMMON_HEADERS: WireHeaders = { ...SECURITY_HEADERS, ...CORS_HEADERS };

/** The headers of an operation's answers. */
const headersFor = ({ crossOrigin }: { crossOrigin: boolean }): WireHeaders =>
  crossOrigin ? COMMON_HEADERS : SECURITY_HEADERS;

/** `{ error: { code, message, retryable, details? } }` with the status of its code. */
export function errorAnswer(error: AppError, headers: WireHeaders = COMMON_HEADERS): WireResponse {
  return jsonText(error.http, JSON.stringify({ error: error.toWire() }), { ...headers, ...errorHeaders(error) });
}

/** 405: the path exists, with other methods. */
export function wrongMethod(found: { allow: readonly string[]; crossOrigin: boolean }): WireResponse {
  const allow = found.allow.join(', ');
  const error = validationError([{ path: [], message: `this route takes ${allow}` }], 'Wrong method');
  return { ...errorAnswer(error, { ...headersFor(found), allow }), status: 405 };
}

/** The answer of a tool; a failure has the platform's envelope unless the tool has its own error format. */
export function toolAnswer(outcome: ToolOutcome): WireResponse {
  const { json, isError, isStructured, status } = renderOutcome(outcome);
  const rate = rateHeaders(outcome.ok ? outcome.rate : (outcome.rate ?? exhaustedRate(outcome.error)));
  const headers = joinHeaders(COMMON_HEADERS, rate, outcome.ok ? {} : errorHeaders(outcome.error));
  return jsonText(status, isError && !isStructured ? `{"error":${json}}` : json, headers);
}

/** What is left of the minute, where calls are counted. */
export function rateHeaders(rate: RateState | null): Record<string, string> {
  if (!rate) return {};
  return {
    'ratelimit-limit': String(rate.limit),
    'ratelimit-remaining': String(rate.remaining),
    'ratelimit-reset': String(rate.resetS),
  };
}

/** The state of the limit that a RATE_LIMITED error carries; null for every other error. */
export function exhaustedRate(error: AppError): RateState | null {
  const limit = error.code === 'RATE_LIMITED' ? error.details?.limit : undefined;
  return typeof limit === 'number' ? { limit, remaining: 0, resetS: error.retryAfterS ?? 1 } : null;
}
