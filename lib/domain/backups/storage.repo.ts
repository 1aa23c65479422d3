import { env } from '@/lib/core/env';
import { VERSION } from '@/lib/core/version';
import { withAdvisoryLock } from '@/lib/data/advisory-lock';
import { requireUsableSeal, type Seal } from '@/lib/data/backup/archive';
import { makeBackupInThread } from '@/lib/data/backup/in-thread';
import type { BackupOrder, MadeBackup } from '@/lib/data/backup/make';
import { openBackupPlace } from '@/lib/data/backup/place';
import { SECRET_NAMES } from '@/lib/data/secrets';

// What the schedule does to the database as a whole, by the settings of this process.

/** Runs `work` while no other process makes a backup of the schedule; does nothing while one does. */
export const withBackupLock = (work: () => Promise<unknown>): Promise<boolean> => withAdvisoryLock('backups', work);

/**
 * Stores a backup in BACKUP_TO and removes those that BACKUP_KEEP does not keep.
 * @throws Error when none was stored; then none was removed
 */
export const storeBackup = (stopping: AbortSignal): Promise<MadeBackup> => makeBackupInThread(readOrder(), stopping);

/** @throws Error when BACKUP_RECIPIENT is not a public key */
export const requireUsableKey = (): void => requireUsableSeal(readSeal());

/** @throws Error when BACKUP_TO cannot be reached or written */
export async function checkStorage(): Promise<void> {
  const { place, bucket } = readOrder();
  const opened = await openBackupPlace(place, bucket);
  try {
    await opened.check();
  } finally {
    opened.close();
  }
}

function readOrder(): BackupOrder {
  const settings = env();
  const secrets = Object.fromEntries(SECRET_NAMES.map((name) => [name, process.env[name] ?? '']));
  return {
    databaseUrl: settings.DATABASE_DIRECT_URL || settings.DATABASE_URL,
    place: settings.BACKUP_TO,
    bucket: {
      AWS_ENDPOINT_URL_S3: settings.AWS_ENDPOINT_URL_S3,
      AWS_REGION: settings.AWS_REGION,
      AWS_ACCESS_KEY_ID: settings.AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: settings.AWS_SECRET_ACCESS_KEY,
      AWS_SESSION_TOKEN: settings.AWS_SESSION_TOKEN,
    },
    seal: readSeal(),
    version: VERSION,
    secrets,
    withSecrets: false,
    keep: settings.BACKUP_KEEP,
  };
}

function readSeal(): Seal {
  const { BACKUP_RECIPIENT: recipient, BACKUP_PASSPHRASE: passphrase } = env();
  return recipient ? { recipient } : { passphrase };
}
