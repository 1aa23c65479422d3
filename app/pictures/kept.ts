import { createHash } from 'node:crypto';
import { PromiseCache } from '@/lib/core/promise-cache';
import { toPng } from './png';

/** About 100 KB each. */
const MOST_KEPT = 200;
/** How long others may keep a picture that may change, and one that will not. */
const SHORT_S = 60;
const LONG_S = 86_400;

/** Drawn once for each version of what it shows. */
const kept = new PromiseCache<Buffer>(MOST_KEPT);

export interface PictureRequest {
  /** What is shown, with its version: the same key is the same picture. */
  key: string;
  /** It will not change any more. */
  isFinal: boolean;
  draw: () => string;
}

/** Answers with a picture, under a tag that is its key. */
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
