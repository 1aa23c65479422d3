import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FileLimits, writeBoundedFile } from './log-files';

let folder = '';
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'log-files-'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

const LIMITS: FileLimits = { fileBytes: 60, allBytes: 100, days: 7 };

async function* parts(...texts: string[]) {
  yield* texts;
}

/** Writes a file and gives it an age. */
async function write(name: string, bytes: number, ageMinutes: number) {
  const file = path.join(folder, 'logs', name);
  await writeBoundedFile(file, parts('x'.repeat(bytes)), LIMITS);
  const at = new Date(Date.now() - ageMinutes * 60_000);
  await fs.utimes(file, at, at);
}
const names = async () => (await fs.readdir(path.join(folder, 'logs'))).sort();

test('the log files of ended sessions stay below a number of bytes in all: the oldest ones are removed', async () => {
  await write('a', 40, 3);
  await write('b', 40, 2);
  expect(await names()).toEqual(['a', 'b']);
  await write('c', 40, 1);
  expect(await names()).toEqual(['b', 'c']);
});

test('a log file that is too large is not written, and leaves nothing', async () => {
  const file = path.join(folder, 'logs', 'd');
  await expect(writeBoundedFile(file, parts('x'.repeat(50), 'y'.repeat(11)), LIMITS)).rejects.toThrow('larger than 60');
  expect(await names()).toEqual(['b', 'c']);
});

test('log files are removed after some days', async () => {
  await write('c', 20, 8 * 24 * 60);
  await write('e', 20, 0);
  expect(await names()).toEqual(['b', 'e']);
});
