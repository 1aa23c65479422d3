import fs from 'node:fs/promises';
import path from 'node:path';
import { assetTypeOf } from '@/lib/core/asset-types';

const FOLDER = path.join('dist', 'embed');

/** The files of the embedded pages, as scripts/embed.mjs bundled them. */
export interface EmbedFiles {
  script: string;
  style: string;
  /** The fonts of the first paint. */
  fonts: string[];
}

const readList = async (): Promise<EmbedFiles> =>
  JSON.parse(await fs.readFile(path.join(FOLDER, 'files.json'), 'utf8'));

let cachedFiles: EmbedFiles | undefined;

/** The files of the current bundle. In development they change with the sources. */
export async function listEmbedFiles(): Promise<EmbedFiles> {
  if (process.env.NODE_ENV !== 'production') return readList();
  cachedFiles ??= await readList();
  return cachedFiles;
}

const readOrNone = (name: string) => fs.readFile(path.join(FOLDER, name)).catch(() => null);

/**
 * Answers with a file of the embedded pages, whose name contains a hash of the content. server/static-files.ts serves
 * scripts and styles to those who take brotli.
 */
export async function serveEmbedFile(name: string): Promise<Response> {
  const type = assetTypeOf(name);
  const content = type && /^[\w-]+\.\w+$/.test(name) ? await readOrNone(name) : null;
  if (!type || !content) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(content), {
    headers: { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' },
  });
}
