import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, type Pack, pack } from 'tar-stream';

/** One file in an archive. */
export interface ArchiveEntry {
  name: string;
  data: Buffer;
}

/** How an archive is encrypted, in the format of age: with a passphrase, or for the public key `age1…`. Null: not at all. */
export type Seal = { passphrase: string } | { recipient: string } | null;

/** What opens an archive: the passphrase, or the private key `AGE-SECRET-KEY-1…`. Null for an archive that is not encrypted. */
export type Unseal = { passphrase: string } | { identity: string } | null;

const AGE_HEADER = 'age-encryption.org/v1';
const GZIP_HEADER = Buffer.from([0x1f, 0x8b]);

/**
 * Writes entries as `tar`, compressed with gzip and encrypted with age. The file has its name only when it is complete and on
 * the disk.
 * @throws Error when the file cannot be written, is there already, or an entry fails; then there is no file
 */
export async function writeArchive(file: string, seal: Seal, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  const draft = `${file}.partial`;
  const packed = pack();
  const compressed = new PassThrough();
  try {
    const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
    const compressing = pipeline(packed, createGzip(), compressed);
    const writing = sealStream(compressed, seal).then((sealed) => pipeline(sealed, output));
    await Promise.all([fill(packed, entries), compressing, writing]);
    await fs.link(draft, file);
  } finally {
    packed.destroy();
    await fs.rm(draft, { force: true });
  }
}

async function fill(packed: Pack, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  try {
    for await (const { name, data } of entries) {
      await new Promise<void>((resolve, reject) => {
        packed.entry({ name, mode: 0o600 }, data, (error) => (error ? reject(error) : resolve()));
      });
    }
    packed.finalize();
  } catch (thrown) {
    packed.destroy(thrown as Error);
    throw thrown;
  }
}

async function sealStream(content: Readable, seal: Seal): Promise<Readable> {
  if (seal === null) return content;
  const encrypter = new Encrypter();
  if ('passphrase' in seal) encrypter.setPassphrase(seal.passphrase);
  else encrypter.addRecipient(seal.recipient);
  const web = Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return Readable.fromWeb((await encrypter.encrypt(web)) as never);
}

/**
 * Reads the entries of an archive, one after the other.
 * @throws Error in words for an operator: no archive, a passphrase or key that does not fit, a damaged or incomplete file
 */
export async function* readArchive(file: string, unseal: Unseal): AsyncGenerator<ArchiveEntry> {
  const opened = await openArchive(file, unseal);
  const unpacked = extract();
  const reading = pipeline(opened, createGunzip(), unpacked).catch((thrown: unknown) => {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Error(`The archive is damaged or incomplete: ${reason}.`, { cause: thrown });
  });
  // Awaited below; a failure before that must not end the process.
  reading.catch(() => null);
  try {
    for await (const entry of unpacked) {
      const parts: Buffer[] = [];
      for await (const part of entry) parts.push(part as Buffer);
      yield { name: entry.header.name, data: Buffer.concat(parts) };
    }
  } catch (thrown) {
    await reading;
    throw thrown;
  }
  await reading;
}

async function openArchive(file: string, unseal: Unseal): Promise<Readable> {
  const handle = await fs.open(file).catch((thrown: NodeJS.ErrnoException) => {
    throw new Error(
      thrown.code === 'ENOENT' ? `There is no file ${file}.` : `Could not read ${file}: ${thrown.message}`,
    );
  });
  const head = Buffer.alloc(AGE_HEADER.length);
  await handle.read(head, 0, head.length, 0);
  await handle.close();
  const content = createReadStream(file);
  if (head.subarray(0, 2).equals(GZIP_HEADER)) return content;
  if (head.toString('latin1') !== AGE_HEADER) throw new Error(`${file} is not a backup.`);
  if (unseal === null)
    throw new Error('The backup is encrypted: set BACKUP_PASSPHRASE, or BACKUP_IDENTITY to the private key.');
  const decrypter = new Decrypter();
  if ('passphrase' in unseal) decrypter.addPassphrase(unseal.passphrase);
  else decrypter.addIdentity(unseal.identity);
  const web = Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const opened = await decrypter.decrypt(web).catch((thrown: unknown) => {
    content.destroy();
    const name = 'passphrase' in unseal ? 'BACKUP_PASSPHRASE' : 'BACKUP_IDENTITY';
    throw new Error(`${name} does not open this backup.`, { cause: thrown });
  });
  return Readable.fromWeb(opened as never);
}
