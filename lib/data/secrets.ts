import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Secrets that the product needs, each with how one is made. */
const MAKERS: Record<string, () => string> = {
  NEXTAUTH_SECRET: () => randomBytes(32).toString('base64url'),
  ENCRYPTION_KEYS: () => `k1:${randomBytes(32).toString('base64')}`,
  IDENTITY_KEY: () => randomBytes(32).toString('base64url'),
  JWT_KEYS: () => `j1:${randomBytes(32).toString('base64')}`,
};

async function readSecrets(file: string): Promise<Record<string, string>> {
  const text = await fs.readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return '{}';
    throw thrown;
  });
  return JSON.parse(text) as Record<string, string>;
}

/**
 * The secrets of a data directory, made on the first start and kept in `secrets.json`, readable by its owner alone.
 * Processes that start concurrently agree, because the file is created atomically.
 */
export async function ensureSecrets(dataDirectory: string): Promise<Record<string, string>> {
  const file = path.join(dataDirectory, 'secrets.json');
  await fs.mkdir(dataDirectory, { recursive: true });
  const existing = await readSecrets(file);
  const missing = Object.keys(MAKERS).filter((name) => !existing[name]);
  if (missing.length === 0) return existing;
  const complete = { ...existing, ...Object.fromEntries(missing.map((name) => [name, MAKERS[name]?.() ?? ''])) };
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await fs.writeFile(draft, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600 });
  if (Object.keys(existing).length > 0) {
    await fs.rename(draft, file);
    return complete;
  }
  // A link, unlike a rename, does not replace what another process has made in between.
  await fs.link(draft, file).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== 'EEXIST') throw thrown;
  });
  await fs.rm(draft);
  return readSecrets(file);
}
