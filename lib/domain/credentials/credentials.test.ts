import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { broadcast, startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { findBearerToken } from './bearer.service';
import { credentialOwner, decryptSecret, encryptSecret, vaultKeys } from './vault';

useDatabase();

beforeAll(async () => {
  await startBus();
  return stopBus;
});

describe('the vault', () => {
  it('decrypts a secret for its owner only', () => {
    const sealed = encryptSecret({ token: 'very secret' }, 'a:b');
    expect(decryptSecret(sealed, 'a:b')).toEqual({ token: 'very secret' });
    expect(() => decryptSecret(sealed, 'a:c')).toThrow();
  });

  it('encrypts a secret to a different text each time, without any part of the secret', () => {
    const [one, two] = [encryptSecret('very secret', 'a'), encryptSecret('very secret', 'a')];
    expect(one.equals(two)).toBe(false);
    expect(one.includes('very secret')).toBe(false);
  });

  it('rejects a text with any changed byte', () => {
    const sealed = encryptSecret({ token: 'x' }, 'a');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => decryptSecret(changed, 'a')).toThrow();
    }
  });
});

describe('ENCRYPTION_KEYS', () => {
  const before = process.env.ENCRYPTION_KEYS;
  const setKeys = (words: string | undefined) => {
    process.env.ENCRYPTION_KEYS = words;
    for (const name of ['env', 'credentials.vault_keys']) resetOnce(name);
  };
  afterEach(() => setKeys(before));

  it('are refused with what a key looks like, and when two have one name', () => {
    const key = Buffer.alloc(32).toString('base64');
    setKeys('k1:c2hvcnQ=');
    expect(() => vaultKeys()).toThrow(/^ENCRYPTION_KEYS must contain name:base64 .*openssl rand -base64 32/);
    setKeys(`k1:${key},k1:${key}`);
    expect(() => vaultKeys()).toThrow('ENCRYPTION_KEYS has two keys with the name k1.');
  });
});

describe('the bearer token of an agent for an experience', () => {
  async function store(
    pair: { agentId: string; experienceId: string },
    method: string,
    secret: unknown,
    isDefault = false,
  ) {
    await pool().query(
      `INSERT INTO credentials (id, agent_id, experience_id, label, auth_method, sealed, is_default, updated_at)
       VALUES ($1::uuid, $2, $3, $1::uuid::text, $4, $5, $6, clock_timestamp())`,
      [newId(), pair.agentId, pair.experienceId, method, encryptSecret(secret, credentialOwner(pair)), isDefault],
    );
    await broadcast('credentials', { stored_for: credentialOwner(pair) });
  }

  it('is the default credential of the auth method, else the newest', async () => {
    const pair = { agentId: newId(), experienceId: newId(), origin: null };
    expect((await findBearerToken(pair)).token).toBeNull();
    await store(pair, 'username_password', { username: 'u', password: 'p' });
    expect((await findBearerToken(pair)).token).toBeNull();
    await store(pair, 'bearer_token', { token: 'chosen' }, true);
    await store(pair, 'bearer_token', { token: 'newer' });
    expect((await findBearerToken(pair)).token).toBe('chosen');
    expect((await findBearerToken({ ...pair, agentId: newId() })).token).toBeNull();
  });

  it('is null when the stored secret cannot be decrypted', async () => {
    const pair = { agentId: newId(), experienceId: newId(), origin: null };
    await pool().query(
      `INSERT INTO credentials (id, agent_id, experience_id, label, auth_method, sealed) VALUES ($1, $2, $3, 'x', 'bearer_token', $4)`,
      [newId(), pair.agentId, pair.experienceId, encryptSecret({ token: 'x' }, 'another owner')],
    );
    expect((await findBearerToken(pair)).token).toBeNull();
  });
});
