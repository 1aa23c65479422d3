import type { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type ArchiveEntry, writeArchive } from './archive';

/** More than every buffer between an entry and the store holds together. */
const ENTRY_BYTES = 8_000_000;

async function* entries(): AsyncGenerator<ArchiveEntry> {
  for (let index = 0; index < 3; index++) yield { name: `${index}.json`, data: Buffer.alloc(ENTRY_BYTES, 'x') };
}

/** Reads one chunk, waits until the rest has filled the buffers, and fails. */
async function fail(content: Readable): Promise<void> {
  for await (const _ of content) {
    for (let count = 0; count < 100; count++) await turn();
    throw new Error('The disk is full.');
  }
}

test('a store that fails in the middle of an entry fails the archive with its own fault', async () => {
  await expect(writeArchive(fail, null, entries())).rejects.toThrow('The disk is full.');
});

test('entries that fail fail the archive with their own fault', async () => {
  const broken = async function* () {
    yield { name: 'first.json', data: Buffer.alloc(ENTRY_BYTES, 'x') };
    throw new Error('The database is away.');
  };
  const drain = async (content: Readable) => {
    for await (const _ of content);
  };
  await expect(writeArchive(drain, null, broken())).rejects.toThrow('The database is away.');
});
