import pg from 'pg';
import type { KeepRule } from '@/lib/core/backup-settings';
import type { BucketSettings } from '@/lib/core/bucket-settings';
import { type Seal, writeArchive } from './archive';
import { type DumpOptions, dumpDatabase } from './dump';
import { backupName, openBackupPlace } from './place';
import { selectExpired } from './rotation';

/** A backup to make. */
export interface BackupOrder extends DumpOptions {
  databaseUrl: string;
  /** A folder, or `s3://bucket/folder`. */
  place: string;
  bucket: BucketSettings;
  seal: Seal;
  /** Which backups of the place stay when this one is stored; null: all. */
  keep: KeepRule | null;
}

/** A backup that was stored. */
export interface MadeBackup {
  name: string;
  /** Its path or address. */
  address: string;
  bytes: number;
  /** Older backups that were removed. */
  removed: number;
  /** Why older backups could not be removed; null when they were. */
  removalFault: string | null;
}

/**
 * Makes a backup of the whole database, also while it is used, then removes those that are not to be kept. Memory is bounded.
 * @throws Error when no backup was stored; then no older one was removed either
 */
export async function makeBackup(order: BackupOrder): Promise<MadeBackup> {
  const place = await openBackupPlace(order.place, order.bucket);
  try {
    const name = backupName(new Date());
    const expectedBytes = await readDatabaseBytes(order.databaseUrl);
    const bytes = await writeArchive(
      (content) => place.write(name, content, expectedBytes),
      order.seal,
      dumpDatabase(order.databaseUrl, order),
    );
    const result = { name, address: place.addressOf(name), bytes };
    if (order.keep === null) return { ...result, removed: 0, removalFault: null };
    let removed = 0;
    try {
      for (const old of selectExpired(await place.list(), order.keep)) {
        await place.remove(old.name);
        removed++;
      }
      return { ...result, removed, removalFault: null };
    } catch (thrown) {
      return { ...result, removed, removalFault: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  } finally {
    place.close();
  }
}

/** The size of the database, which its backup rarely exceeds. */
async function readDatabaseBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    return Number(rows[0]?.bytes);
  } finally {
    await client.end().catch(() => null);
  }
}
