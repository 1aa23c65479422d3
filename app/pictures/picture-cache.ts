import { createHash } from 'node:crypto';
import { PromiseCache } from '@/lib/core/promise-cache';
import { toPng } from './png';

/** About 100 KB each. */
const MAX_CACHED = 200;
/** The cache time of a picture that may change, and of one that will not. */
const SHORT_S = 60;
const LONG_S = 86_400;

/** The cache of PNGs by key. */
const kept = new PromiseCache<Buffer>(MAX_CACHED);

export interface PictureRequest {
  /** Identifies the content and its version: the same key is the same picture. */
  key: string;
  /** The content will not change. */
  isFinal: boolean;
  draw: () => string;
}

/** Answers with a picture, whose ETag is made from the key. */
export async function servePicture({ key, isFinal, draw }: PictureRequest): Promise<Response> {
  const body = await kept.get(key, () => toPng(draw()));
  return new Response(new Uint8Array(body), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(body.byteLength),
      'Cache-Control': `public, max-age=${isFinal ? LONG_S : SHORT_S}`,
      ETag: `"${createHash('sha256').update(key).digest('hex').slice(0, 24)}"`,
    },
  });
}
