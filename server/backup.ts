import { parseArgs } from 'node:util';
import { type BackupSettings, type KeepRule, parseKeepRule, readBackupSettings } from '@/lib/core/backup-settings';
import { VERSION } from '@/lib/core/version';
import { requireUsableSeal, type Seal } from '@/lib/data/backup/archive';
import { type MadeBackup, makeBackup } from '@/lib/data/backup/make';
import { openBackupPlace } from '@/lib/data/backup/place';
import { type CommandResult, openCommandDatabase, readCommandSecrets } from './command-database';

const USAGE = [
  'Usage: npm run backup -- [place]            writes a backup into the folder or the bucket (s3://bucket/folder); when none is',
  '                                            named, BACKUP_TO, or the folder backups',
  '  --list            shows the backups of the place, and makes none',
  '  --with-secrets    the backup has the secrets too',
  '  --keep <rule>     removes older backups of the place, but for this many, or as by daily=7,weekly=4,monthly=6',
  '  --plain           does not encrypt; without it, set BACKUP_PASSPHRASE or BACKUP_RECIPIENT (age1…)',
].join('\n');

interface Order {
  place: string;
  settings: BackupSettings;
  isList: boolean;
  seal: Seal;
  withSecrets: boolean;
  keep: KeepRule | null;
}

/** Writes a backup of the whole database, also while the server runs. For the operator; see docs/backup.md. */
export async function backup(args: readonly string[]): Promise<CommandResult> {
  const order = readOrder(args);
  if (typeof order === 'string') return { text: `${order}\n${USAGE}`, exitCode: 2 };
  if (order.isList) return listBackups(order);
  const startMs = performance.now();
  const { release } = await openCommandDatabase('npm run backup');
  try {
    const result = await makeBackup({
      databaseUrl: process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || '',
      place: order.place,
      bucket: order.settings,
      seal: order.seal,
      version: VERSION,
      secrets: await readCommandSecrets(),
      withSecrets: order.withSecrets,
      keep: order.keep,
    });
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    return { text: summaryOf(result, order, seconds), exitCode: result.removalFault === null ? 0 : 1 };
  } catch (thrown) {
    return { text: `No backup was written, and no older one was removed: ${reasonOf(thrown)}`, exitCode: 1 };
  } finally {
    await release();
  }
}

async function listBackups({ place, settings }: Order): Promise<CommandResult> {
  try {
    const opened = await openBackupPlace(place, settings);
    const lines = (await opened.list()).map(
      ({ name, madeAt, bytes }) =>
        `${madeAt.toISOString()}  ${megabytes(bytes).padStart(12)}  ${opened.addressOf(name)}`,
    );
    opened.close();
    return { text: lines.length > 0 ? lines.join('\n') : `There is no backup in ${opened.label}.`, exitCode: 0 };
  } catch (thrown) {
    return { text: reasonOf(thrown), exitCode: 1 };
  }
}

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** @returns what to do, or what is wrong with the arguments and variables */
function readOrder(args: readonly string[]): Order | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        list: { type: 'boolean' },
        'with-secrets': { type: 'boolean' },
        keep: { type: 'string' },
        plain: { type: 'boolean' },
      },
    });
    if (positionals.length > 1) return 'Name one place.';
    const settings = readBackupSettings({ ...process.env, ...(positionals[0] ? { BACKUP_TO: positionals[0] } : {}) });
    const seal = sealOf(settings);
    const order = {
      place: settings.BACKUP_TO || 'backups',
      settings,
      isList: values.list ?? false,
      seal,
      withSecrets: values['with-secrets'] ?? false,
      keep: values.keep === undefined ? null : readKeep(values.keep),
    };
    if (order.isList) return order;
    if (seal === null && !values.plain) return 'Set BACKUP_PASSPHRASE or BACKUP_RECIPIENT, or say --plain.';
    if (seal !== null && values.plain) return '--plain contradicts BACKUP_PASSPHRASE and BACKUP_RECIPIENT.';
    if (seal === null && values['with-secrets']) return 'Secrets are written into encrypted backups only.';
    requireUsableSeal(seal);
    return order;
  } catch (thrown) {
    return reasonOf(thrown);
  }
}

function readKeep(text: string): KeepRule | null {
  try {
    return parseKeepRule(text);
  } catch (thrown) {
    throw new Error(`--keep ${reasonOf(thrown)}.`);
  }
}

function sealOf({ BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipient }: BackupSettings): Seal {
  if (recipient) return { recipient };
  return passphrase ? { passphrase } : null;
}

function summaryOf(result: MadeBackup, { seal, withSecrets }: Order, seconds: string): string {
  return [
    `${result.address}: ${megabytes(result.bytes)} in ${seconds} s.`,
    seal === null ? 'It is not encrypted: everybody who can read the file can read everything.' : 'It is encrypted.',
    withSecrets
      ? 'It has the secrets.'
      : 'It does not have the secrets: keep ENCRYPTION_KEYS and IDENTITY_KEY in another place.',
    ...(result.removed > 0 ? [`Older backups removed: ${result.removed}.`] : []),
    ...(result.removalFault === null ? [] : [`Older backups could not be removed: ${result.removalFault}`]),
  ].join('\n');
}
