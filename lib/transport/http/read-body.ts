import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import getRawBody from 'raw-body';
import { AppError, InputFault } from '@/lib/core/errors';
import { findCostlyJson } from '@/lib/core/json';
import { limitBodyBytes } from '@/lib/domain/limits';
import { addressOf } from './address';
import { tooLarge, type WireRequest } from './wire';

/** Smaller bodies are not counted: the limits of calls bound them. */
const MAX_FREE_BYTES = 8_192;
/** Smaller bodies are parsed unseen: the worst of them takes a millisecond. */
const MAX_UNSEEN_BYTES = 16_384;

/** What a body may cost. */
export interface BodyBounds {
  maxBytes: number;
  /** Whose budget pays for it, by the credential; null for an anonymous caller. */
  payer: string | null;
}

/**
 * Reads a whole body, on either lane.
 * @throws PAYLOAD_TOO_LARGE · Error when the caller goes away
 */
export async function readBody(stream: Readable, maxBytes: number): Promise<Buffer> {
  return getRawBody(stream, { limit: maxBytes }).catch((error: getRawBody.RawBodyError) => {
    throw error.type === 'entity.too.large' ? tooLarge(maxBytes) : error;
  });
}

/**
 * Reads a body whose JSON can be parsed in a few milliseconds. Authenticate first: a body costs memory and time.
 * @throws PAYLOAD_TOO_LARGE · RATE_LIMITED, both before the body is read when its length is declared · VALIDATION_ERROR
 *   when it is not UTF-8 or has too many values to be parsed
 */
export async function readJsonText(request: WireRequest, { maxBytes, payer }: BodyBounds): Promise<string> {
  const declared = Number(request.header('content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const count = (bytes: number) => limitBodyBytes({ payer, address: addressOf(request), bytes });
  if (declared > MAX_FREE_BYTES) await count(declared);
  const body = await request.bytes(maxBytes);
  // Sent in chunks, without a length.
  if (body.length > declared && body.length > MAX_FREE_BYTES) await count(body.length);
  const fault = body.length > MAX_UNSEEN_BYTES ? findCostlyJson(body) : null;
  if (fault !== null) throw new InputFault([{ path: [], message: fault }]);
  if (!isUtf8(body)) throw new AppError('VALIDATION_ERROR', 'The body is not valid UTF-8.');
  return body.toString('utf8');
}
