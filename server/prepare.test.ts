import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryDirectory } from '@/lib/testing/server';
import { prepareEnvironment } from './prepare';

const before = { ...process.env };
const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  process.env = { ...before };
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function newDirectory(): Promise<string> {
  const { directory, remove } = await temporaryDirectory('prepare');
  cleanups.push(remove);
  return directory;
}

/** A start in a data directory. */
const start = (directory: string) => {
  Object.assign(process.env, { DATABASE_URL: '', BOTPLAY_DATA_DIR: directory });
  return prepareEnvironment(3000, () => {});
};

test('a data directory that cannot be written is refused with the name of its variable', async () => {
  const file = path.join(await newDirectory(), 'file');
  await fs.writeFile(file, '');
  await expect(start(file)).rejects.toThrow(
    `BOTPLAY_DATA_DIR is ${file}, where this user cannot write: EEXIST: file already exists`,
  );
});

test('damaged secrets are refused with the name of their file, and kept', async () => {
  const directory = await newDirectory();
  const file = path.join(directory, 'secrets.json');
  await fs.writeFile(file, '{"NEXTAUTH_SECRET":');
  await expect(start(directory)).rejects.toThrow(`${file} is damaged. Bring it back from a copy`);
  expect(await fs.readFile(file, 'utf8')).toBe('{"NEXTAUTH_SECRET":');
});
