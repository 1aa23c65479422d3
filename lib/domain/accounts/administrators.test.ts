import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { newId, type OwnerId } from '@/lib/core/ids';
import { startBus, stopBus } from '@/lib/events/index';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, justProven, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { sendRest } from '@/lib/transport/testing/send-rest';
import { isAdminLinkValid, makeAdminLink, setAdmin } from './administrators.service';
import { readOwner, sessionCookieHeader } from './owner-session';
import { signInWithPassword } from './owners.service';
import { signInWithProvider } from './provider-sign-in.service';

useDatabase();
useClock();
beforeAll(async () => {
  Object.assign(process.env, {
    NODE_ENV: 'production',
    ADMIN_EMAILS: 'Boss@Example.org',
    ADMIN_SECOND_FACTOR: 'optional',
  });
  delete process.env.BOTPLAY_EMBEDDED;
  resetOnce('env');
  await startBus();
});
afterAll(stopBus);
afterEach(() => prisma().owner.deleteMany());

const PASSWORD = 'correct horse battery';
const BOSS = 'boss@example.org';
let visitors = 0;

const register = (email: string) =>
  sendRest('POST', '/api/owners', { body: { email, password: PASSWORD }, address: `10.3.0.${++visitors}` });

/** Signs up and signs in; returns the cookie of the browser. */
async function signedUp(email: string) {
  expect((await register(email)).status).toBe(201);
  const owner = await signInWithPassword({ email, password: PASSWORD, address: '10.3.1.1' });
  if (!owner) throw new Error('not signed in');
  return { ownerId: owner.ownerId, cookie: await sessionCookieHeader(owner) };
}

const github = (email: string, isVerified = true) =>
  signInWithProvider({
    provider: 'github',
    providerAccountId: email,
    email,
    emailVerified: isVerified,
    displayName: null,
    image: null,
  });

/** Whether the right works: for the browser on the site and on a route of administrators. */
async function isAdmin(owner: { cookie: string }) {
  const { status } = await sendRest('GET', '/v1/reports', { owner });
  expect([200, 403]).toContain(status);
  expect((await readOwner(owner.cookie))?.isAdmin).toBe(status === 200);
  return status === 200;
}

describe('in production', () => {
  test('the first account is no administrator', async () => {
    expect(await register('first@example.org')).toMatchObject({ status: 201, body: { is_admin: false } });
  });

  test('an address of ADMIN_EMAILS cannot be typed at sign-up, and its owner signs in with a provider', async () => {
    const second = await signedUp('taken@example.org').then(() => register('taken@example.org'));
    const refused = await register('BOSS@example.org');
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATE' } } });
    expect(refused.body).toEqual(second.body);
    const boss = await github(BOSS);
    expect(boss).toMatchObject({ email: BOSS, isAdmin: true });
    expect(await isAdmin({ cookie: await sessionCookieHeader(boss) })).toBe(true);
  });

  test('an address of ADMIN_EMAILS cannot be typed as the new e-mail of an account', async () => {
    const stranger = await signedUp('stranger@example.org');
    const changed = await sendRest('POST', '/api/console/email', {
      owner: stranger,
      body: { current_password: PASSWORD, email: BOSS },
    });
    expect(changed).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATE' } } });
    expect(await isAdmin(stranger)).toBe(false);
    expect(await github(BOSS)).toMatchObject({ isAdmin: true });
  });

  test('an unproven account that had the address before has no right, and no provider joins it', async () => {
    const stranger = await signedUp('stranger@example.org');
    await prisma().owner.update({ where: { id: stranger.ownerId }, data: { email: BOSS } });
    expect(await isAdmin(stranger)).toBe(false);
    await expect(github(BOSS)).rejects.toMatchObject({ details: { reason: 'unproven_account' } });
    // Connected to the account of a stranger, the provider proves nothing for it.
    const identity = { provider: 'google', providerAccountId: '1', email: BOSS, emailVerified: true };
    await signInWithProvider({ ...identity, displayName: null, image: null }, justProven(stranger));
    expect(await isAdmin(stranger)).toBe(false);
  });

  test('a provider that does not prove the address gives no right', async () => {
    await expect(github(BOSS, false)).rejects.toMatchObject({ details: { reason: 'unverified_email' } });
  });

  test('the operator gives the right and takes it away, immediately for cookies and for keys of agents', async () => {
    const owner = await ownerFixture();
    const { apiKey } = await agentFixture({ owner });
    const byKey = async () => (await sendRest('GET', '/v1/reports', { headers: { 'x-api-key': apiKey } })).status;
    expect([await isAdmin(owner), await byKey()]).toEqual([false, 403]);
    expect(await setAdmin({ email: owner.email.toUpperCase(), isAdmin: true })).toMatchObject({
      hadRight: false,
      isEmailProven: false,
    });
    expect([await isAdmin(owner), await byKey()]).toEqual([true, 200]);
    expect(await setAdmin({ email: owner.email, isAdmin: false })).toMatchObject({ hadRight: true });
    expect([await isAdmin(owner), await byKey()]).toEqual([false, 403]);
  });
});

describe('the link of a start in production', () => {
  const open = (owner: { cookie: string }, token: string) =>
    sendRest('POST', '/api/console/administrator', { owner, body: { token } });
  const makeLink = async () => (await makeAdminLink()) as NonNullable<Awaited<ReturnType<typeof makeAdminLink>>>;

  test('makes the owner who opens it an administrator, and one of many who do so at the same time', async () => {
    const { token } = await makeLink();
    const owners = await Promise.all(Array.from({ length: 6 }, () => ownerFixture()));
    const statuses = await Promise.all(owners.map(async (owner) => (await open(owner, token)).status));
    expect(statuses.toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    for (const [index, owner] of owners.entries()) expect(await isAdmin(owner)).toBe(statuses[index] === 200);
    expect(await isAdminLinkValid({ token })).toBe(false);
    expect(await makeAdminLink()).toBeNull();
  });

  test('needs a signed-in owner', async () => {
    const { token } = await makeLink();
    expect((await sendRest('POST', '/api/console/administrator', { body: { token } })).status).toBe(401);
    expect(await isAdminLinkValid({ token })).toBe(true);
  });

  test('is stored only as a hash, replaces an earlier one, and expires after a day', async () => {
    const [first, second, owner] = [await makeLink(), await makeLink(), await ownerFixture()];
    expect(JSON.stringify(await prisma().adminLink.findMany())).not.toContain(second.token.slice(6));
    expect((await open(owner, first.token)).status).toBe(404);
    advanceClock(24 * 3600 * 1000 + 1);
    expect((await open(owner, second.token)).status).toBe(404);
    expect(await isAdmin(owner)).toBe(false);
  });

  test('ends when an administrator is named in another way', async () => {
    const [owner, other] = [await ownerFixture(), await ownerFixture()];
    const { token } = await makeLink();
    await setAdmin({ email: owner.email, isAdmin: true });
    expect((await open(other, token)).status).toBe(404);
    await setAdmin({ email: owner.email, isAdmin: false });
    expect((await open(other, token)).status).toBe(404);
    const second = await makeLink();
    await prisma().owner.create({
      data: { id: newId<OwnerId>(), email: BOSS, displayName: 'Boss', emailVerified: new Date() },
    });
    expect((await open(other, second.token)).status).toBe(404);
  });

  test.each(['', 'admin_', `admin_${'x'.repeat(43)}`, 'x'.repeat(201)])('refuses the token %j', async (token) => {
    await makeLink();
    expect([400, 404]).toContain((await open(await ownerFixture(), token)).status);
  });
});
