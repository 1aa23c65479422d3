import { describe, expect, test } from 'vitest';
import { makeResetLink, readOwner, registerOwner } from '@/lib/domain/auth';
import { sessionCookieHeader } from '@/lib/domain/auth/owner-session';
import { signInWithPassword } from '@/lib/domain/auth/owners.service';
import { useDatabase } from '@/lib/testing/database';
import { useServer } from '@/lib/transport/testing/use-server';

useDatabase();

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
