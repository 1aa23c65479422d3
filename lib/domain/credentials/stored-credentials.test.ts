import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { seedFirstParty } from '@/lib/domain/catalog';
import { startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import { playerFixture, TIC_TAC_TOE } from '@/lib/testing/play';
import { findBearerToken, openCredentials, reencryptCredentials, storeCredential } from '.';
import { credentialOwner, decryptSecret } from './vault';

useDatabase();

beforeAll(async () => {
  await startBus();
  await seedFirstParty();
  return stopBus;
});

const SECRET = 'correct-horse-battery';
const LOGIN = {
  experience_id: TIC_TAC_TOE,
  label: 'main',
  auth_method: 'username_password',
  credentials: { username: 'ada', password: SECRET },
};

interface Listed {
  credentials: { id: string; label: string; is_default: boolean; auth_method: string }[];
}

const list = (player: Awaited<ReturnType<typeof playerFixture>>) =>
  player.call<Listed>('credential.list', { experience_id: TIC_TAC_TOE }).then(({ credentials }) => credentials);

describe('the credentials of an agent', () => {
  it('are stored sealed, and listed without their secret data', async () => {
    const player = await playerFixture();
    const stored = await player.call('credential.store', LOGIN);
    expect(stored).toEqual({
      id: expect.any(String),
      label: 'main',
      auth_method: 'username_password',
      is_default: false,
      created_at: expect.any(String),
      used_for: expect.stringContaining('No call carries it'),
    });
    const { used_for: _, ...listed } = stored;
    expect(await list(player)).toEqual([listed]);
    const dumped = await pool().query(`SELECT credentials::text AS row FROM credentials`);
    const logged = await pool().query(`SELECT k::text AS row FROM idempotency_keys k`);
    expect(JSON.stringify([dumped.rows, logged.rows])).not.toContain(SECRET);
    const [opened] = await openCredentials({ agentId: player.agentId, experienceId: TIC_TAC_TOE });
    expect(opened?.secret).toEqual(LOGIN.credentials);
  });

  it('are replaced by label, and keep their id and default mark', async () => {
    const player = await playerFixture();
    const first = await player.call('credential.store', { ...LOGIN, is_default: true });
    const second = await player.call('credential.store', { ...LOGIN, auth_method: 'custom', credentials: { pin: 1 } });
    expect(second).toEqual({ ...first, auth_method: 'custom' });
    expect(await list(player)).toHaveLength(1);
    expect(await player.call('credential.store', { ...LOGIN, is_default: false })).toMatchObject({ is_default: false });
  });

  it('have one default each experience, also when calls race', async () => {
    const player = await playerFixture();
    const labels = Array.from({ length: 8 }, (_, index) => `label ${index}`);
    const stored = await Promise.all(
      labels.map((label) => player.call('credential.store', { ...LOGIN, label, is_default: true })),
    );
    expect((await list(player)).filter((one) => one.is_default)).toHaveLength(1);
    await Promise.all(
      stored.map(({ id }) => player.call('credential.set-default', { experience_id: TIC_TAC_TOE, credential_id: id })),
    );
    const after = await list(player);
    expect(after.map((one) => one.is_default)).toEqual([true, ...labels.slice(1).map(() => false)]);
  });

  it('belong to one agent: another agent of the same owner neither sees nor changes them', async () => {
    const owner = await ownerFixture();
    const [mine, sibling, stranger] = [
      await playerFixture({ owner }),
      await playerFixture({ owner }),
      await playerFixture(),
    ];
    const { id } = await mine.call('credential.store', { ...LOGIN, is_default: true });
    for (const other of [sibling, stranger]) {
      expect(await list(other)).toEqual([]);
      const own = await other.call('credential.store', { ...LOGIN, label: 'own', is_default: true });
      const asked = { experience_id: TIC_TAC_TOE, credential_id: id };
      const missing = await other.callError('credential.set-default', { ...asked, credential_id: newId() });
      expect((await other.callError('credential.set-default', asked)).toWire()).toEqual(missing.toWire());
      expect((await other.callError('credential.delete', { credential_id: id })).code).toBe('NOT_FOUND');
      expect(await list(other)).toMatchObject([{ id: own.id, is_default: true }]);
    }
    expect(await list(mine)).toMatchObject([{ id, is_default: true }]);
    expect(await mine.call('credential.delete', { credential_id: id })).toEqual({ deleted: true });
    expect(await list(mine)).toEqual([]);
  });

  it('are used by the calls that follow, and not after they were deleted', async () => {
    const player = await playerFixture();
    const pair = { agentId: player.agentId, experienceId: TIC_TAC_TOE, origin: null };
    const bearer = { ...LOGIN, auth_method: 'bearer_token' };
    expect((await findBearerToken(pair)).token).toBeNull();
    const { id } = await player.call('credential.store', { ...bearer, credentials: { token: 'one' } });
    expect((await findBearerToken(pair)).token).toBe('one');
    await player.call('credential.store', { ...bearer, credentials: { token: 'two' } });
    expect((await findBearerToken(pair)).token).toBe('two');
    const used = 'SELECT last_used_at FROM credentials WHERE id = $1';
    await expect.poll(async () => (await pool().query(used, [id])).rows[0].last_used_at).toBeInstanceOf(Date);
    await player.call('credential.delete', { credential_id: id });
    expect((await findBearerToken(pair)).token).toBeNull();
  });

  it.each([
    ['no field', { credentials: {} }, ['credentials']],
    ['a list', { credentials: [] }, ['credentials']],
    ['no token', { auth_method: 'bearer_token', credentials: { key: 'x' } }, ['credentials', 'token']],
    [
      'a token that would end its header',
      { auth_method: 'bearer_token', credentials: { token: 'a\r\nb: c' } },
      ['credentials', 'token'],
    ],
    ['too much data', { credentials: { file: 'x'.repeat(17_000) } }, ['credentials']],
    ['an unknown method', { auth_method: 'oauth' }, ['auth_method']],
    ['an empty label', { label: ' ' }, ['label']],
  ])('with %s are refused at their place, without the data', async (_, fields, path) => {
    const player = await playerFixture();
    const error = await player.callError('credential.store', { ...LOGIN, ...fields });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
    expect(JSON.stringify(error.toWire())).not.toContain('xxx');
    expect(await list(player)).toEqual([]);
  });

  it('are limited for one experience, also when calls race', async () => {
    const player = await playerFixture();
    const pair = { agentId: player.agentId, experienceId: TIC_TAC_TOE, origin: null };
    const stored = await Promise.allSettled(
      Array.from({ length: 55 }, (_, index) =>
        storeCredential({ ...pair, label: `label ${index}`, authMethod: 'custom', secret: { a: 1 } }),
      ),
    );
    expect(stored.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect((await player.callError('credential.store', LOGIN)).code).toBe('QUOTA_EXCEEDED');
    const label = (await list(player))[0]?.label;
    expect(await player.call('credential.store', { ...LOGIN, label })).toMatchObject({ label });
  });

  it('need an experience that exists', async () => {
    const player = await playerFixture();
    const experience_id = newId();
    expect((await player.callError('credential.store', { ...LOGIN, experience_id })).code).toBe('NOT_FOUND');
    expect((await player.callError('credential.list', { experience_id })).code).toBe('NOT_FOUND');
  });
});

describe('a new encryption key', () => {
  const present = process.env.ENCRYPTION_KEYS;
  const setKeys = (keys: string | undefined) => {
    process.env.ENCRYPTION_KEYS = keys;
    resetOnce('env');
    resetOnce('credentials.vault_keys');
  };
  afterEach(() => setKeys(present));

  it('seals what the old one has sealed, after which the old one is not needed', async () => {
    const { agentId } = await playerFixture();
    const pair = { agentId, experienceId: TIC_TAC_TOE, origin: null };
    await storeCredential({ ...pair, label: 'old', authMethod: 'custom', secret: { pin: 7 } });
    const next = `k2:${Buffer.alloc(32, 9).toString('base64')}`;
    setKeys(`${next},${present}`);
    expect((await openCredentials(pair))[0]?.secret).toEqual({ pin: 7 });
    await storeCredential({ ...pair, label: 'new', authMethod: 'custom', secret: { pin: 8 } });
    expect((await reencryptCredentials()).undecryptable).toBe(0);
    expect(await reencryptCredentials()).toEqual({ reencrypted: 0, undecryptable: 0 });
    setKeys(next);
    expect((await openCredentials(pair)).map(({ secret }) => secret)).toEqual([{ pin: 8 }, { pin: 7 }]);
    const { rows } = await pool().query('SELECT sealed FROM credentials WHERE agent_id = $1', [agentId]);
    for (const { sealed } of rows) expect(decryptSecret(sealed, credentialOwner(pair))).toHaveProperty('pin');
  });

  it('that lost the old one leaves its credentials as they are, unused', async () => {
    const { agentId } = await playerFixture();
    const pair = { agentId, experienceId: TIC_TAC_TOE, origin: null };
    await storeCredential({ ...pair, label: 'old', authMethod: 'custom', secret: { pin: 7 } });
    setKeys(`k3:${Buffer.alloc(32, 3).toString('base64')}`);
    expect(await openCredentials(pair)).toEqual([]);
    expect((await reencryptCredentials()).undecryptable).toBeGreaterThan(0);
    setKeys(present);
    expect((await openCredentials(pair))[0]?.secret).toEqual({ pin: 7 });
  });
});
