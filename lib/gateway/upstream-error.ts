import { AppError } from '@/lib/core/errors';
import { isJsonObject } from '@/lib/core/json';
import { OutcomeUnknownError } from './outcome-unknown';
import { cleanText, messageIn, parseJson } from './text';

const MAX_DETAIL_CHARACTERS = 4_096;

/** What an experience said beside its message (legal moves, a code of its own), when it is small enough to pass on. */
function upstreamDetails(value: unknown): Record<string, unknown> | undefined {
  if (!isJsonObject(value)) return undefined;
  const text = JSON.stringify(value);
  return text.length <= MAX_DETAIL_CHARACTERS ? { upstream: value } : undefined;
}

/** EXPERIENCE_ERROR in the experience's own words. */
export function refusal(words: string, options: { retryable?: boolean; value?: unknown } = {}): AppError {
  const message = cleanText(words);
  const details = upstreamDetails(options.value);
  return new AppError('EXPERIENCE_ERROR', message === '' ? 'The experience refused without saying why.' : message, {
    retryable: options.retryable ?? false,
    ...(details ? { details } : {}),
  });
}

/** Words in a body of any kind: the message of a JSON error, else short plain text, else nothing. */
function wordsOf(text: string): { words: string; value: unknown } {
  const value = parseJson(text);
  const message = messageIn(value);
  if (message !== null) return { words: message, value };
  const isMarkup = /^\s*</.test(text);
  return { words: value === undefined && !isMarkup ? text : '', value };
}

/**
 * An HTTP status that is not success, as the error convention of experiences asks: 401 and 403 are about
 * authentication, 404 about something that does not exist, 5xx may be tried again.
 * Specification: gateway-tool-contract.md, REST Transport (Experience-Facing).
 */
export function statusError(status: number, text: string): AppError {
  const { words, value } = wordsOf(text);
  const message = cleanText(words);
  if (status === 401 || status === 403) {
    return new AppError(
      'EXPERIENCE_AUTH_FAILED',
      message || `The experience refused the credentials (HTTP ${status}).`,
    );
  }
  if (status === 404 || status === 405 || status === 410) {
    return new AppError('EXPERIENCE_TOOL_NOT_FOUND', message || `The experience has nothing there (HTTP ${status}).`);
  }
  const said = refusal(message || `The experience answered HTTP ${status}.`, {
    retryable: status >= 500 || status === 429,
    value,
  });
  return status < 500 ? said : new OutcomeUnknownError(said.code, said.message, said);
}
