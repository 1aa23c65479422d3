import { AppError } from '@/lib/core/errors';
import { isJsonObject, isTooDeep, type JsonObject } from '@/lib/core/json';
import { OutcomeUnknownError } from './outcome-unknown';
import { cleanText, messageIn, parseJson, readableText } from './text';

const MAX_DETAIL_CHARACTERS = 4_096;
/** The reason of a refusal reaches the agent whole: it is what the agent corrects its action by. */
const MAX_REFUSAL_CHARACTERS = 4_000;
const STORE_TOKEN =
  'The publisher of the experience issues tokens. credential.store with auth_method "bearer_token" and credentials {"token": "…"} stores one; it is sent with every call.';

/** What the platform says when an experience refuses: the words of the experience stand in `details.upstream`. */
const ANSWERED_WITH_ERROR = 'The experience answered with an error.';

/** The same value with every text and key made safe to show. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return readableText(value, MAX_DETAIL_CHARACTERS);
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [cleanText(key), cleaned(field)]));
}

/**
 * `{ upstream }` with the words of an experience as `message`, and what it sent beside them (legal moves, an error code) when
 * that is small enough to pass on. Undefined when it sent neither.
 */
function upstreamDetails(message: string, value?: unknown): { upstream: JsonObject } | undefined {
  const isSmall = isJsonObject(value) && !isTooDeep(value) && JSON.stringify(value).length <= MAX_DETAIL_CHARACTERS;
  const fields = isSmall ? (cleaned(value) as JsonObject) : {};
  const words = readableText(message, MAX_REFUSAL_CHARACTERS);
  if (words === '' && Object.keys(fields).length === 0) return undefined;
  return { upstream: words === '' ? fields : { ...fields, message: words } };
}

/**
 * The words with which an experience refused a call, cleaned, of at most 4,000 characters; null when the error has none. They
 * are a stranger's: show them only in a field of their own.
 */
export function upstreamMessage(thrown: unknown): string | null {
  const upstream = thrown instanceof AppError ? thrown.details?.upstream : null;
  return isJsonObject(upstream) && typeof upstream.message === 'string' ? upstream.message : null;
}

/** EXPERIENCE_ERROR for an answer that cannot be used. @param sentence the platform's, without text of the experience */
export function unusableAnswer(sentence: string): AppError {
  return new AppError('EXPERIENCE_ERROR', sentence, { retryable: false });
}

/** EXPERIENCE_TOOL_NOT_FOUND with the words of the experience in `details.upstream`. */
export function toolNotFound(words: string): AppError {
  const details = upstreamDetails(words);
  return new AppError('EXPERIENCE_TOOL_NOT_FOUND', 'The experience has no such tool.', details ? { details } : {});
}

/**
 * HTTP 404, 405 or 410 to a call whose path names a session or a lobby: the experience does not know it, or has no such
 * route.
 */
export class NotThereError extends AppError {
  constructor(status: number, words: string, value: unknown) {
    const details = upstreamDetails(words, value);
    super('EXPERIENCE_ERROR', `The experience answered HTTP ${status}.`, {
      retryable: false,
      ...(details ? { details } : {}),
    });
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
  return isRefusal && UNKNOWN_SESSION.test((upstreamMessage(thrown) ?? '').slice(0, MAX_MATCHED_CHARACTERS));
}

/**
 * EXPERIENCE_ERROR in the platform's words, with those of the experience in `details.upstream`.
 * @param options.sentence the platform's sentence
 */
export function refusal(
  words: string,
  options: { retryable?: boolean; value?: unknown; sentence?: string } = {},
): AppError {
  const details = upstreamDetails(words, options.value);
  const isSilent = details?.upstream.message === undefined;
  const sentence = options.sentence ?? (isSilent ? 'The experience refused without a reason.' : ANSWERED_WITH_ERROR);
  return new AppError('EXPERIENCE_ERROR', sentence, {
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
  if (status === 401 || status === 403) {
    return new AppError('EXPERIENCE_AUTH_FAILED', `The experience refused the credentials (HTTP ${status}).`, {
      details: { ...upstreamDetails(body.message), next: STORE_TOKEN },
    });
  }
  if (status === 404 || status === 405 || status === 410) {
    if (missing === 'thing') return new NotThereError(status, body.message, body.value);
    return toolNotFound(body.message);
  }
  const failure = refusal(body.message, {
    sentence: `The experience answered with an error (HTTP ${status}).`,
    retryable: status >= 500 || status === 429,
    value: body.value,
  });
  return status < 500 ? failure : new OutcomeUnknownError(failure.code, failure.message, failure);
}
