import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toPng } from '@/app/pictures/png';
import { runPageProgram } from '@/server/page-program';

// The process of the pages, with a handler that uses the processor as long as a page of Next does in the place of Next. A picture is
// composed for as long, and painted by the product's thread.
const PAGE = { parts: 6, partMs: 4 };
const PICTURE = { parts: 1, partMs: 8 };
const DOWNLOAD = { parts: 100, partMs: 1 };
const SHAPES = Array.from(
  { length: 400 },
  (_, shape) =>
    `<circle cx="${(shape * 97) % 1_200}" cy="${(shape * 61) % 630}" r="${5 + (shape % 40)}" fill="#${(shape * 7_919).toString(16).padStart(6, '0').slice(-6)}"/>`,
).join('');
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">${SHAPES}</svg>`;

function workOf(url: string) {
  if (url.includes('opengraph-image')) return PICTURE;
  return url.includes('record.jsonl') ? DOWNLOAD : PAGE;
}

function burn(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { parts, partMs } = workOf(request.url ?? '');
  for (let part = 0; part < parts; part++) {
    burn(partMs);
    response.write('x'.repeat(1_000));
    await nextTurn();
  }
  response.end(request.url?.includes('opengraph-image') ? await toPng(SVG) : undefined);
}

runPageProgram(async () => ({ serve: servePage, close: async () => {} }));
