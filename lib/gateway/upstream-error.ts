import { AppError } from '@/lib/core/errors';
import { isJsonObject, isTooDeep } from '@/lib/core/json';
import { OutcomeUnknownError } from './outcome-unknown';
import { messageIn, parseJson, readableText } from './text';

const MAX_DETAIL_CHARACTERS = 4_096;
/** The reason of a refusal reaches the agent whole: it is what the agent corrects its action by. */
const MAX_REFUSAL_CHARACTERS = 4_000;
const STORE_TOKEN =
  'The publisher of the experience issues tokens. credential.store with auth_method "bearer_token" and credentials {"token": "…"} stores one; it is sent with every call.';

/** What an experience sent beside its message (legal moves, an error code), when it is small enough to pass on. */
function upstreamDetails(value: unknown): Record<string, unknown> | undefined {
  if (!isJsonObject(value) || isTooDeep(value)) return undefined;
  const text = JSON.stringify(value);
  return text.length <= MAX_DETAIL_CHARACTERS ? { upstream: value } : undefined;
}

/**
 * HTTP 404, 405 or 410 to a call whose path names a session or a lobby: the experience does not know it, or has no such
 * route.
 */
export class NotThereError extends AppError {
  constructor(message: string, value: unknown) {
    const details = upstreamDetails(value);
    super('EXPERIENCE_ERROR', message, { retryable: false, ...(details ? { details } : {}) });
  }
}

const UNKNOWN_SESSION =
  /\b(?:no such|unknown|invalid|expired) (?:game )?session\b|\bsession\b.{0,80}\b(?:not found|unknown|expired|does not exist|doesn['’]t exist|has ended|is over|already ended|no longer)\b/i;
/** Characters of a message in which such words are looked for. */
const MAX_MATCHED_CHARACTERS = 500;

/** Whether an experience has refused a call about a session because it does not know the session (any more). */
export function isUnknownSession(thrown: unknown): boolean {
  if (thrown instanceof NotThereError) return true;
  const isRefusal = thrown instanceof AppError && thrown.code === 'EXPERIENCE_ERROR' && !thrown.retryable;
  return isRefusal && UNKNOWN_SESSION.test(thrown.message.slice(0, MAX_MATCHED_CHARACTERS));
}

/** EXPERIENCE_ERROR with the message that the experience sent. */
export function refusal(text: string, options: { retryable?: boolean; value?: unknown } = {}): AppError {
  const message = readableText(text, MAX_REFUSAL_CHARACTERS);
  const details = upstreamDetails(options.value);
  return new AppError('EXPERIENCE_ERROR', message === '' ? 'The experience refused without a reason.' : message, {
    retryable: options.retryable ?? false,
    ...(details ? { details } : {}),
  });
}

/** The message in an error body: that of a JSON error, else short plain text, else nothing. */
function readErrorBody(body: string): { message: string; value: unknown } {
  const value = parseJson(body);
  const message = messageIn(value);
  if (message !== null) return { message, value };
  const isMarkup = /^\s*</.test(body);
  return { message: value === undefined && !isMarkup ? body : '', value };
}

/**
 * An HTTP status that is not success, as the error convention of experiences asks: 401 and 403 are about
 * authentication, 404 about something that does not exist, 5xx may be tried again.
 * Specification: gateway-tool-contract.md, REST Transport (Experience-Facing).
 * @param missing what a 404 is about: a route that the server does not have, or what the path of the call names
 */
export function statusError(status: number, text: string, missing: 'route' | 'thing' = 'route'): AppError {
  const body = readErrorBody(text);
  const message = readableText(body.message, MAX_REFUSAL_CHARACTERS);
  if (status === 401 || status === 403) {
    return new AppError(
      'EXPERIENCE_AUTH_FAILED',
      message || `The experience refused the credentials (HTTP ${status}).`,
      { details: { next: STORE_TOKEN } },
    );
  }
  if (status === 404 || status === 405 || status === 410) {
    if (missing === 'thing') return new NotThereError(message || `The experience answered HTTP ${status}.`, body.value);
    return new AppError('EXPERIENCE_TOOL_NOT_FOUND', message || `The experience has no such tool (HTTP ${status}).`);
  }
  const failure = refusal(message || `The experience answered HTTP ${status}.`, {
    retryable: status >= 500 || status === 429,
    value: body.value,
  });
  return status < 500 ? failure : new OutcomeUnknownError(failure.code, failure.message, failure);
}
