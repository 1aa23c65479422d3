import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { now } from '@/lib/core/clock';
import { resetOnce } from '@/lib/core/globals';
import {
  makeAdminLink,
  makeResetLink,
  readOwner,
  registerOwner,
  setAdmin,
  signInWithPassword,
} from '@/lib/domain/accounts';
import { sessionCookieHeader } from '@/lib/domain/accounts/owner-session';
import { reencryptAuthenticators } from '@/lib/domain/second-factors';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { sendRest } from '@/lib/transport/testing/send-rest';

useDatabase();
useClock();

const PASSWORD = 'correct horse battery';
const MINUTE_MS = 60_000;
let people = 0;

interface Account {
  ownerId: string;
  email: string;
  /** Of a browser that is signed in. */
  cookie: string;
}

/** Opens an account in a browser of its own. */
async function account(): Promise<Account> {
  const email = `person${++people}@example.org`;
  const { ownerId } = await registerOwner({ email, password: PASSWORD, address: `10.7.${people}.1` });
  return { ownerId, email, cookie: await signIn(email) };
}

/** The cookie of another browser in which the password was right. */
async function signIn(email: string): Promise<string> {
  const signedIn = await signInWithPassword({ email, password: PASSWORD, address: '10.7.0.1' });
  if (!signedIn) throw new Error('not signed in');
  return sessionCookieHeader(signedIn, { userAgent: 'Firefox', address: '10.7.0.1' });
}

const post = (path: string, owner: { cookie: string }, body: object = {}, address?: string) =>
  sendRest('POST', `/api/console/${path}`, { owner, body, ...(address ? { address } : {}) });
const isSignedIn = async (cookie: string) =>
  (await sendRest('GET', '/api/console/security', { owner: { cookie } })).status === 200;

/** The code that a real authenticator app shows now. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() });

/** Sets an authenticator app up; returns its secret and the recovery codes. */
async function withApp(owner: Account) {
  const { body: setup, status } = await post('authenticator', owner);
  expect(status).toBe(200);
  const confirmed = await post('authenticator/confirm', owner, { code: codeOf(setup.secret) });
  expect(confirmed.status).toBe(200);
  // The next code is another one: each works once.
  advanceClock(30_000);
  return { secret: setup.secret as string, codes: confirmed.body.recovery_codes as string[] };
}

const cookieIn = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('an account with an authenticator app', () => {
  test('signs in by a password and a code; the password alone opens nothing', async () => {
    const owner = await account();
    const { secret, codes } = await withApp(owner);
    expect(new Set(codes).size).toBe(10);
    const cookie = await signIn(owner.email);
    expect([await readOwner(cookie), await isSignedIn(cookie)]).toEqual([null, false]);
    const wrong = await post('sign-in/factor', { cookie }, { code: '000000' });
    expect(wrong).toMatchObject({ status: 400, body: { error: { details: { issues: [{ path: ['code'] }] } } } });
    const given = await post('sign-in/factor', { cookie }, { code: codeOf(secret) });
    expect(given.status).toBe(200);
    const signedIn = cookieIn(given.headers);
    expect(await readOwner(signedIn)).toMatchObject({ ownerId: owner.ownerId });
    // The cookie from before the code signs in to nothing.
    expect(await isSignedIn(cookie)).toBe(false);
    expect((await post('sign-in/factor', { cookie }, { code: codeOf(secret) })).status).toBe(401);
  });

  test('accepts each code once, and codes of one step before, not of two', async () => {
    const owner = await account();
    const { secret } = await withApp(owner);
    const cookies = [await signIn(owner.email), await signIn(owner.email), await signIn(owner.email)];
    const give = async (code: string) =>
      (await post('sign-in/factor', { cookie: cookies.pop() as string }, { code })).status;
    const code = codeOf(secret);
    advanceClock(30_000);
    expect(await give(code)).toBe(200);
    expect(await give(code)).toBe(400);
    const late = codeOf(secret);
    advanceClock(60_000);
    expect(await give(late)).toBe(400);
  });

  test('accepts a recovery code once, of many who use it at the same time', async () => {
    const owner = await account();
    const { codes } = await withApp(owner);
    const cookies = await Promise.all(Array.from({ length: 5 }, () => signIn(owner.email)));
    const [code = ''] = codes;
    const statuses = await Promise.all(
      cookies.map(async (cookie) => (await post('sign-in/factor', { cookie }, { code: code.toUpperCase() })).status),
    );
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400]);
    const stored = await prisma().recoveryCode.findMany({ where: { ownerId: owner.ownerId } });
    expect(stored.filter(({ usedAt }) => usedAt !== null)).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  test('refuses every code after ten attempts, whatever their addresses', async () => {
    const owner = await account();
    const { secret } = await withApp(owner);
    const cookie = await signIn(owner.email);
    for (let n = 0; n < 10; n++) {
      const answer = await post('sign-in/factor', { cookie }, { code: '000000' }, `10.8.${n}.1`);
      expect(answer.status).toBe(400);
    }
    const right = await post('sign-in/factor', { cookie }, { code: codeOf(secret) }, '10.9.0.1');
    expect(right).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
  });

  test('gives 10 minutes for the code', async () => {
    const owner = await account();
    const { secret } = await withApp(owner);
    const cookie = await signIn(owner.email);
    advanceClock(10 * MINUTE_MS + 1);
    expect((await post('sign-in/factor', { cookie }, { code: codeOf(secret) })).status).toBe(401);
  });

  test('keeps its browsers signed in, however often others know the password', async () => {
    const owner = await account();
    await withApp(owner);
    for (let n = 0; n < 60; n++) await signIn(owner.email);
    expect(await isSignedIn(owner.cookie)).toBe(true);
    expect(await prisma().ownerBrowser.count({ where: { ownerId: owner.ownerId } })).toBeLessThanOrEqual(11);
  });

  test('refuses cookies that name no browser', async () => {
    const owner = await account();
    const { sessionEpoch } = await prisma().owner.findUniqueOrThrow({ where: { id: owner.ownerId } });
    const cookie = await sessionCookieHeader({ ownerId: owner.ownerId as never, sessionEpoch });
    expect(await isSignedIn(cookie)).toBe(true);
    await withApp(owner);
    expect(await isSignedIn(cookie)).toBe(false);
  });

  test('is asked for no code after its last factor was removed, and has no recovery codes', async () => {
    const owner = await account();
    await withApp(owner);
    expect((await sendRest('DELETE', '/api/console/authenticator', { owner })).status).toBe(200);
    expect(await isSignedIn(await signIn(owner.email))).toBe(true);
    expect(await prisma().recoveryCode.count({ where: { ownerId: owner.ownerId } })).toBe(0);
    expect((await sendRest('DELETE', '/api/console/authenticator', { owner })).status).toBe(404);
  });

  test('is asked for a code after a reset, but not after a mailed one while its e-mail was never proven', async () => {
    const reset = async (owner: Account, isMailed: boolean) => {
      const { token } = await makeResetLink({ email: owner.email, isMailed });
      const body = { token, password: PASSWORD };
      const { status, headers } = await sendRest('POST', '/api/owners/password', { body });
      expect(status).toBe(200);
      return isSignedIn(cookieIn(headers));
    };
    const [typed, proven] = [await account(), await account()];
    await prisma().owner.update({ where: { id: proven.ownerId }, data: { emailVerified: new Date() } });
    for (const owner of [typed, proven]) await withApp(owner);
    expect(await reset(typed, false)).toBe(false);
    expect(await reset(proven, true)).toBe(false);
    expect(await reset(typed, true)).toBe(true);
    expect(await prisma().authenticator.count({ where: { ownerId: typed.ownerId } })).toBe(0);
    expect(await prisma().recoveryCode.count({ where: { ownerId: typed.ownerId } })).toBe(0);
    expect(await isSignedIn(await signIn(typed.email))).toBe(true);
    expect(await isSignedIn(await signIn(proven.email))).toBe(false);
  });

  test('replaces all recovery codes, so that earlier ones no longer work', async () => {
    const owner = await account();
    const { codes } = await withApp(owner);
    const renewed = await post('recovery-codes', owner);
    expect(renewed.body.recovery_codes).toHaveLength(10);
    const cookie = await signIn(owner.email);
    expect((await post('sign-in/factor', { cookie }, { code: codes[0] as string })).status).toBe(400);
    expect((await post('sign-in/factor', { cookie }, { code: renewed.body.recovery_codes[0] })).status).toBe(200);
  });

  test('keeps its secret sealed, and works after the encryption key was replaced', async () => {
    const owner = await account();
    const { secret } = await withApp(owner);
    const read = async () =>
      (await prisma().authenticator.findUniqueOrThrow({ where: { ownerId: owner.ownerId } })).secret;
    const before = Buffer.from(await read());
    expect(before.toString('latin1')).not.toContain(secret);
    const keys = process.env.ENCRYPTION_KEYS;
    const set = (value: string | undefined) => {
      process.env.ENCRYPTION_KEYS = value;
      for (const name of ['env', 'credentials.vault_keys']) resetOnce(name);
    };
    try {
      set(`next:${Buffer.alloc(32, 7).toString('base64')},${keys}`);
      expect((await reencryptAuthenticators()).undecryptable).toBe(0);
      expect(Buffer.from(await read()).equals(before)).toBe(false);
      const cookie = await signIn(owner.email);
      expect((await post('sign-in/factor', { cookie }, { code: codeOf(secret) })).status).toBe(200);
    } finally {
      await prisma().authenticator.deleteMany();
      set(keys);
    }
  });
});

describe('a change of how an account is protected', () => {
  const refusal = { status: 403, body: { error: { details: { reason: 'proof_needed' } } } };

  test('needs the password again after 15 minutes', async () => {
    const owner = await account();
    advanceClock(15 * MINUTE_MS + 1);
    expect(await post('authenticator', owner)).toMatchObject(refusal);
    expect(await post('passkeys/options', owner)).toMatchObject(refusal);
    expect((await post('proof', owner, { password: 'another one' })).status).toBe(400);
    expect((await post('proof', owner, { password: PASSWORD })).status).toBe(200);
    expect((await post('authenticator', owner)).status).toBe(200);
  });

  test('needs the second factor where there is one, also for passwords and keys; the password is not enough', async () => {
    const owner = await account();
    const { agentId } = await agentFixture({ owner: owner as never });
    const { secret } = await withApp(owner);
    advanceClock(15 * MINUTE_MS + 1);
    const changes: [string, object][] = [
      ['password', { current_password: PASSWORD, new_password: 'another long pass phrase' }],
      ['email', { current_password: PASSWORD, email: 'moved@example.org' }],
      [`agents/${agentId}/keys`, { name: 'laptop' }],
      [
        'apps/decisions',
        { request: 'response_type=code', decision: 'agree', agent_id: agentId, scopes: ['catalog:read'] },
      ],
      ['recovery-codes', {}],
      ['account/delete', { confirmation: PASSWORD }],
    ];
    for (const [path, body] of changes) expect(await post(path, owner, body)).toMatchObject(refusal);
    expect((await post('proof', owner, { password: PASSWORD })).status).toBe(409);
    expect((await post('proof', owner, { code: codeOf(secret) })).status).toBe(200);
    expect((await post(`agents/${agentId}/keys`, owner, { name: 'laptop' })).status).toBe(201);
    const [, body] = changes[0] as [string, object];
    const changed = await post('password', owner, body);
    expect(changed.status).toBe(200);
    // This browser stays signed in, with its second factor.
    expect(await isSignedIn(cookieIn(changed.headers))).toBe(true);
  });
});

describe('where moderators and administrators need a second factor', () => {
  const setRule = (value: string) => {
    process.env.ADMIN_SECOND_FACTOR = value;
    resetOnce('env');
  };
  beforeEach(() => setRule('required'));
  afterEach(() => setRule(''));
  const readReports = (sent: Parameters<typeof sendRest>[2]) => sendRest('GET', '/v1/reports', sent);

  test('an administrator may nothing without it, by browser or by key, and everything in a browser that gave it', async () => {
    const owner = await account();
    const earlier = await signIn(owner.email);
    const { apiKey } = await agentFixture({ owner: owner as never });
    await setAdmin({ email: owner.email, isAdmin: true });
    const byKey = () => readReports({ headers: { 'x-api-key': apiKey } });
    expect(await readReports({ owner })).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'second_factor_needed', next: '/console/security' } } },
    });
    expect((await sendRest('GET', '/v1/moderators', { owner })).status).toBe(403);
    expect((await byKey()).status).toBe(403);
    await withApp(owner);
    expect((await readReports({ owner })).status).toBe(200);
    // Signed in before there was a second factor: it was not given here.
    expect((await readReports({ owner: { cookie: earlier } })).status).toBe(403);
  });

  test('the link of the first administrator waits for it and works afterwards', async () => {
    const embedded = process.env.BOTPLAY_EMBEDDED;
    delete process.env.BOTPLAY_EMBEDDED;
    Object.assign(process.env, { NODE_ENV: 'production' });
    resetOnce('env');
    try {
      await prisma().owner.deleteMany();
      const owner = await account();
      const link = await makeAdminLink();
      const open = () => post('administrator', owner, { token: link?.token });
      expect(await open()).toMatchObject({
        status: 403,
        body: { error: { details: { reason: 'second_factor_needed' } } },
      });
      await withApp(owner);
      expect((await open()).status).toBe(200);
      expect((await readReports({ owner })).status).toBe(200);
    } finally {
      Object.assign(process.env, { NODE_ENV: 'test', BOTPLAY_EMBEDDED: embedded });
      resetOnce('env');
    }
  });
});

describe('a passkey', () => {
  const credential = {
    id: 'AQIDBAUGBwg',
    rawId: 'AQIDBAUGBwg',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
  };

  test('that is unknown, or no new passkey, is refused and changes nothing', async () => {
    const owner = await account();
    const unknown = await sendRest('POST', '/api/console/sign-in/passkey', { body: { credential } });
    expect(unknown).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
    const response = { clientDataJSON: 'e30', attestationObject: 'AQID' };
    const added = await post('passkeys', owner, { name: 'Phone', credential: { ...credential, response } });
    expect(added).toMatchObject({ status: 400, body: { error: { details: { issues: [{ path: ['credential'] }] } } } });
    expect(await isSignedIn(await signIn(owner.email))).toBe(true);
  });

  test('is not offered at an address without a name', async () => {
    const begin = () => sendRest('POST', '/api/console/sign-in/passkey/options');
    expect(await begin()).toMatchObject({ status: 200, body: { options: { rpId: 'localhost' } } });
    const origin = process.env.NEXTAUTH_URL;
    process.env.NEXTAUTH_URL = 'http://192.0.2.1:3000';
    resetOnce('env');
    try {
      expect(await begin()).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATE' } } });
    } finally {
      process.env.NEXTAUTH_URL = origin;
      resetOnce('env');
    }
  });
});
