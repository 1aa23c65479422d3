import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { AppError } from '@/lib/core/errors';
import { OutcomeUnknownError } from './outcome-unknown';

/** How long a finished event stream may linger before its connection is cut. */
const LINGER_MS = 1_000;

function tooLarge(): AppError {
  return new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered more than 1 MB.');
}

const DECODERS: Record<string, () => NodeJS.ReadWriteStream & { destroy(): void }> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body decoded, so that every later count is of what it expands to. */
function decoded(body: Readable, encoding: string | undefined): Readable {
  if (encoding === undefined || encoding === 'identity') return body;
  const decoder = DECODERS[encoding.trim().toLowerCase()]?.();
  if (!decoder) {
    body.destroy();
    throw new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience answered in an encoding that is not understood.');
  }
  body.on('error', () => decoder.destroy());
  return body.pipe(decoder) as unknown as Readable;
}

/** The data of one server-sent event, or null for a comment. */
function eventData(block: string): string | null {
  let data: string | null = null;
  for (const line of block.split('\n')) {
    if (!line.startsWith('data:')) continue;
    const text = line.startsWith('data: ') ? line.slice(6) : line.slice(5);
    data = data === null ? text : `${data}\n${text}`;
  }
  return data;
}

export interface ReadOptions {
  encoding: string | undefined;
  maxBytes: number;
  /** For an event stream: reading ends with the first event that this accepts, and its data is the text. */
  isWanted?: ((data: string) => boolean) | undefined;
}

/**
 * Reads an answer as text, at most `maxBytes` after decompression. Of an event stream only the wanted event is kept.
 * @throws EXPERIENCE_ERROR when it is too large or cannot be decoded.
 */
export function readText(body: Readable, options: ReadOptions): Promise<string> {
  const { maxBytes, isWanted } = options;
  const source = decoded(body, options.encoding);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let pending = '';
    let isDone = false;
    const text = new TextDecoder();

    const stop = () => {
      source.destroy();
      body.destroy();
    };
    const fail = (error: unknown) => {
      if (isDone) return;
      isDone = true;
      reject(error);
      stop();
    };
    const finishEarly = (data: string) => {
      isDone = true;
      resolve(data);
      const timer = setTimeout(stop, LINGER_MS).unref();
      body.once('close', () => clearTimeout(timer));
    };
    const readEvents = (chunk: Buffer) => {
      pending += text.decode(chunk, { stream: true }).replaceAll('\r', '');
      for (let end = pending.indexOf('\n\n'); end >= 0 && !isDone; end = pending.indexOf('\n\n')) {
        const data = eventData(pending.slice(0, end));
        pending = pending.slice(end + 2);
        if (data !== null && isWanted?.(data)) finishEarly(data);
      }
    };

    source.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return isDone ? stop() : fail(tooLarge());
      if (isDone) return;
      if (isWanted) readEvents(chunk);
      else chunks.push(chunk);
    });
    source.on('end', () => {
      if (isDone) return;
      const last = isWanted ? eventData(pending) : null;
      if (last !== null && isWanted?.(last)) return finishEarly(last);
      if (isWanted)
        return fail(
          new OutcomeUnknownError('EXPERIENCE_ERROR', 'The experience ended its event stream without an answer.'),
        );
      isDone = true;
      resolve((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString('utf8'));
    });
    source.on('error', fail);
    body.on('error', fail);
    source.on('close', () => {
      if (isDone) return;
      fail(new OutcomeUnknownError('EXPERIENCE_UNREACHABLE', 'The experience closed the connection early.'));
    });
  });
}
