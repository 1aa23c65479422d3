import fs from 'node:fs/promises';
import path from 'node:path';
import { once } from '@/lib/core/globals';

const FILE = path.join(/* turbopackIgnore: true */ process.cwd(), 'docs/traces.md');

/** The format of traces, as text. */
export async function GET(): Promise<Response> {
  const text = await once('docs.traces', () => fs.readFile(FILE, 'utf8'));
  return new Response(text, {
    headers: { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
}
