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
 * Packs entries as `tar`, compressed with gzip and encrypted with age, and hands the stream to `store`.
 * @returns what `store` returns
 * @throws Error of an entry, or of `store`; both have ended then
 */
export async function writeArchive<Stored>(
  store: (content: Readable) => Promise<Stored>,
  seal: Seal,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<Stored> {
  const packed = pack();
  const compressed = new PassThrough();
  const broken = new AbortController();
  const filling = fill(packed, entries, broken.signal);
  const compressing = pipeline(packed, createGzip(), compressed);
  const storing = sealStream(compressed, seal).then((content) => {
    // A store that fails before it reads listens to nothing; the fault is thrown below.
    content.on('error', () => {});
    return store(content);
  });
  try {
    const [stored] = await Promise.all([storing, filling, compressing]);
    return stored;
  } catch (thrown) {
    broken.abort(thrown);
    packed.destroy(thrown as Error);
    compressed.destroy(thrown as Error);
    await Promise.allSettled([storing, filling, compressing]);
    throw thrown;
  }
}

/** Adds the entries to the archive. Ends when `broken` aborts, because nobody takes the archive then. */
async function fill(packed: Pack, entries: AsyncIterable<ArchiveEntry>, broken: AbortSignal): Promise<void> {
  try {
    for await (const { name, data } of entries) {
      await new Promise<void>((resolve, reject) => {
        const stop = () => reject(broken.reason);
        if (broken.aborted) stop();
        broken.addEventListener('abort', stop, { once: true });
        const entry = packed.entry({ name, mode: 0o600 }, data, (error) => {
          broken.removeEventListener('abort', stop);
          if (error) reject(error);
          else resolve();
        });
        // An archive that is given up while it takes this entry destroys it with the fault, which is thrown where it came from.
        entry.on('error', () => {});
      });
    }
    packed.finalize();
  } catch (thrown) {
    packed.destroy(thrown as Error);
    throw thrown;
  }
}

/** Says whether a key can seal archives. @throws Error naming BACKUP_RECIPIENT */
export function requireUsableSeal(seal: Seal): void {
  if (seal === null || 'passphrase' in seal) return;
  try {
    new Encrypter().addRecipient(seal.recipient);
  } catch (thrown) {
    throw new Error(`BACKUP_RECIPIENT is not a public key: ${(thrown as Error).message}.`, { cause: thrown });
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
 * @param content the stream of the archive, which is read to its end
 * @param label the path or address, for messages
 * @throws Error in words for an operator: no archive, a passphrase or key that does not fit, a damaged or incomplete file
 */
export async function* readArchive(content: Readable, label: string, unseal: Unseal): AsyncGenerator<ArchiveEntry> {
  const opened = await openArchive(content, label, unseal);
  const unpacked = extract();
  const reading = pipeline(opened, createGunzip(), unpacked).catch((thrown: unknown) => {
    // The place could not be read: nothing is known of the archive.
    if (content.errored) throw content.errored;
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
  } finally {
    content.destroy();
  }
  await reading;
}

async function openArchive(content: Readable, label: string, unseal: Unseal): Promise<Readable> {
  const { head, whole } = await readHead(content);
  if (head.subarray(0, 2).equals(GZIP_HEADER)) return whole;
  if (head.toString('latin1') !== AGE_HEADER) throw new Error(`${label} is not a backup.`);
  if (unseal === null)
    throw new Error('The backup is encrypted: set BACKUP_PASSPHRASE, or BACKUP_IDENTITY to the private key.');
  const name = 'passphrase' in unseal ? 'BACKUP_PASSPHRASE' : 'BACKUP_IDENTITY';
  try {
    const decrypter = new Decrypter();
    if ('passphrase' in unseal) decrypter.addPassphrase(unseal.passphrase);
    else decrypter.addIdentity(unseal.identity);
    const web = Readable.toWeb(whole) as ReadableStream<Uint8Array<ArrayBuffer>>;
    return Readable.fromWeb((await decrypter.decrypt(web)) as never);
  } catch (thrown) {
    if (content.errored) throw content.errored;
    throw new Error(`${name} does not open this backup.`, { cause: thrown });
  }
}

/** The first bytes of a stream, and a stream of all of them. */
async function readHead(content: Readable): Promise<{ head: Buffer; whole: Readable }> {
  const chunks: AsyncIterator<Buffer> = content[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  while (read.length < AGE_HEADER.length) {
    const next = await chunks.next();
    if (next.done) break;
    read = Buffer.concat([read, next.value]);
  }
  const rest = { [Symbol.asyncIterator]: () => chunks };
  const whole = Readable.from(
    (async function* () {
      yield read;
      yield* rest;
    })(),
    { objectMode: false },
  );
  return { head: read.subarray(0, AGE_HEADER.length), whole };
}
