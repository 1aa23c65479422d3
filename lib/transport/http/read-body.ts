import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import getRawBody from 'raw-body';
import { MAX_BODY_BYTES, notUtf8, tooLarge } from './wire';

/**
 * Reads a whole body as text, on either lane.
 * @param contentLength the header; a larger one is refused before anything is read
 * @throws PAYLOAD_TOO_LARGE above 1 MiB · VALIDATION_ERROR when it is not UTF-8 · Error when the caller goes away
 */
export async function readBody(stream: Readable, contentLength: string | null): Promise<string> {
  if (Number(contentLength ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const body = await getRawBody(stream, { limit: MAX_BODY_BYTES }).catch((error: getRawBody.RawBodyError) => {
    throw error.type === 'entity.too.large' ? tooLarge() : error;
  });
  if (!isUtf8(body)) throw notUtf8();
  return body.toString('utf8');
}
