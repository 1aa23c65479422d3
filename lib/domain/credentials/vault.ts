import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { env } from '@/lib/core/env';
import { once } from '@/lib/core/globals';

const NAMED_KEY = /^([\w-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface VaultKey {
  id: string;
  key: Buffer;
}

/**
 * ENCRYPTION_KEYS: `name:base64 of 32 bytes`. The first one seals, all of them open, so that keys can be exchanged.
 * @throws Error when an entry is not a key, or two have one name
 */
export function vaultKeys(): VaultKey[] {
  return once('credentials.vault_keys', () => {
    const keys = env().ENCRYPTION_KEYS.map((entry) => {
      const match = NAMED_KEY.exec(entry);
      const key = Buffer.from(match?.[2] ?? '', 'base64');
      if (!match || key.length !== 32)
        throw new Error(
          'ENCRYPTION_KEYS must contain name:base64 entries of 32 bytes each: a name, and what `openssl rand -base64 32` prints.',
        );
      return { id: match[1] as string, key };
    });
    const repeated = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) !== index);
    if (repeated)
      throw new Error(`ENCRYPTION_KEYS has two keys with the name ${repeated.id}. Give each one a name of its own.`);
    if (keys.length === 0) throw new Error('ENCRYPTION_KEYS is empty. Set at least one key.');
    return keys;
  });
}

/** Whom a sealed credential belongs to; `credentials` broadcasts name it as `stored_for`. */
export function credentialOwner(pair: { agentId: string; experienceId: string }): string {
  return `${pair.agentId}:${pair.experienceId}`;
}

/** How everything begins that the first key has sealed. */
export function encryptionPrefix(): Buffer {
  const [{ id }] = vaultKeys() as [VaultKey];
  return Buffer.concat([Buffer.from([id.length]), Buffer.from(id)]);
}

/**
 * Seals a secret with AES-256-GCM. It opens only with the same `owner`, so that a row that is copied to another agent
 * cannot be used. Layout: length of the key id, key id, nonce, tag, text.
 */
export function encryptSecret(secret: unknown, owner: string): Buffer {
  const [{ key }] = vaultKeys() as [VaultKey];
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(JSON.stringify(secret), 'utf8'), cipher.final()]);
  return Buffer.concat([encryptionPrefix(), nonce, cipher.getAuthTag(), text]);
}

/**
 * Opens what `encryptSecret` made.
 * @throws Error when the key is missing, or the bytes were changed or sealed for another owner
 */
export function decryptSecret(sealed: Uint8Array, owner: string): unknown {
  const bytes = Buffer.from(sealed);
  const idEnd = 1 + (bytes[0] ?? 0);
  const id = bytes.subarray(1, idEnd).toString();
  const vaultKey = vaultKeys().find((key) => key.id === id);
  if (!vaultKey) throw new Error('ENCRYPTION_KEYS does not contain the key of this credential.');
  const tagAt = idEnd + NONCE_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', vaultKey.key, bytes.subarray(idEnd, tagAt), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(tagAt + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8')) as unknown;
}
