import { describe, expect, test } from 'vitest';
import { listBrowsers, readOwner, readWaitingOwner, registerOwner, signOutEverywhere } from '@/lib/domain/accounts';
import { useDatabase as openDatabase } from '@/lib/testing/database';
import { prisma } from '@/lib/testing/prisma';
import { toIdentity } from './oauth-providers';
import { Browser } from './test-browser';

openDatabase();

const PASSWORD = 'correct horse battery';

let next = 0;
async function newOwner() {
  const email = `owner${++next}@example.org`;
  const owner = await registerOwner({ email, password: PASSWORD, address: '10.0.0.1' });
  return { ...owner, browser: new Browser(`10.0.1.${next}`) };
}

describe('signing in with e-mail and password', () => {
  test('sets a cookie that identifies the owner', async () => {
    const { browser, email, ownerId } = await newOwner();
    expect((await browser.signIn(email.toUpperCase(), PASSWORD)).status).toBe(200);
    expect([...browser.cookies.keys()]).toContain('next-auth.session-token');
    expect(await readOwner(browser.cookieHeader)).toMatchObject({ ownerId });
    const session = await browser.ask('GET', 'session');
    expect(session.body).toMatchObject({ user: { id: ownerId, email } });
    expect(await readOwner(browser.cookieHeader)).toMatchObject({ ownerId });
  });

  test('adds the browser to the list of the account, and signing out takes it off', async () => {
    const { browser, email, ownerId } = await newOwner();
    await browser.signIn(email, PASSWORD);
    const cookie = browser.cookieHeader;
    expect(await listBrowsers(ownerId)).toMatchObject([{ name: 'Firefox on Linux' }]);
    const { body } = await browser.ask('GET', 'csrf');
    await browser.ask('POST', 'signout', { csrfToken: String(body.csrfToken), json: 'true' });
    expect(await listBrowsers(ownerId)).toEqual([]);
    expect(await readOwner(cookie)).toBeNull();
  });

  test('answers a wrong password and an unknown e-mail alike', async () => {
    const { browser, email } = await newOwner();
    const wrong = await browser.signIn(email, 'not the password');
    const unknown = await browser.signIn('nobody@example.org', PASSWORD);
    expect(wrong.status).toBe(401);
    expect(unknown).toEqual(wrong);
    expect(await readOwner(browser.cookieHeader)).toBeNull();
  });

  test('requires the CSRF token of next-auth', async () => {
    const { browser, email } = await newOwner();
    await browser.ask('POST', 'callback/credentials', { csrfToken: 'x', email, password: PASSWORD, json: 'true' });
    expect(await readOwner(browser.cookieHeader)).toBeNull();
  });

  test('answers RATE_LIMITED after ten failures, even for the right password', async () => {
    const { browser, email } = await newOwner();
    for (let n = 0; n < 10; n++) await browser.signIn(email, 'not the password');
    const refused = await browser.signIn(email, PASSWORD);
    expect(JSON.stringify(refused)).toContain('RATE_LIMITED');
    expect(await readOwner(browser.cookieHeader)).toBeNull();
  });

  test('of an account with a second factor signs in to nothing before it was given, and stays', async () => {
    const { browser, email, ownerId } = await newOwner();
    await prisma().owner.update({ where: { id: ownerId }, data: { hasSecondFactor: true } });
    expect((await browser.signIn(email, PASSWORD)).status).toBe(200);
    expect((await browser.ask('GET', 'session')).body).not.toHaveProperty('user');
    expect(await readOwner(browser.cookieHeader)).toBeNull();
    expect(await listBrowsers(ownerId)).toEqual([]);
    expect(await readWaitingOwner(browser.cookieHeader)).toMatchObject({ ownerId, email });
  });

  test('is invalid after the owner signed out everywhere', async () => {
    const { browser, email, ownerId } = await newOwner();
    await browser.signIn(email, PASSWORD);
    await signOutEverywhere(ownerId);
    expect((await browser.ask('GET', 'session')).body).toEqual({});
    expect([...browser.cookies.keys()]).not.toContain('next-auth.session-token');
  });
});

describe('redirects of next-auth', () => {
  const HERE = 'http://localhost:3000';
  test.each([
    ['/console', '/console'],
    [`${HERE}/claim/x?a=1#b`, '/claim/x?a=1#b'],
    [HERE, '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    [`${HERE}//evil.example`, '/'],
    ['/\\evil.example', '/'],
    [`${HERE}@evil.example/`, '/'],
    [`${HERE}.evil.example/`, '/'],
    ['javascript:alert(1)', '/'],
  ])('%s leads to %s', async (callbackUrl, path) => {
    const { browser, email } = await newOwner();
    const { body } = await browser.ask('GET', 'csrf');
    const form = { csrfToken: String(body.csrfToken), email, password: PASSWORD, callbackUrl };
    const entered = await browser.ask('POST', 'callback/credentials', form);
    expect([entered.status, entered.location]).toEqual([302, HERE + path]);
    const left = await browser.ask('POST', 'signout', form);
    expect([left.status, left.location]).toEqual([302, HERE + path]);
  });
});

describe('the identity of a provider', () => {
  const account = { provider: 'github', providerAccountId: '1', type: 'oauth' } as const;

  test('counts an e-mail as verified only when the provider says so', () => {
    for (const email_verified of [undefined, null, 'true', 1, false]) {
      expect(toIdentity(account, { email: 'a@example.org', email_verified } as never).emailVerified).toBe(false);
    }
    expect(toIdentity(account, { email: 'a@example.org', email_verified: true } as never).emailVerified).toBe(true);
  });

  test('has name and picture if the provider sends them', () => {
    const identity = toIdentity(account, {
      name: null,
      login: 'ann',
      avatar_url: 'https://example.org/a.png',
    } as never);
    expect(identity).toMatchObject({ displayName: 'ann', image: 'https://example.org/a.png', email: null });
    expect(toIdentity(account, { name: 'Ann', picture: 'javascript:alert(1)' } as never).image).toBeNull();
    expect(toIdentity(account, undefined)).toMatchObject({ displayName: null, image: null, emailVerified: false });
  });
});
