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

/** New values of all of them, by variable. */
export const makeSecrets = (): Record<string, string> =>
  Object.fromEntries(Object.entries(MAKERS).map(([name, make]) => [name, make()]));

/** Names of the variables that the secrets set. */
export const SECRET_NAMES: readonly string[] = Object.keys(MAKERS);

const fileOf = (dataDirectory: string): string => path.join(dataDirectory, 'secrets.json');

/** The secrets that a data directory has; none before the first start. @throws Error naming a file that is damaged */
export async function readSecrets(dataDirectory: string): Promise<Record<string, string>> {
  const file = fileOf(dataDirectory);
  const text = await fs.readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return '{}';
    throw thrown;
  });
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch (thrown) {
    throw new Error(`${file} is damaged. Bring it back from a copy: stored credentials cannot be read without it.`, {
      cause: thrown,
    });
  }
}

/**
 * The secrets of a data directory, made on the first start and kept in `secrets.json`, readable by its owner alone.
 * Processes that start concurrently agree, because the file is created atomically.
 */
export async function ensureSecrets(dataDirectory: string): Promise<Record<string, string>> {
  const file = fileOf(dataDirectory);
  await fs.mkdir(dataDirectory, { recursive: true });
  const existing = await readSecrets(dataDirectory);
  if (SECRET_NAMES.every((name) => existing[name])) return existing;
  const complete = makeSecrets();
  for (const [name, value] of Object.entries(existing)) if (value) complete[name] = value;
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
  return readSecrets(dataDirectory);
}

/** Keeps secrets from elsewhere in a data directory. @throws Error when the directory has other ones */
export async function keepSecrets(dataDirectory: string, secrets: Record<string, string>): Promise<void> {
  const existing = await readSecrets(dataDirectory);
  const differs = SECRET_NAMES.some((name) => existing[name] !== undefined && existing[name] !== secrets[name]);
  if (differs) throw new Error(`${fileOf(dataDirectory)} has other secrets than the backup. Use a new data directory.`);
  await fs.mkdir(dataDirectory, { recursive: true });
  await fs.writeFile(fileOf(dataDirectory), `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
}
