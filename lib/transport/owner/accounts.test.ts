import { describe, expect, test } from 'vitest';
import {
  browserOfCookie,
  listBrowsers,
  makeResetLink,
  readOwner,
  registerOwner,
  type SignedIn,
  signOutEverywhere,
} from '@/lib/domain/accounts';
import { sessionCookieHeader } from '@/lib/domain/accounts/owner-session';
import { signInWithPassword } from '@/lib/domain/accounts/owners.service';
import { chosenNameOf } from '@/lib/domain/people';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { useServer } from '@/lib/transport/testing/use-server';

useDatabase();
useClock();

const PASSWORD = 'correct horse battery';
const NEW = 'another long password';
const server = useServer();
let next = 0;

async function person() {
  const account = { email: `p${++next}@example.org`, password: PASSWORD, address: `10.0.${next}.1` };
  await registerOwner(account);
  const signedIn = await signInWithPassword(account);
  if (!signedIn) throw new Error('not signed in');
  return { ...account, cookie: await sessionCookieHeader(signedIn) };
}

async function post(path: string, body: unknown, cookie?: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}), ...headers },
    body: JSON.stringify(body),
  });
  const [set] = answer.headers.getSetCookie();
  return { status: answer.status, body: await answer.json(), set, cookie: set?.split(';')[0] ?? null };
}

describe('the browsers of an account', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const call = (method: string, path: string, cookie: string, body?: unknown) =>
    fetch(server.url + path, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  async function inTwoBrowsers() {
    const { email, address } = await person();
    const owner = (await signInWithPassword({ email, password: PASSWORD, address })) as SignedIn;
    const cookies = [
      await sessionCookieHeader(owner, { userAgent: FIREFOX, address }),
      await sessionCookieHeader(owner, { userAgent: 'curl/8.0', address }),
    ] as const;
    return { owner, cookies, address };
  }

  test('are listed, and one is signed out while the other stays', async () => {
    const { owner, cookies, address } = await inTwoBrowsers();
    const listed = await listBrowsers(owner.ownerId);
    expect(listed.map(({ name }) => name).sort()).toEqual(['Firefox on Linux', 'Unknown browser']);
    expect(listed[0]).toMatchObject({ address });
    const gone = await browserOfCookie(cookies[0]);
    expect((await call('DELETE', `/api/console/browsers/${gone}`, cookies[1])).status).toBe(200);
    expect(await readOwner(cookies[0])).toBeNull();
    expect(await readOwner(cookies[1])).toMatchObject({ ownerId: owner.ownerId });
    expect((await call('DELETE', `/api/console/browsers/${gone}`, cookies[1])).status).toBe(404);
  });

  test('are not signed out by another owner', async () => {
    const { cookies } = await inTwoBrowsers();
    const stranger = await person();
    const browser = await browserOfCookie(cookies[0]);
    expect((await call('DELETE', `/api/console/browsers/${browser}`, stranger.cookie)).status).toBe(404);
    expect(await readOwner(cookies[0])).not.toBeNull();
  });

  test('note every ten minutes that they were seen, and leave the list when their cookies have ended', async () => {
    const { owner, cookies } = await inTwoBrowsers();
    advanceClock(20 * 60_000);
    await readOwner(cookies[0]);
    const [first, second] = await listBrowsers(owner.ownerId);
    expect(first?.name).toBe('Firefox on Linux');
    const apartMs = Date.parse(first?.lastSeenAt ?? '') - Date.parse(second?.lastSeenAt ?? '');
    expect(apartMs).toBeGreaterThanOrEqual(19 * 60_000);
    await signOutEverywhere(owner.ownerId);
    expect(await listBrowsers(owner.ownerId)).toEqual([]);
  });

  test('show the name of the account, which an empty one takes from the public', async () => {
    const { cookies } = await inTwoBrowsers();
    expect((await call('PATCH', '/api/console/account', cookies[0], { display_name: 'Olga' })).status).toBe(200);
    expect((await readOwner(cookies[0]))?.displayName).toBe('Olga');
    await call('PATCH', '/api/console/account', cookies[0], { display_name: null });
    const owner = await readOwner(cookies[0]);
    expect(owner && chosenNameOf(owner)).toBeNull();
    expect((await call('PATCH', '/api/console/account', cookies[0], { display_name: '' })).status).toBe(400);
  });
});

describe('POST /api/console/password', () => {
  const change = { current_password: PASSWORD, new_password: NEW };

  test('keeps this browser signed in and ends the session of every other', async () => {
    const { email, address, cookie } = await person();
    const elsewhere = await signInWithPassword({ email, password: PASSWORD, address });
    const other = await sessionCookieHeader(elsewhere as NonNullable<typeof elsewhere>);
    const changed = await post('/api/console/password', change, cookie);
    expect(changed).toMatchObject({ status: 200, body: { changed: true } });
    expect(changed.set).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(await readOwner(changed.cookie)).toMatchObject({ email });
    expect([await readOwner(cookie), await readOwner(other)]).toEqual([null, null]);
  });

  test('names the field that is wrong and sets no cookie', async () => {
    const { cookie } = await person();
    const wrong = await post('/api/console/password', { ...change, current_password: 'not it' }, cookie);
    expect(wrong).toMatchObject({ status: 400, set: undefined });
    expect(wrong.body.error.details.issues[0].path).toEqual(['current_password']);
    const short = await post('/api/console/password', { ...change, new_password: 'short' }, cookie);
    expect(short.body.error.details.issues[0].path).toEqual(['new_password']);
    expect(await readOwner(cookie)).not.toBeNull();
  });

  test('requires a signed-in owner and a same-origin request', async () => {
    const { cookie } = await person();
    expect((await post('/api/console/password', change)).status).toBe(401);
    expect((await post('/api/console/password', change, cookie, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await readOwner(cookie)).not.toBeNull();
  });
});

describe('POST /api/console/email', () => {
  test('changes the e-mail in lower case, and names the field that is wrong', async () => {
    const { cookie } = await person();
    const other = await person();
    const change = { current_password: PASSWORD, email: `New${next}@Example.org` };
    const wrong = await post('/api/console/email', { ...change, current_password: 'not it' }, cookie);
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: ['current_password'] }] } } },
    });
    const used = await post('/api/console/email', { ...change, email: other.email }, cookie);
    expect(used).toMatchObject({ status: 409, body: { error: { details: { issues: [{ path: ['email'] }] } } } });
    expect((await post('/api/console/email', { ...change, email: 'nobody' }, cookie)).status).toBe(400);
    const changed = await post('/api/console/email', change, cookie);
    expect(changed).toMatchObject({ status: 200, body: { email: change.email.toLowerCase() }, set: undefined });
    expect(await readOwner(cookie)).toMatchObject({ email: change.email.toLowerCase() });
  });

  test('requires a signed-in owner and a same-origin request', async () => {
    const { cookie, email } = await person();
    const change = { current_password: PASSWORD, email: 'else@example.org' };
    expect((await post('/api/console/email', change)).status).toBe(401);
    expect((await post('/api/console/email', change, cookie, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await readOwner(cookie)).toMatchObject({ email });
  });
});

describe('POST /api/owners/password', () => {
  test('sets the password by a link and signs this browser in', async () => {
    const { email, cookie } = await person();
    const { token } = await makeResetLink({ email });
    const done = await post('/api/owners/password', { token, password: NEW });
    expect(done).toMatchObject({ status: 200, body: { changed: true } });
    expect(await readOwner(done.cookie)).toMatchObject({ email });
    expect(await readOwner(cookie)).toBeNull();
    const again = await post('/api/owners/password', { token, password: PASSWORD });
    expect(again).toMatchObject({ status: 404, set: undefined, body: { error: { code: 'NOT_FOUND' } } });
  });

  test('keeps a link valid when the new password is too short', async () => {
    const { email } = await person();
    const { token } = await makeResetLink({ email });
    expect((await post('/api/owners/password', { token, password: 'short' })).status).toBe(400);
    expect((await post('/api/owners/password', { token, password: NEW })).status).toBe(200);
  });

  test('takes no e-mail, so it cannot reveal which have an account', async () => {
    const { email } = await person();
    const answers = await Promise.all(
      [email, 'nobody@example.org'].map((who) => post('/api/owners/password', { email: who, password: NEW })),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(400);
  });

  test('refuses cross-site requests', async () => {
    const { email } = await person();
    const { token } = await makeResetLink({ email });
    const body = { token, password: NEW };
    expect((await post('/api/owners/password', body, undefined, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post('/api/owners/password', body)).status).toBe(200);
  });
});
