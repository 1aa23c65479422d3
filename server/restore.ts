import { parseArgs } from 'node:util';
import { type BackupSettings, readBackupSettings } from '@/lib/core/backup-settings';
import { readArchive, type Unseal } from '@/lib/data/backup/archive';
import { findMissingKeys, type Manifest, type Secrets } from '@/lib/data/backup/manifest';
import { openBackupPlace, splitBackupAddress } from '@/lib/data/backup/place';
import { checkBackup, type ReadBackup, restoreDatabase } from '@/lib/data/backup/restore';
import { findRunningEmbedded, startEmbedded } from '@/lib/data/embedded';
import { keepSecrets } from '@/lib/data/secrets';
import { type CommandResult, readCommandSecrets } from './command-database';

const USAGE = [
  'Usage: npm run restore -- <file>           restores a backup, a file or s3://…/botplay-….backup, into an empty database',
  '  --check   reads the whole backup and restores nothing',
  'An encrypted backup needs BACKUP_PASSPHRASE, or BACKUP_IDENTITY (AGE-SECRET-KEY-1…).',
].join('\n');

/** Restores a backup into an empty database, or checks one. For the operator; see docs/backup.md. */
export async function restore(args: readonly string[]): Promise<CommandResult> {
  const order = readOrder(args);
  if (typeof order === 'string') return { text: `${order}\n${USAGE}`, exitCode: 2 };
  try {
    const { place, name } = splitBackupAddress(order.file);
    const stored = await openBackupPlace(place, order.settings);
    const entries = readArchive(await stored.read(name), order.file, order.unseal);
    if (order.isCheck)
      return { text: `The backup is complete.\n${summaryOf(await checkBackup(entries))}`, exitCode: 0 };
    const target = await openTarget();
    try {
      const read = await restoreDatabase(target.url, entries, (manifest, secrets) =>
        acceptKeys(target, manifest, secrets),
      );
      return { text: `Restored.\n${summaryOf(read)}`, exitCode: 0 };
    } finally {
      await target.release();
    }
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { text: order.isCheck ? reason : `Nothing was restored: ${reason}`, exitCode: 1 };
  }
}

interface Order {
  file: string;
  isCheck: boolean;
  settings: BackupSettings;
  unseal: Unseal;
}

/** @returns what to do, or what is wrong with the arguments */
function readOrder(args: readonly string[]): Order | string {
  try {
    const options = { check: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return 'Name one file.';
    const settings = readBackupSettings({
      ...process.env,
      BACKUP_SCHEDULE: '',
      BACKUP_TO: splitBackupAddress(file).place,
    });
    return { file, isCheck: values.check ?? false, settings, unseal: unsealOf(settings) };
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function unsealOf({ BACKUP_PASSPHRASE: passphrase, BACKUP_IDENTITY: identity }: BackupSettings): Unseal {
  if (identity) return { identity };
  return passphrase ? { passphrase } : null;
}

/** The database to restore into. */
interface Target {
  url: string;
  /** Of the embedded set-up; null with DATABASE_URL. */
  dataDirectory: string | null;
  release: () => Promise<void>;
}

async function openTarget(): Promise<Target> {
  if (process.env.DATABASE_URL)
    return {
      url: process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL,
      dataDirectory: null,
      release: async () => {},
    };
  const dataDirectory = process.env.BOTPLAY_DATA_DIR || '.data';
  const running = await findRunningEmbedded(dataDirectory).catch(() => null);
  if (running)
    throw new Error(`The server at ${running.about} uses the database. Stop it, or name a new BOTPLAY_DATA_DIR.`);
  const own = await startEmbedded({ dataDirectory, about: 'npm run restore' });
  return { url: own.url, dataDirectory, release: () => own.stop() };
}

/**
 * Keeps the secrets of a backup in the data directory, and requires the keys that the data need.
 * @throws Error when a key is missing: then stored credentials could not be read
 */
async function acceptKeys({ dataDirectory }: Target, manifest: Manifest, secrets: Secrets | null): Promise<void> {
  if (dataDirectory !== null && secrets !== null) await keepSecrets(dataDirectory, secrets);
  const missing = findMissingKeys(manifest.fingerprints, await readCommandSecrets());
  if (missing.length === 0) return;
  throw new Error(
    `${missing.join(' and ')} must have the keys of the set-up that made the backup, in the environment or in secrets.json of the data directory.`,
  );
}

const summaryOf = ({ manifest, rows, secrets }: ReadBackup): string =>
  [
    `Made at ${manifest.createdAt} by version ${manifest.version}.`,
    `${Object.keys(manifest.columns).length} tables with ${rows} rows, ${secrets ? 'with' : 'without'} the secrets.`,
  ].join('\n');
