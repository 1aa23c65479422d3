import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registerOwnerBody } from '@/lib/domain/console';
import { authenticate } from '@/lib/domain/keys/credentials.service';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, justProven } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { ownerOfCookie, readOwner, sessionCookieHeader } from './owner-session';
import { registerOwner, signInWithPassword, signOutEverywhere } from './owners.service';
import { signInWithProvider } from './provider-sign-in.service';

useDatabase();

const PASSWORD = 'correct horse battery';
let address = '';
beforeEach(() => {
  address = `10.0.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
});
afterEach(() => prisma().owner.deleteMany());

const register = (email: string) => registerOwner({ email, password: PASSWORD, address });
const signIn = (email: unknown, password: unknown = PASSWORD) => signInWithPassword({ email, password, address });

describe('an account', () => {
  test('is admin when it is the first ever in the embedded set-up: exactly one of twenty concurrent ones', async () => {
    const owners = await Promise.all(Array.from({ length: 20 }, (_, n) => register(`o${n}@example.org`)));
    expect(owners.filter((owner) => owner.isAdmin)).toHaveLength(1);
    expect((await register('late@example.org')).isAdmin).toBe(false);
  });

  test('is made once for an e-mail by many concurrent requests', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => register('same@example.org')));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'INVALID_STATE' });
  });

  test('keeps no password, only its argon2id hash', async () => {
    const { ownerId } = await register('secret@example.org');
    const row = await prisma().owner.findUniqueOrThrow({ where: { id: ownerId } });
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
  });
});

describe('the body of a new account', () => {
  test('lowers the e-mail', () => {
    expect(registerOwnerBody.parse({ email: 'Ann@Example.ORG', password: PASSWORD }).email).toBe('ann@example.org');
  });

  test.each([
    ['a look-alike letter that lowers to another address', { email: '\u212Aate@example.org', password: PASSWORD }],
    ['a null byte', { email: 'a\u0000@example.org', password: PASSWORD }],
    ['10,000 characters', { email: `${'a'.repeat(10_000)}@example.org`, password: PASSWORD }],
    ['a line break', { email: 'a@example.org\r\nBcc: b@example.org', password: PASSWORD }],
    ['no e-mail', { email: 'invalid', password: PASSWORD }],
    ['a short password', { email: 'a@example.org', password: 'short' }],
    ['an endless password', { email: 'a@example.org', password: 'x'.repeat(10_000) }],
    ['an unknown field', { email: 'a@example.org', password: PASSWORD, is_admin: true }],
  ])('refuses %s', (_what, body) => {
    expect(registerOwnerBody.safeParse(body).success).toBe(false);
  });
});

describe('signing in', () => {
  test('takes the right password and the e-mail in any case', async () => {
    const owner = await register('ann@example.org');
    expect(await signIn('ANN@example.org')).toMatchObject({ ownerId: owner.ownerId });
  });

  test('answers an unknown e-mail like a wrong password, after similar work', async () => {
    await register('ann@example.org');
    await signIn('warm@example.org');
    const timed = async (email: string) => {
      const startMs = performance.now();
      expect(await signIn(email, 'not the password')).toBeNull();
      return performance.now() - startMs;
    };
    const timesMs: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 6; round++) {
      timesMs.push(await timed('ann@example.org'));
      unknown.push(await timed(`nobody${round}@example.org`));
    }
    // The quickest of each: what else the machine does only ever adds.
    const ratio = Math.min(...unknown) / Math.min(...timesMs);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  test.each([[null], [undefined], [{ $ne: 1 }], ['a\u0000b'], ['x'.repeat(10_000)], ['']])(
    'refuses %j as password',
    async (password) => {
      await register('ann@example.org');
      expect(await signIn('ann@example.org', password === undefined ? null : password)).toBeNull();
    },
  );

  test('is limited for one e-mail and address, also for concurrent guesses; a success resets it', async () => {
    await register('ann@example.org');
    for (let n = 0; n < 9; n++) await signIn('ann@example.org', 'wrong');
    expect(await signIn('ann@example.org')).not.toBeNull();
    const guesses = await Promise.allSettled(Array.from({ length: 30 }, () => signIn('ann@example.org', 'wrong')));
    expect(guesses.filter((guess) => guess.status === 'fulfilled')).toHaveLength(10);
    await expect(signIn('ann@example.org')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterS: expect.any(Number),
    });
    address = '10.9.9.9';
    expect(await signIn('ann@example.org')).not.toBeNull();
  });

  test('is limited for one address, for any e-mails, also after a success', async () => {
    await register('ann@example.org');
    address = '10.8.8.8';
    const guess = (n: number) => signIn(`person${n}@example.org`, 'one password for all');
    for (let n = 0; n < 50; n++) await guess(n);
    expect(await signIn('ann@example.org')).not.toBeNull();
    for (let n = 50; n < 100; n++) await guess(n);
    await expect(guess(100)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: expect.any(Number) });
    await expect(signIn('ann@example.org')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    address = '10.8.8.9';
    expect(await signIn('ann@example.org')).not.toBeNull();
  }, 30_000);
});

describe('signing in by a provider', () => {
  const github = (id: string, email: string | null, emailVerified = true) =>
    signInWithProvider({
      provider: 'github',
      providerAccountId: id,
      email,
      emailVerified,
      displayName: 'Ann \u202e',
      image: null,
    });
  const google = (id: string, email: string) =>
    signInWithProvider({
      provider: 'google',
      providerAccountId: id,
      email,
      emailVerified: true,
      displayName: null,
      image: null,
    });

  test('makes an account once, then finds it by the provider id even when the e-mail changed', async () => {
    const owner = await github('1', 'Ann@example.org');
    expect(owner).toMatchObject({ email: 'ann@example.org', displayName: 'Ann' });
    expect((await github('1', 'else@example.org')).ownerId).toBe(owner.ownerId);
  });

  test('is refused without a proven e-mail', async () => {
    for (const email of ['ann@example.org', null]) {
      await expect(github('2', email, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(github('2', '\u212Aate@example.org')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('joins two providers that both proved the e-mail', async () => {
    const owner = await github('3', 'ann@example.org');
    expect((await google('g3', 'ann@example.org')).ownerId).toBe(owner.ownerId);
  });

  test('never joins an account whose e-mail only its password sign-up claimed', async () => {
    await register('victim@example.org');
    await expect(github('4', 'victim@example.org')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { reason: 'unproven_account' },
    });
  });

  test('is connected to the owner who is signed in', async () => {
    const owner = await register('ann@example.org');
    const identity = {
      provider: 'github',
      providerAccountId: '5',
      email: null,
      emailVerified: false,
      displayName: null,
      image: null,
    };
    expect((await signInWithProvider(identity, justProven(owner))).ownerId).toBe(owner.ownerId);
    expect((await signInWithProvider(identity)).ownerId).toBe(owner.ownerId);
  });

  test('makes one account for many concurrent sign-ins', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => github('6', 'many@example.org')));
    expect(new Set(all.map((one) => one.ownerId)).size).toBe(1);
  });
});

describe('a session cookie', () => {
  async function signedIn() {
    await register('ann@example.org');
    const owner = await signIn('ann@example.org');
    if (!owner) throw new Error('not signed in');
    return { owner, cookie: await sessionCookieHeader(owner) };
  }

  test('names its owner, among other cookies', async () => {
    const { owner, cookie } = await signedIn();
    expect(await readOwner(`a=b; ${cookie}; c`)).toMatchObject({ ownerId: owner.ownerId, email: 'ann@example.org' });
  });

  test('is refused when forged, broken or absent', async () => {
    const { cookie } = await signedIn();
    const forged = cookie.slice(0, -6) + (cookie.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA');
    for (const header of [
      null,
      '',
      'next-auth.session-token=',
      'next-auth.session-token=x.y.z',
      forged,
      cookie.replace('=', '2='),
    ]) {
      expect(await readOwner(header)).toBeNull();
    }
    for (const contents of [{}, { sub: 'x', epoch: 0 }, { sub: null }, null])
      expect(await ownerOfCookie(contents)).toBeNull();
  });

  test('ends in every browser by signing out everywhere', async () => {
    const { owner, cookie } = await signedIn();
    await signOutEverywhere(owner.ownerId);
    expect(await readOwner(cookie)).toBeNull();
    const again = await signIn('ann@example.org');
    expect(await readOwner(await sessionCookieHeader(again as NonNullable<typeof again>))).not.toBeNull();
  });

  test('is no credential of an agent, and an agent is no owner', async () => {
    const { cookie } = await signedIn();
    const token = cookie.slice(cookie.indexOf('=') + 1);
    await expect(authenticate({ authorization: `Bearer ${token}` })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const { apiKey } = await agentFixture();
    expect(await readOwner(`next-auth.session-token=${apiKey}`)).toBeNull();
  });
});
