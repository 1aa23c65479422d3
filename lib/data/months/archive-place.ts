import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BucketSettings } from '@/lib/core/bucket-settings';
import { openBucket } from '../bucket';

/** Where files of the archive are: a folder or a bucket. */
export interface ArchivePlace {
  /** Stores a file as a whole or not at all; one of this name is replaced. @returns its size in bytes */
  write(name: string, content: Readable): Promise<number>;
  read(name: string): Readable;
  /** The names and sizes of all objects or files, in the order of their names. */
  list(): AsyncGenerator<{ name: string; bytes: number }>;
  close(): void;
}

/** Opens a folder, or `s3://bucket/folder`. @throws Error in words for the operator when a bucket cannot be opened */
export async function openArchivePlace(place: string, settings: BucketSettings): Promise<ArchivePlace> {
  if (!place.startsWith('s3:')) return folderPlace(place);
  const bucket = await openBucket(place, settings);
  return {
    write: (name, content) => bucket.putStream(name, content),
    read: (name) => bucket.getStream(name),
    list: () => bucket.list(),
    close: () => bucket.close(),
  };
}

const UNFINISHED = '.unfinished';

function folderPlace(folder: string): ArchivePlace {
  return {
    async write(name, content) {
      const file = path.join(folder, name);
      await fs.mkdir(path.dirname(file), { recursive: true });
      await pipeline(content, createWriteStream(`${file}${UNFINISHED}`, { flush: true, mode: 0o600 }));
      await fs.rename(`${file}${UNFINISHED}`, file);
      const directory = await fs.open(path.dirname(file));
      await directory.sync().finally(() => directory.close());
      return (await fs.stat(file)).size;
    },
    read: (name) => createReadStream(path.join(folder, name)),
    async *list() {
      const names = await fs.readdir(folder, { recursive: true }).catch(() => []);
      for (const name of names.filter((each) => each.endsWith('.jsonl.gz')).sort()) {
        yield { name: name.split(path.sep).join('/'), bytes: (await fs.stat(path.join(folder, name))).size };
      }
    },
    close: () => {},
  };
}
