import { Piscina } from 'piscina';
import { once } from '@/lib/core/globals';
import { findWorkerProgram } from '@/lib/core/worker-program';
import type { PaintRequest } from './picture-worker';

export const PICTURE = { width: 1200, height: 630 } as const;
const IDLE_MS = 60_000;
const TIME_LIMIT_MS = 30_000;

/** One thread that paints pictures: painting takes longer than all that a call of an agent does. */
const thread = () =>
  once(
    'pictures.thread',
    () =>
      new Piscina<PaintRequest, Uint8Array>({
        ...findWorkerProgram('picture-worker', import.meta.url),
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: IDLE_MS,
        execArgv: [],
      }),
  );

/** Converts an SVG of shapes to PNG, in a thread. */
export async function toPng(svg: string): Promise<Buffer> {
  const painted = await thread().run({ svg, ...PICTURE }, { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  return Buffer.from(painted.buffer, painted.byteOffset, painted.byteLength);
}
