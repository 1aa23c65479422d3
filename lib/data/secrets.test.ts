import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryDirectory } from '@/lib/testing/server';
import { ensureSecrets } from './secrets';

let remove: () => Promise<void> = async () => {};
afterEach(() => remove());

async function dataDirectory(): Promise<string> {
  const directory = await temporaryDirectory('secrets');
  remove = directory.remove;
  return path.join(directory.directory, '.data');
}

test('makes every secret once, readable by its owner alone', async () => {
  const directory = await dataDirectory();
  const first = await ensureSecrets(directory);
  expect(Object.keys(first).sort()).toEqual(['ENCRYPTION_KEYS', 'IDENTITY_KEY', 'JWT_KEYS', 'NEXTAUTH_SECRET']);
  expect(await ensureSecrets(directory)).toEqual(first);
  const { mode } = await fs.stat(path.join(directory, 'secrets.json'));
  expect(mode & 0o777).toBe(0o600);
});

test('processes that start concurrently agree on one set', async () => {
  const directory = await dataDirectory();
  const results = await Promise.all(Array.from({ length: 8 }, () => ensureSecrets(directory)));
  expect(new Set(results.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect(await fs.readdir(directory)).toEqual(['secrets.json']);
});

test('a start keeps existing secrets when a newer version needs another one', async () => {
  const directory = await dataDirectory();
  const { JWT_KEYS: _, ...older } = await ensureSecrets(directory);
  await fs.writeFile(path.join(directory, 'secrets.json'), JSON.stringify(older));
  expect(await ensureSecrets(directory)).toMatchObject(older);
});
