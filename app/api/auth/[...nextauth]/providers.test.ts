import type { NextAuthOptions } from 'next-auth';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  isRecentlyProven,
  listSignInWays,
  onSecurityEvent,
  readOwner,
  readWaitingOwner,
  registerOwner,
} from '@/lib/domain/accounts';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase as openDatabase } from '@/lib/testing/database';
import { startIdentityProvider } from '@/lib/testing/identity-provider';
import { prisma } from '@/lib/testing/prisma';
import { Browser } from './test-browser';

const provider = await startIdentityProvider();
Object.assign(process.env, {
  GITHUB_ID: provider.clientId,
  GITHUB_SECRET: provider.clientSecret,
  GITHUB_URL: `${provider.url}/`,
  GOOGLE_CLIENT_ID: provider.clientId,
  GOOGLE_CLIENT_SECRET: provider.clientSecret,
  OIDC_ISSUER: provider.url,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
});
openDatabase();
useClock();
afterAll(() => provider.close());

/** Redirects the discovery of Google to the test provider, and changes nothing else. */
function withLocalGoogle(options: NextAuthOptions): NextAuthOptions {
  for (const one of options.providers) {
    if (one.id === 'google') Object.assign(one, { wellKnown: `${provider.url}/.well-known/openid-configuration` });
  }
  return options;
}

const PASSWORD = 'correct horse battery';
const IDS = ['github', 'google', 'oidc'] as const;
let next = 0;
beforeEach(() => {
  provider.fault = 'none';
  provider.refusals.length = 0;
  const id = ++next;
  provider.person = { id, email: `Person${id}@example.org`, emailVerified: true, name: 'Zoë' };
});

const newBrowser = () => new Browser(`10.1.${next}.1`, withLocalGoogle);

/** Signs in and returns the final page. */
async function signInWith(id: (typeof IDS)[number], browser = newBrowser(), answer: 'allow' | 'deny' = 'allow') {
  const page = await browser.leaveFor(id);
  const landed = await browser.comeBack(await provider.decide(page.href, answer));
  return { browser, page, landed, owner: await readOwner(browser.cookieHeader) };
}

describe.each(IDS)('signing in by %s', (id) => {
  test('creates an owner at the first sign-in and finds it later, also after the e-mail changed', async () => {
    const first = await signInWith(id);
    const { email } = provider.person;
    expect(first.landed).toBe('/');
    expect(first.owner).toMatchObject({ email: email.toLowerCase(), displayName: 'Zoë' });
    expect(await listSignInWays(first.owner?.ownerId as never)).toMatchObject({ hasPassword: false, providers: [id] });
    provider.person = { ...provider.person, email: 'moved@example.org', emailVerified: false };
    expect((await signInWith(id)).owner?.ownerId).toBe(first.owner?.ownerId);
    expect(await prisma().owner.count({ where: { email: email.toLowerCase() } })).toBe(1);
  });

  test('requests only name and e-mail, with state and PKCE', async () => {
    const page = await newBrowser().leaveFor(id);
    const asked = Object.fromEntries(page.searchParams);
    expect(asked).toMatchObject({
      client_id: provider.clientId,
      response_type: 'code',
      redirect_uri: `http://localhost:3000/api/auth/callback/${id}`,
      scope: id === 'github' ? 'read:user user:email' : 'openid email profile',
      code_challenge_method: 'S256',
    });
    expect(asked.state?.length).toBeGreaterThan(20);
    expect(asked.code_challenge).toHaveLength(43);
  });

  test('returns to the sign-in page with an error word after a refusal', async () => {
    const { landed, owner } = await signInWith(id, newBrowser(), 'deny');
    expect(landed).toBe('/sign-in?error=Callback');
    expect(owner).toBeNull();
    provider.fault = 'no token';
    expect((await signInWith(id)).landed).toBe('/sign-in?error=OAuthCallback');
  });

  test('never signs in to a password account with the same e-mail', async () => {
    const email = provider.person.email.toLowerCase();
    const victim = await registerOwner({ email, password: PASSWORD, address: '10.0.0.1' });
    const verified = await signInWith(id);
    expect(verified).toMatchObject({ landed: '/sign-in?error=unproven_account', owner: null });
    provider.person = { ...provider.person, emailVerified: false };
    const unverified = await signInWith(id);
    expect(unverified).toMatchObject({ landed: '/sign-in?error=unverified_email', owner: null });
    expect((await listSignInWays(victim.ownerId)).providers).toEqual([]);
  });

  test('connects to the signed-in account and signs in to it later', async () => {
    const email = `own${next}@example.org`;
    const { ownerId } = await registerOwner({ email, password: PASSWORD, address: '10.0.0.1' });
    const browser = newBrowser();
    await browser.signIn(email, PASSWORD);
    expect((await signInWith(id, browser)).owner?.ownerId).toBe(ownerId);
    expect((await signInWith(id)).owner?.ownerId).toBe(ownerId);
    expect(await listSignInWays(ownerId)).toMatchObject({ hasPassword: true, providers: [id] });
  });

  test('is connected only where the person has proved lately who they are, and is no such proof', async () => {
    const email = `own${next}@example.org`;
    const { ownerId } = await registerOwner({ email, password: PASSWORD, address: '10.0.0.1' });
    const notified: string[] = [];
    onSecurityEvent('test', async (event) => void (event.ownerId === ownerId && notified.push(event.kind)));
    const browser = newBrowser();
    await browser.signIn(email, PASSWORD);
    advanceClock(20 * 60_000);
    const late = await signInWith(id, browser);
    expect(late).toMatchObject({ landed: '/sign-in?error=proof_needed', owner: { ownerId } });
    expect((await listSignInWays(ownerId)).providers).toEqual([]);
    expect(notified).toEqual([]);
    const other = newBrowser();
    await other.signIn(email, PASSWORD);
    const before = (await readOwner(other.cookieHeader))?.proof;
    advanceClock(10 * 60_000);
    const connected = await signInWith(id, other);
    expect(connected.owner?.proof).toEqual(before);
    expect(await prisma().ownerBrowser.count({ where: { ownerId } })).toBe(2);
    expect(notified).toEqual(['provider_connected']);
    // Signing in by a provider that is connected proves who the person is.
    advanceClock(20 * 60_000);
    const again = await signInWith(id, other);
    expect(isRecentlyProven(again.owner as never)).toBe(true);
  });

  test('asks for the second factor of the account', async () => {
    const ownerId = (await signInWith(id)).owner?.ownerId ?? '';
    await prisma().owner.update({ where: { id: ownerId }, data: { hasSecondFactor: true } });
    const { browser, owner } = await signInWith(id);
    expect(owner).toBeNull();
    expect(await readWaitingOwner(browser.cookieHeader)).toMatchObject({ ownerId });
  });

  test('does not replace the signed-in owner by another one', async () => {
    await signInWith(id);
    const email = `other${next}@example.org`;
    const { ownerId } = await registerOwner({ email, password: PASSWORD, address: '10.0.0.1' });
    const browser = newBrowser();
    await browser.signIn(email, PASSWORD);
    const { landed, owner } = await signInWith(id, browser);
    expect(landed).toBe('/sign-in?error=connected_elsewhere');
    expect(owner?.ownerId).toBe(ownerId);
    expect((await listSignInWays(ownerId)).providers).toEqual([]);
  });

  test('is refused without a verified e-mail', async () => {
    provider.person = { ...provider.person, emailVerified: false };
    expect(await signInWith(id)).toMatchObject({ landed: '/sign-in?error=unverified_email', owner: null });
    expect(await prisma().owner.count({ where: { email: provider.person.email.toLowerCase() } })).toBe(0);
  });

  test('refuses the answer to a request of another browser', async () => {
    const attacker = newBrowser();
    const stolen = await provider.decide((await attacker.leaveFor(id)).href, 'allow');
    const victim = newBrowser();
    expect(await victim.comeBack(stolen)).toBe('/sign-in?error=OAuthCallback');
    await victim.leaveFor(id);
    expect(await victim.comeBack(stolen)).toBe('/sign-in?error=OAuthCallback');
    expect(await readOwner(victim.cookieHeader)).toBeNull();
  });

  test('refuses the code of another browser by PKCE', async () => {
    const stolen = new URL(await provider.decide((await newBrowser().leaveFor(id)).href, 'allow'));
    const browser = newBrowser();
    const own = new URL(await provider.decide((await browser.leaveFor(id)).href, 'allow'));
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expect(await browser.comeBack(own.href)).toBe('/sign-in?error=OAuthCallback');
    expect(provider.refusals).toEqual(['PKCE does not fit']);
    expect(await readOwner(browser.cookieHeader)).toBeNull();
  });

  test('accepts an answer once', async () => {
    const browser = newBrowser();
    const back = await provider.decide((await browser.leaveFor(id)).href, 'allow');
    expect(await browser.comeBack(back)).toBe('/');
    expect(await browser.comeBack(back)).toBe('/sign-in?error=OAuthCallback');
  });

  test('creates one owner when several tabs return together', async () => {
    const tabs = await Promise.all(Array.from({ length: 6 }, () => signInWith(id)));
    expect(new Set(tabs.map(({ owner }) => owner?.ownerId)).size).toBe(1);
    expect(tabs[0]?.owner).not.toBeNull();
  });
});

describe('two providers', () => {
  test('with the same verified e-mail sign in to one owner', async () => {
    const { owner } = await signInWith('github');
    expect((await signInWith('google')).owner?.ownerId).toBe(owner?.ownerId);
    expect((await signInWith('oidc')).owner?.ownerId).toBe(owner?.ownerId);
  });
});

describe('an id token', () => {
  test.each(['foreign key', 'other audience', 'other nonce'] as const)('is refused with: %s', async (fault) => {
    provider.fault = fault;
    expect(await signInWith('oidc')).toMatchObject({ landed: '/sign-in?error=OAuthCallback', owner: null });
  });

  test('may leave the e-mail to the userinfo endpoint', async () => {
    provider.fault = 'e-mail by userinfo only';
    expect((await signInWith('oidc')).owner).toMatchObject({ email: provider.person.email.toLowerCase() });
  });
});
