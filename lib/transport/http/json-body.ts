import { isJsonContentType } from '@modelcontextprotocol/server';
import { AppError, validationError } from '@/lib/core/errors';

/** 415: the table of errors has no code for it, so it is a VALIDATION_ERROR with another status. */
class UnsupportedMediaType extends AppError {
  constructor() {
    super('VALIDATION_ERROR', 'Content-Type must be application/json.');
  }

  override get http(): number {
    return 415;
  }
}

/**
 * Parses a body as a JSON object; a missing body counts as empty.
 * @throws VALIDATION_ERROR, with 415 for a body of another content type
 */
export function parseJsonObject(text: string, contentType: string | null): Record<string, unknown> {
  if (text.trim() === '') return {};
  if (!isJsonContentType(contentType)) throw new UnsupportedMediaType();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw validationError([{ path: [], message: 'the body is not valid JSON' }]);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw validationError([{ path: [], message: 'the body is not a JSON object' }]);
  }
  return body as Record<string, unknown>;
}

/**
 * Refuses what a form on another site can make a browser send with a cookie: a form always sends a content type, even
 * with an empty body, and no form can send JSON.
 * @throws VALIDATION_ERROR with 415
 */
export function refuseForms(contentType: string | null): void {
  if (contentType !== null && !isJsonContentType(contentType)) throw new UnsupportedMediaType();
}
