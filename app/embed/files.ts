import fs from 'node:fs/promises';
import path from 'node:path';

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

let known: EmbedFiles | undefined;

/** The files of the current bundle. In development they change with the sources. */
export async function listEmbedFiles(): Promise<EmbedFiles> {
  if (process.env.NODE_ENV !== 'production') return readList();
  known ??= await readList();
  return known;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

const readOrNone = (name: string) => fs.readFile(path.join(FOLDER, name)).catch(() => null);

/** Answers with a file of the embedded pages, with brotli where the reader takes it. Its name contains a hash of the content. */
export async function serveEmbedFile(name: string, acceptEncoding: string): Promise<Response> {
  const type = TYPES[path.extname(name)];
  if (!type || !/^[\w-]+\.\w+$/.test(name)) return new Response(null, { status: 404 });
  const compressed = /\bbr\b/.test(acceptEncoding) ? await readOrNone(`${name}.br`) : null;
  const content = compressed ?? (await readOrNone(name));
  if (!content) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': type,
      'content-length': String(content.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(compressed ? { 'content-encoding': 'br' } : {}),
    },
  });
}
