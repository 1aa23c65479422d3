import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BucketSettings } from '@/lib/core/bucket-settings';
import { openBucket } from '../bucket';

const NAME = /^botplay-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.backup$/;
const DRAFT = '.partial';
/** A draft that nobody has finished for so long was left by a process that died. */
const DRAFT_LIVES_MS = 24 * 60 * 60_000;

/** The name of a backup that is made now: names sort by time. */
export const backupName = (at: Date): string => `botplay-${at.toISOString().replace(/[-:.]/g, '')}.backup`;

/** A whole backup. */
export interface StoredBackup {
  name: string;
  madeAt: Date;
  bytes: number;
}

/** Where backups are stored: a folder, or a place in a bucket. A backup has its name only when it is complete. */
export interface BackupPlace {
  /** The folder or `s3://…/`, for messages. */
  readonly label: string;
  /** The path or address of a backup here. */
  addressOf(name: string): string;
  /**
   * Stores a backup.
   * @param expectedBytes about how many it has
   * @returns its size in bytes
   * @throws Error when it cannot be stored, or is there already; nothing has the name then, or what had it before
   */
  write(name: string, content: Readable, expectedBytes: number): Promise<number>;
  read(name: string): Promise<Readable>;
  /** @throws Error when the place cannot be reached, or a folder cannot be written */
  check(): Promise<void>;
  /** The backups, the oldest first; other files are left out. */
  list(): Promise<StoredBackup[]>;
  remove(name: string): Promise<void>;
  close(): void;
}

/**
 * Opens a folder, or `s3://bucket/folder`.
 * @throws Error for an address or settings of a bucket that are wrong
 */
export async function openBackupPlace(place: string, settings: BucketSettings): Promise<BackupPlace> {
  if (!place.startsWith('s3://')) return folderPlace(place);
  const bucket = await openBucket(place, settings);
  return {
    label: bucket.label,
    addressOf: (name) => `${bucket.label}${name}`,
    write: (name, content, expectedBytes) => bucket.putStream(name, content, expectedBytes),
    read: async (name) => bucket.getStream(name),
    async check() {
      for await (const _ of bucket.list('botplay-')) return;
    },
    async list() {
      const found: StoredBackup[] = [];
      for await (const { name, bytes } of bucket.list('botplay-')) found.push(...toBackup(name, bytes));
      return found;
    },
    remove: (name) => bucket.delete(name),
    close: () => bucket.close(),
  };
}

/** Splits the path or address of a backup into its place and its name. */
export function splitBackupAddress(text: string): { place: string; name: string } {
  if (!text.startsWith('s3://')) return { place: path.dirname(text), name: path.basename(text) };
  const slash = text.lastIndexOf('/');
  return { place: text.slice(0, slash), name: text.slice(slash + 1) };
}

function toBackup(name: string, bytes: number): StoredBackup[] {
  const [, year, month, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(madeAt.getTime()) ? [] : [{ name, madeAt, bytes }];
}

function folderPlace(folder: string): BackupPlace {
  const at = (name: string) => path.join(folder, name);
  return {
    label: folder,
    addressOf: at,
    async write(name, content) {
      await fs.mkdir(folder, { recursive: true });
      await removeOldDrafts(folder);
      const draft = at(`${name}${DRAFT}`);
      try {
        await pipeline(content, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
        const { size } = await fs.stat(draft);
        await fs.link(draft, at(name));
        return size;
      } finally {
        await fs.rm(draft, { force: true });
      }
    },
    async read(name) {
      const handle = await fs.open(at(name)).catch((thrown: NodeJS.ErrnoException) => {
        const isMissing = thrown.code === 'ENOENT';
        throw new Error(isMissing ? `There is no file ${at(name)}.` : `Could not read ${at(name)}: ${thrown.message}`);
      });
      await handle.close();
      return createReadStream(at(name));
    },
    async check() {
      await fs.mkdir(folder, { recursive: true });
      await fs.access(folder, fs.constants.W_OK);
    },
    async list() {
      const found: StoredBackup[] = [];
      for (const name of (await fs.readdir(folder)).sort()) {
        if (NAME.test(name)) found.push(...toBackup(name, (await fs.stat(at(name))).size));
      }
      return found;
    },
    remove: (name) => fs.rm(at(name)),
    close: () => {},
  };
}

async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of await fs.readdir(folder)) {
    if (!name.endsWith(DRAFT) || !NAME.test(name.slice(0, -DRAFT.length))) continue;
    const { mtimeMs } = await fs.stat(path.join(folder, name));
    if (mtimeMs < Date.now() - DRAFT_LIVES_MS) await fs.rm(path.join(folder, name), { force: true });
  }
}
