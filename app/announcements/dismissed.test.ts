import { expect, test } from 'vitest';
import { dismissAnnouncement, dismissedIn } from './dismissed';

const ID = '0190f3a0-0000-7000-8000-000000000001';
const OTHER = '0190f3a0-0000-7000-8000-000000000002';
const send = (body: string, headers: Record<string, string> = {}) =>
  dismissAnnouncement(
    new Request('http://localhost:3000/announcements/dismiss', {
      method: 'POST',
      body,
      headers: { 'sec-fetch-site': 'same-origin', referer: 'http://localhost:3000/play?a=1', ...headers },
    }),
  );

test('dismissing an announcement keeps its id in a cookie and returns to the page', async () => {
  const answer = await send(`id=${ID}`, { cookie: `a=b; botplay-dismissed=${OTHER}` });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/play?a=1']);
  const cookie = /^botplay-dismissed=([^;]*); Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax/.exec(
    answer.headers.get('set-cookie') ?? '',
  );
  expect(dismissedIn(cookie?.[1])).toEqual([OTHER, ID]);
});

test('dismissing is refused to pages of other sites, and never leads to another site', async () => {
  expect((await send(`id=${ID}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await send(`id=${ID}`, { referer: 'https://evil.example//evil.example' })).headers.get('location')).toBe('/');
  expect((await send(`id=${ID}`, { referer: 'nothing' })).headers.get('location')).toBe('/');
});

test('what is no id of an announcement is refused, and the cookie does not grow without a bound', async () => {
  for (const body of ['', 'id=', 'id=x', `id=${ID}&id=${OTHER}`, 'id=%0d%0aSet-Cookie'])
    expect((await send(body)).status).toBe(400);
  const many = Array.from({ length: 40 }, (_, n) => ID.replace(/01$/, String(n).padStart(2, '0')));
  const answer = await send(`id=${ID}`, { cookie: `botplay-dismissed=${[...many, 'x;y'].join('.')}` });
  expect(dismissedIn(/=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1])).toHaveLength(20);
});
