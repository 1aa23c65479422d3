import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The content type of a file that the build makes for browsers; undefined for any other file. */
export function assetTypeOf(name: string): string | undefined {
  return TYPES[path.extname(name)];
}
