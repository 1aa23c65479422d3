import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { VERSION } from '@/lib/core/version';
import { type Seal, writeArchive } from '@/lib/data/backup/archive';
import { dumpDatabase } from '@/lib/data/backup/dump';
import { type CommandResult, openCommandDatabase, readCommandSecrets } from './command-database';

const USAGE = [
  'Usage: npm run backup -- [folder]           writes a backup into the folder (backups when none is named)',
  '  --with-secrets    the backup has the secrets too',
  '  --keep <number>   removes older backups of the folder, but for this many',
  '  --plain           does not encrypt; without it, set BACKUP_PASSPHRASE or BACKUP_RECIPIENT (age1…)',
].join('\n');

const NAME = /^botplay-\d{8}T\d{6}\d{3}Z\.backup$/;

interface Order {
  folder: string;
  seal: Seal;
  withSecrets: boolean;
  keep: number | null;
}

/** Writes a backup of the whole database, also while the server runs. For the operator; see docs/backup.md. */
export async function backup(args: readonly string[]): Promise<CommandResult> {
  const order = readOrder(args);
  if (typeof order === 'string') return { text: `${order}\n${USAGE}`, exitCode: 2 };
  const startMs = performance.now();
  const { release } = await openCommandDatabase('npm run backup');
  try {
    const secrets = await readCommandSecrets();
    await fs.mkdir(order.folder, { recursive: true });
    const file = path.join(order.folder, `botplay-${new Date().toISOString().replace(/[-:.]/g, '')}.backup`);
    await writeArchive(
      file,
      order.seal,
      dumpDatabase(process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || '', {
        version: VERSION,
        secrets,
        withSecrets: order.withSecrets,
      }),
    );
    const removed = order.keep === null ? 0 : await removeOlder(order.folder, order.keep);
    const { size } = await fs.stat(file);
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    return { text: summaryOf(file, order, `${(size / 1e6).toFixed(1)} MB in ${seconds} s`, removed), exitCode: 0 };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { text: `No backup was written: ${reason}`, exitCode: 1 };
  } finally {
    await release();
  }
}

/** @returns what to do, or what is wrong with the arguments */
function readOrder(args: readonly string[]): Order | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'with-secrets': { type: 'boolean' }, keep: { type: 'string' }, plain: { type: 'boolean' } },
    });
    if (positionals.length > 1) return 'Name one folder.';
    if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep))
      return '--keep takes a number from 1 to 9999.';
    const seal = readSeal();
    if (seal === null && !values.plain) return 'Set BACKUP_PASSPHRASE or BACKUP_RECIPIENT, or say --plain.';
    if (seal !== null && values.plain) return '--plain contradicts BACKUP_PASSPHRASE and BACKUP_RECIPIENT.';
    if (seal === null && values['with-secrets']) return 'Secrets are written into encrypted backups only.';
    return {
      folder: positionals[0] ?? 'backups',
      seal,
      withSecrets: values['with-secrets'] ?? false,
      keep: values.keep === undefined ? null : Number(values.keep),
    };
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function readSeal(): Seal {
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_RECIPIENT: recipient } = process.env;
  if (passphrase && recipient) throw new Error('Set BACKUP_PASSPHRASE or BACKUP_RECIPIENT, not both.');
  if (recipient) return { recipient };
  return passphrase ? { passphrase } : null;
}

async function removeOlder(folder: string, keep: number): Promise<number> {
  const backups = (await fs.readdir(folder)).filter((name) => NAME.test(name)).sort();
  const older = backups.slice(0, Math.max(0, backups.length - keep));
  for (const name of older) await fs.rm(path.join(folder, name));
  return older.length;
}

function summaryOf(file: string, { seal, withSecrets }: Order, amount: string, removed: number): string {
  return [
    `${file}: ${amount}.`,
    seal === null ? 'It is not encrypted: everybody who can read the file can read everything.' : 'It is encrypted.',
    withSecrets
      ? 'It has the secrets.'
      : 'It does not have the secrets: keep ENCRYPTION_KEYS and IDENTITY_KEY in another place.',
    ...(removed > 0 ? [`Older backups removed: ${removed}.`] : []),
  ].join('\n');
}
