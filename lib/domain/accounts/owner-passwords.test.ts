import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authenticate } from '@/lib/domain/keys/credentials.service';
import { chosenNameOf } from '@/lib/domain/people/players.service';
import { removeFactorsWith } from '@/lib/domain/second-factors';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, justProven, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import {
  changeEmail,
  changePassword,
  listSignInWays,
  makeResetLink,
  previewReset,
  resetPassword,
} from './owner-passwords.service';
import { readOwner, sessionCookieHeader } from './owner-session';
import { registerOwner, renameOwner, signInWithPassword } from './owners.service';
import { signInWithProvider } from './provider-sign-in.service';

process.env.ADMIN_EMAILS = 'boss@example.org';
useDatabase();

const PASSWORD = 'correct horse battery';
const NEW = 'another long password';
let address = '';
let next = 0;
beforeEach(() => {
  address = `10.${++next}.0.1`;
});
afterEach(async () => {
  vi.useRealTimers();
  await prisma().owner.deleteMany();
});

/** Someone with a password who is signed in in a browser. */
async function person(email = `ann${next}@example.org`) {
  const { ownerId } = await registerOwner({ email, password: PASSWORD, address });
  const signedIn = await signInWithPassword({ email, password: PASSWORD, address });
  if (!signedIn) throw new Error('not signed in');
  return { ownerId, email, cookie: await sessionCookieHeader(signedIn) };
}

const signIn = (email: string, password: string) => signInWithPassword({ email, password, address });
const change = (
  ownerId: Awaited<ReturnType<typeof person>>['ownerId'],
  currentPassword = PASSWORD,
  newPassword = NEW,
) => changePassword({ ownerId, currentPassword, newPassword });

describe('changing the password', () => {
  test('ends every session and accepts only the new password', async () => {
    const { ownerId, email, cookie } = await person();
    const other = await person('other@example.org');
    const changed = await change(ownerId);
    expect(await readOwner(cookie)).toBeNull();
    expect(await readOwner(await sessionCookieHeader(changed))).toMatchObject({ ownerId });
    expect(await signIn(email, PASSWORD)).toBeNull();
    expect(await signIn(email, NEW)).toMatchObject({ ownerId });
    expect(await readOwner(other.cookie)).not.toBeNull();
    expect(await signIn('other@example.org', PASSWORD)).not.toBeNull();
  });

  test('requires the present password', async () => {
    const { ownerId, email, cookie } = await person();
    await expect(change(ownerId, 'not the password')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['current_password'] }] },
    });
    expect(await readOwner(cookie)).not.toBeNull();
    expect(await signIn(email, PASSWORD)).not.toBeNull();
  });

  test('changes once for several concurrent requests', async () => {
    const { ownerId, email } = await person();
    const passwords = [1, 2, 3, 4].map((n) => `${NEW} ${n}`);
    const tries = await Promise.allSettled(passwords.map((password) => change(ownerId, PASSWORD, password)));
    const won = tries.findIndex((one) => one.status === 'fulfilled');
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await signIn(email, passwords[won] as string)).not.toBeNull();
  });

  test('ends a concurrent sign-in with the old password', async () => {
    const { ownerId, email } = await person();
    const [signedIn] = await Promise.all([signIn(email, PASSWORD), change(ownerId)]);
    // Whichever came first: no cookie of the old password is good afterwards.
    if (signedIn) expect(await readOwner(await sessionCookieHeader(signedIn))).toBeNull();
    expect(await signIn(email, PASSWORD)).toBeNull();
  });

  test('is limited for one account, also for concurrent guesses; a success resets it', async () => {
    const { ownerId } = await person();
    const guesses = await Promise.allSettled(Array.from({ length: 14 }, () => change(ownerId, 'wrong')));
    const codes = guesses.map((guess) => guess.status === 'rejected' && guess.reason.code);
    expect(codes.filter((code) => code === 'VALIDATION_ERROR')).toHaveLength(10);
    await expect(change(ownerId)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterS: expect.any(Number) });
    const other = await person('other@example.org');
    for (let n = 0; n < 9; n++) await change(other.ownerId, 'wrong').catch(() => null);
    await change(other.ownerId);
    await expect(change(other.ownerId, 'wrong')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('is refused for an account without a password', async () => {
    const { ownerId } = await ownerFixture();
    expect(await listSignInWays(ownerId)).toMatchObject({ hasPassword: false, providers: [] });
    await expect(change(ownerId)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });
});

describe('changing the e-mail', () => {
  const changeTo = (
    ownerId: Awaited<ReturnType<typeof person>>['ownerId'],
    email: string,
    currentPassword = PASSWORD,
  ) => changeEmail({ ownerId, currentPassword, email });

  test('signs in with the new one only, keeps every browser signed in, and renames nobody in public', async () => {
    const { ownerId, email, cookie } = await person();
    const { token } = await makeResetLink({ email });
    await changeTo(ownerId, 'other@example.org');
    const owner = await readOwner(cookie);
    expect(owner).toMatchObject({ ownerId, email: 'other@example.org' });
    expect(owner && chosenNameOf(owner)).toBeNull();
    expect(await signIn(email, PASSWORD)).toBeNull();
    expect(await signIn('other@example.org', PASSWORD)).toMatchObject({ ownerId });
    expect(await previewReset({ token })).toBeNull();
    await renameOwner(owner as NonNullable<typeof owner>, 'Ann');
    await changeTo(ownerId, 'third@example.org');
    expect((await readOwner(cookie))?.displayName).toBe('Ann');
  });

  test('requires the present password, and another e-mail', async () => {
    const { ownerId, email, cookie } = await person();
    await expect(changeTo(ownerId, 'other@example.org', 'not the password')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['current_password'] }] },
    });
    await expect(changeTo(ownerId, email)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: ['email'] }] },
    });
    expect(await readOwner(cookie)).toMatchObject({ email });
  });

  test('gives an e-mail to one of several accounts that ask for it at the same time', async () => {
    const people = [await person('a@example.org'), await person('b@example.org'), await person('c@example.org')];
    const tries = await Promise.allSettled(people.map(({ ownerId }) => changeTo(ownerId, 'same@example.org')));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'INVALID_STATE', details: { issues: [{ path: ['email'] }] } });
    }
  });

  test('makes the address unproven, so that no provider joins the account by it', async () => {
    const { ownerId } = await person();
    await prisma().owner.update({ where: { id: ownerId }, data: { emailVerified: new Date() } });
    await changeTo(ownerId, 'victim@example.org');
    const identity = { provider: 'github', providerAccountId: '9', email: 'victim@example.org', emailVerified: true };
    await expect(signInWithProvider({ ...identity, displayName: null, image: null })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { reason: 'unproven_account' },
    });
  });

  test('ends the rights of an administrator that the old, proven e-mail gave, also those of keys that were just used', async () => {
    await person('first@example.org');
    const { ownerId } = await person('boss@example.org');
    await prisma().owner.update({ where: { id: ownerId }, data: { emailVerified: new Date() } });
    const { apiKey } = await agentFixture({ owner: { ownerId } });
    const isAdmin = async () => (await authenticate({ apiKey }))?.isAdmin;
    expect(await isAdmin()).toBe(true);
    await changeTo(ownerId, 'plain@example.org');
    expect(await isAdmin()).toBe(false);
  });

  test('is refused for an account without a password', async () => {
    const { ownerId } = await ownerFixture();
    await expect(changeTo(ownerId, 'other@example.org')).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });
});

describe('a link that sets a new password', () => {
  const reset = (token: string, password = NEW, from = address) =>
    resetPassword({ token, password, address: from, removeFactors: removeFactorsWith });

  test('lets its owner in again, ends every session and disconnects what was connected', async () => {
    const { ownerId, email, cookie } = await person();
    const github = { provider: 'github', providerAccountId: '1', email: null, emailVerified: false };
    await signInWithProvider({ ...github, displayName: null, image: null }, justProven({ ownerId }));
    expect((await listSignInWays(ownerId)).providers).toEqual(['github']);
    const { token } = await makeResetLink({ email: ` ${email.toUpperCase()} ` });
    expect(await readOwner(cookie)).not.toBeNull();
    expect(await previewReset({ token })).toMatchObject({ email });
    expect(await reset(token)).toMatchObject({ ownerId });
    expect(await readOwner(cookie)).toBeNull();
    expect(await signIn(email, PASSWORD)).toBeNull();
    expect(await signIn(email, NEW)).toMatchObject({ ownerId });
    expect(await listSignInWays(ownerId)).toMatchObject({ hasPassword: true, providers: [] });
  });

  test('works once for many concurrent uses', async () => {
    const { email } = await person();
    const { token } = await makeResetLink({ email });
    const passwords = [1, 2, 3, 4, 5].map((n) => `${NEW} ${n}`);
    const tries = await Promise.allSettled(passwords.map((password) => reset(token, password)));
    const won = tries.findIndex((one) => one.status === 'fulfilled');
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'NOT_FOUND' });
    expect(await signIn(email, passwords[won] as string)).not.toBeNull();
    expect(await previewReset({ token })).toBeNull();
    await expect(reset(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('ends after a day', async () => {
    const { email } = await person();
    const { token, expiresAt } = await makeResetLink({ email });
    vi.useFakeTimers({ toFake: ['Date'], now: expiresAt.getTime() - 1000 });
    expect(await previewReset({ token })).not.toBeNull();
    vi.setSystemTime(expiresAt.getTime() + 1);
    expect(await previewReset({ token })).toBeNull();
    await expect(reset(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    vi.useRealTimers();
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3600 * 1000);
    expect(await signIn(email, PASSWORD)).not.toBeNull();
  });

  test('is replaced by a newer one, and withdrawn by a change of the password', async () => {
    const { ownerId, email } = await person();
    const first = await makeResetLink({ email });
    const second = await makeResetLink({ email });
    await expect(reset(first.token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await change(ownerId);
    await expect(reset(second.token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of the operator is not ended by asking for one by mail, but by a change and by the next one of the operator', async () => {
    const { email } = await person();
    const mailed = await makeResetLink({ email, isMailed: true });
    const { token } = await makeResetLink({ email });
    expect(await previewReset({ token: mailed.token })).toBeNull();
    await expect(makeResetLink({ email, isMailed: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await previewReset({ token })).toMatchObject({ email });
    await makeResetLink({ email });
    expect(await previewReset({ token })).toBeNull();
    const { email: other } = await person('other@example.org');
    const first = await makeResetLink({ email: other, isMailed: true });
    const second = await makeResetLink({ email: other, isMailed: true });
    expect(await previewReset({ token: first.token })).toBeNull();
    expect(await previewReset({ token: second.token })).not.toBeNull();
  });

  test('is stored as a hash alone', async () => {
    const { ownerId, email } = await person();
    const { token } = await makeResetLink({ email });
    expect(token).toMatch(/^reset_[0-9A-Za-z]{43}$/);
    const row = await prisma().owner.findUniqueOrThrow({ where: { id: ownerId } });
    expect(row.resetHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(token.slice(6));
    await expect(reset(row.resetHash as string)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('answers used, replaced, expired and made-up tokens alike', async () => {
    const { email } = await person();
    const { token: used } = await makeResetLink({ email });
    await reset(used);
    const madeUp = `reset_${'A'.repeat(43)}`;
    const refusals = await Promise.all(
      [used, madeUp, '', 'x', `${used}x`, "reset_' OR 1=1 --"].map((token) =>
        reset(token).then(
          () => null,
          (thrown) => thrown.toWire(),
        ),
      ),
    );
    expect(refusals[0]).toMatchObject({ code: 'NOT_FOUND' });
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  });

  test('is limited for one address', async () => {
    const madeUp = `reset_${'A'.repeat(43)}`;
    for (let n = 0; n < 10; n++) await expect(reset(madeUp)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { email } = await person();
    const { token } = await makeResetLink({ email });
    await expect(reset(token)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await reset(token, NEW, '10.99.0.1')).toMatchObject({ email });
  });

  test('resets the limit of failed sign-ins', async () => {
    const { email } = await person();
    for (let n = 0; n < 10; n++) await signIn(email, 'which one was it');
    await expect(signIn(email, PASSWORD)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await reset((await makeResetLink({ email })).token);
    expect(await signIn(email, NEW)).not.toBeNull();
  });

  test('is made for existing accounts only', async () => {
    for (const email of ['nobody@example.org', 'nobody', '', '\u212Aate@example.org'])
      await expect(makeResetLink({ email })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
