import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { env } from '@/lib/core/env';

/** What the files of a folder take at most. */
export interface FileLimits {
  /** Of one file; a longer one is not written. */
  fileBytes: number;
  /** Of all files; the oldest ones are removed. */
  allBytes: number;
  /** Older files are removed. */
  days: number;
}

const MEBIBYTE = 1_048_576;
const DAY_MS = 86_400_000;
/** Anyone may end sessions, and the directory of a container is a small one in memory: the files there are copies for some days. */
const OF_PRODUCTION: FileLimits = { fileBytes: 16 * MEBIBYTE, allBytes: 64 * MEBIBYTE, days: 7 };
const OF_EMBEDDED: FileLimits = {
  fileBytes: 256 * MEBIBYTE,
  allBytes: 1_024 * MEBIBYTE,
  days: Number.POSITIVE_INFINITY,
};

/** Each file that is being written comes on top of the limit for all. */
const writing = pLimit(2);

/**
 * Writes a file in one piece, and removes the oldest files of its folder that are above the limits.
 * @throws Error when the file is larger than one may be
 */
export function writeBoundedFile(
  file: string,
  parts: AsyncIterable<string>,
  limits: FileLimits = env().production ? OF_PRODUCTION : OF_EMBEDDED,
): Promise<void> {
  return writing(async () => {
    const folder = path.dirname(file);
    const draft = `${file}.part`;
    await fs.mkdir(folder, { recursive: true });
    try {
      await pipeline(Readable.from(bounded(parts, limits.fileBytes)), (await fs.open(draft, 'w')).createWriteStream());
      await fs.rename(draft, file);
    } finally {
      await fs.rm(draft, { force: true });
    }
    await removeOldFiles(folder, limits);
  });
}

async function* bounded(parts: AsyncIterable<string>, most: number): AsyncGenerator<string> {
  let bytes = 0;
  for await (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > most) throw new Error(`The file would be larger than ${most} bytes.`);
    yield part;
  }
}

async function removeOldFiles(folder: string, { allBytes, days }: FileLimits): Promise<void> {
  const names = await fs.readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const stat = await fs.stat(file).catch(() => null);
      return stat ? [{ file, bytes: stat.size, atMs: stat.mtimeMs }] : [];
    }),
  );
  let sum = 0;
  for (const { file, bytes, atMs } of found.flat().sort((a, b) => b.atMs - a.atMs)) {
    sum += bytes;
    if (sum > allBytes || Date.now() - atMs > days * DAY_MS) await fs.rm(file, { force: true });
  }
}
