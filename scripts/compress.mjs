import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const compress = promisify(zlib.brotliCompress);

/**
 * Writes a `.br` file beside each script, style and drawing below a folder, compressed as far as brotli can, which is too slow for a
 * request. server/static-files.ts serves them.
 */
export async function compressFolder(folder) {
  const names = (await fs.readdir(folder, { recursive: true })).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      await fs.writeFile(`${file}.br`, await compress(await fs.readFile(file)));
    }),
  );
}
