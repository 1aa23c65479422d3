import { afterEach, expect, test } from 'vitest';
import { registerOwner } from '@/lib/domain/accounts';
import { useBreakableDatabase as openDatabase } from '@/lib/testing/database';
import { withOutcome } from '@/lib/transport/http/unavailable';
import { Browser } from './test-browser';

const database = openDatabase();
afterEach(() => database().repair());

const PASSWORD = 'correct horse battery';

/** The code with which the route answers instead of next-auth; null when next-auth answers. */
const codeOf = (work: () => Promise<unknown>) =>
  withOutcome(async (outcome) => {
    await work();
    return outcome.unavailable?.code ?? null;
  });

async function signedUp(email: string) {
  const owner = await registerOwner({ email, password: PASSWORD, address: '10.0.0.1' });
  return { owner, browser: new Browser('10.0.1.1') };
}

test('a session that cannot be read is reported, and valid again when the database is back', async () => {
  const { owner, browser } = await signedUp('session@example.org');
  await browser.signIn('session@example.org', PASSWORD);
  const kept = new Map(browser.cookies);
  const readSession = () => browser.ask('GET', 'session');
  expect(await codeOf(readSession)).toBeNull();
  database().cut();
  expect(await codeOf(readSession)).toBe('SERVICE_UNAVAILABLE');
  database().repair();
  // The route does not send what next-auth answers then, so the browser keeps its cookie.
  for (const [name, value] of kept) browser.cookies.set(name, value);
  expect((await readSession()).body).toMatchObject({ user: { id: owner.ownerId } });
});

test('a password that cannot be checked is reported, and a wrong one is not', async () => {
  const { browser } = await signedUp('password@example.org');
  expect(await codeOf(() => browser.signIn('password@example.org', 'not the password'))).toBeNull();
  database().cut();
  expect(await codeOf(() => browser.signIn('password@example.org', PASSWORD))).toBe('SERVICE_UNAVAILABLE');
  database().repair();
  expect((await browser.signIn('password@example.org', PASSWORD)).status).toBe(200);
});

test('a visitor without a cookie gets the empty session from next-auth', async () => {
  database().cut();
  const browser = new Browser('10.0.1.1');
  expect(await codeOf(() => browser.ask('GET', 'session'))).toBeNull();
});
