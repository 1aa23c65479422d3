import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream';

const PREFIX = '/_next/static/';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

/** Sizes in bytes of the scripts and styles that the build has compressed, by path below the site. */
function findCompressed(folder: string): Map<string, number> {
  if (!fs.existsSync(folder)) return new Map();
  return new Map(
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.br'))
      .map((name) => [
        PREFIX + name.slice(0, -'.br'.length).split(path.sep).join('/'),
        fs.statSync(path.join(folder, name)).size,
      ]),
  );
}

/** Answers a request for a compressed file; false when it is none or the reader does not take brotli. */
export type ServeCompressed = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves scripts and styles as the build compressed them with brotli: a sixth smaller than what Next compresses while it
 * serves, and without that work. Their names contain a hash of their contents, so they are cached for ever.
 */
export function openStaticFiles(distDir = process.env.NEXT_DIST_DIR || '.next'): ServeCompressed {
  const folder = path.join(distDir, 'static');
  const sizes = findCompressed(folder);
  return (request, response) => {
    const url = request.url ?? '';
    if (!url.startsWith(PREFIX) || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const name = url.split('?', 1)[0] as string;
    const size = sizes.get(name);
    const type = TYPES[path.extname(name)];
    if (size === undefined || !type || !/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return false;
    response.writeHead(200, {
      'content-type': type,
      'content-encoding': 'br',
      'content-length': size,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    if (request.method === 'HEAD') response.end();
    else pipeline(fs.createReadStream(path.join(folder, `${name.slice(PREFIX.length)}.br`)), response, () => {});
    return true;
  };
}
