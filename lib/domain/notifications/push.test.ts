import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { now } from '@/lib/core/clock';
import { env } from '@/lib/core/env';
import { newId } from '@/lib/core/ids';
import { pool } from '@/lib/data/database';
import { sessionSetCookie, signOutEverywhere } from '@/lib/domain/accounts';
import { startBus, stopBus } from '@/lib/events';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { type OwnerFixture, ownerFixture } from '@/lib/testing/fixtures';
import { sendRest } from '@/lib/transport/testing/send-rest';
import { nextPushDue, notifyOwner, pushesFinished, readNotice, sendDuePushes } from '.';
import type { NoticeType } from './notices.schema';

useDatabase();
useClock();

/** The keys of a browser. */
interface Keys {
  ecdh: ECDH;
  auth: Buffer;
}
interface Received {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

const received: Received[] = [];
/** How the push service answers by path; 201 where nothing is set. */
const answers = new Map<string, number>();
let release: () => void = () => {};
const slow = new Promise<void>((resolve) => {
  release = resolve;
});
const service = http.createServer(async (request, response) => {
  const path = request.url ?? '';
  received.push({ path, headers: request.headers, body: await buffer(request) });
  if (path.includes('slow')) await slow;
  response.writeHead(answers.get(path) ?? 201, { location: '/elsewhere' }).end();
});
let origin = '';

beforeAll(async () => {
  await startBus();
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  env().PUSH_SERVICES = [`127.0.0.1:${port}`, '*.push.example'];
});
afterAll(async () => {
  service.close();
  await stopBus();
});
beforeEach(async () => {
  await pool().query('DELETE FROM push_browsers');
  received.length = 0;
  answers.clear();
});

/** Decrypts a message as a browser does, written from RFC 8291 and RFC 8188. */
function decrypt({ ecdh, auth }: Keys, body: Buffer): string {
  const [salt, recordSize, keyLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > recordSize) throw new Error('More than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

function newKeys(): Keys {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}

async function ownerInBrowser(): Promise<OwnerFixture> {
  const owner = await ownerFixture();
  return signInAgain(owner);
}

/** The owner in one more browser. */
async function signInAgain(owner: OwnerFixture): Promise<OwnerFixture> {
  const place = {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    address: '10.0.0.1',
  };
  const cookie = await sessionSetCookie({ ownerId: owner.ownerId, sessionEpoch: 0 }, place, now());
  return { ...owner, cookie: cookie.split(';')[0] ?? '' };
}

async function subscribe(owner: OwnerFixture, { path = `/${newId()}`, keys = newKeys(), ...rest } = {}) {
  const body = {
    endpoint: `${origin}${path}`,
    p256dh: keys.ecdh.getPublicKey('base64url'),
    auth: keys.auth.toString('base64url'),
    ...rest,
  };
  const answer = await sendRest('POST', '/api/console/push-browsers', { owner, body });
  return { answer, keys, path };
}
const list = async (owner: OwnerFixture) =>
  (await sendRest('GET', '/api/console/push-browsers', { owner })).body as {
    public_key: string;
    browsers: { push_browser_id: string; name: string; last_sent_at: string | null }[];
  };

const APPROVAL = { approval_id: newId(), agent_id: newId(), agent_name: 'Ada', tool: 'memory.set', secret: 'hunter2' };
const notify = (owner: OwnerFixture, type: NoticeType = 'approval_requested', onceKey?: string) =>
  notifyOwner({ ownerId: owner.ownerId, type, data: APPROVAL, onceKey });
/** Sends what is due, as the ticker does: again when a post has ended. */
async function send(): Promise<void> {
  for (;;) {
    await sendDuePushes();
    await pushesFinished();
    const next = await nextPushDue();
    if (next === null || next > now()) return;
  }
}
const sentTo = (path: string) => received.filter((one) => one.path === path);

it('the tests decrypt the example of RFC 8291', () => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url');
  expect(decrypt({ ecdh, auth }, Buffer.from(body, 'base64url'))).toBe('When I grow up, I want to be a watermelon');
});

describe('a browser that was added', () => {
  it('gets what waits for the owner, encrypted for it alone, of one length, without contents of calls', async () => {
    const owner = await ownerInBrowser();
    const { answer, keys, path } = await subscribe(owner);
    expect(answer.status).toBe(201);
    await notify(owner);
    await notify(owner, 'review_received');
    await send();
    const [push, ...others] = sentTo(path);
    expect(others).toEqual([]);
    const body = push?.body ?? Buffer.alloc(0);
    expect(JSON.parse(decrypt(keys, body))).toEqual({
      title: 'Ada waits for you',
      body: 'It asks to call memory.set.',
      path: '/console/approvals',
    });
    expect(() => decrypt({ ...newKeys(), auth: keys.auth }, body)).toThrow();
    expect(body.length).toBe(21 + 65 + 1_024 + 1 + 16);
    expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    const { browsers } = await list(owner);
    expect(browsers).toMatchObject([{ name: 'Firefox on Linux', last_sent_at: expect.stringMatching(/Z$/) }]);
    expect(await nextPushDue()).toBeNull();
  });

  it('gets every notification when it wants all', async () => {
    const owner = await ownerInBrowser();
    const { path } = await subscribe(owner, { wants: 'all' } as object);
    await notify(owner, 'review_received');
    await send();
    expect(sentTo(path)).toHaveLength(1);
  });

  it('is called with a token for its push service that the public key of the site verifies', async () => {
    const owner = await ownerInBrowser();
    const { path } = await subscribe(owner);
    await notify(owner);
    await send();
    const { public_key: publicKey } = await list(owner);
    const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(sentTo(path)[0]?.headers.authorization ?? '') ?? [];
    expect(key).toBe(publicKey);
    const point = Buffer.from(publicKey, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: origin, currentDate: now() });
    expect((payload.exp ?? 0) - now().getTime() / 1000).toBeLessThanOrEqual(24 * 3_600);
    expect(payload.sub).toMatch(/^(mailto:|https:)/);
  });

  it('is sent each notice once by racing processes', async () => {
    const owner = await ownerInBrowser();
    const { path } = await subscribe(owner);
    for (let n = 0; n < 5; n++) await notify(owner);
    await Promise.all([send(), send(), send()]);
    await send();
    expect(sentTo(path)).toHaveLength(5);
  });

  it('is sent nothing that was read meanwhile, is older than a day, or comes after it was signed out', async () => {
    const owner = await ownerInBrowser();
    const { path } = await subscribe(owner);
    await notify(owner, 'approval_requested', 'read');
    await readNotice({ ownerId: owner.ownerId, onceKey: 'read' });
    await notify(owner);
    advanceClock(25 * 3_600_000);
    await send();
    await notify(owner);
    await signOutEverywhere(owner.ownerId);
    await send();
    expect(sentTo(path)).toEqual([]);
    expect(await nextPushDue()).toBeNull();
  });

  it('shows notices of the one who is signed in: another owner takes it over, signing out ends it', async () => {
    const [first, second] = [await ownerInBrowser(), await ownerInBrowser()];
    const { path, keys } = await subscribe(first);
    await subscribe(second, { path, keys });
    expect((await list(first)).browsers).toEqual([]);
    await notify(first);
    await notify(second);
    await send();
    expect(sentTo(path)).toHaveLength(1);
    await pool().query('DELETE FROM owner_browsers WHERE owner_id = $1', [second.ownerId]);
    const { rows } = await pool().query('SELECT 1 FROM push_browsers');
    expect(rows).toEqual([]);
  });

  it('is one of at most ten, whatever calls race, and can be removed by its owner only', async () => {
    const owner = await ownerInBrowser();
    const browsers = await Promise.all(Array.from({ length: 12 }, () => signInAgain(owner)));
    const added = await Promise.all(browsers.map((browser) => subscribe(browser)));
    expect(added.filter(({ answer }) => answer.status === 201)).toHaveLength(10);
    expect(added.find(({ answer }) => answer.status !== 201)?.answer.body.error.code).toBe('QUOTA_EXCEEDED');
    const [line] = (await list(owner)).browsers;
    const path = `/api/console/push-browsers/${line?.push_browser_id}`;
    expect((await sendRest('DELETE', path, { owner: await ownerInBrowser() })).status).toBe(404);
    expect((await sendRest('DELETE', path, { owner })).status).toBe(200);
    expect((await list(owner)).browsers).toHaveLength(9);
  });

  it('keeps its address and keys sealed', async () => {
    const owner = await ownerInBrowser();
    const { path, keys } = await subscribe(owner);
    const { rows } = await pool().query('SELECT * FROM push_browsers');
    const stored = rows.map((row) => `${JSON.stringify(row)} ${row.sealed.toString('latin1')}`).join();
    expect(stored).not.toContain(path);
    expect(stored).not.toContain(keys.auth.toString('base64url'));
    expect(JSON.stringify(await list(owner))).not.toContain(path);
  });
});

describe('an answer of the push service', () => {
  it.each([404, 410])('%i removes the browser with what waits for it', async (status) => {
    const owner = await ownerInBrowser();
    const { path } = await subscribe(owner);
    answers.set(path, status);
    await notify(owner);
    await notify(owner);
    await send();
    expect((await list(owner)).browsers).toEqual([]);
    expect(await nextPushDue()).toBeNull();
  });

  it.each([429, 503])('%i is tried again later, four times in all', async (status) => {
    const owner = await ownerInBrowser();
    const { path } = await subscribe(owner);
    answers.set(path, status);
    await notify(owner);
    for (let n = 0; n < 6; n++) {
      await send();
      advanceClock(61 * 60_000);
    }
    expect(sentTo(path)).toHaveLength(4);
    expect((await list(owner)).browsers).toHaveLength(1);
  });

  it.each([302, 400, 403])('%i is final: no redirect is followed', async (status) => {
    const owner = await ownerInBrowser();
    const { path } = await subscribe(owner);
    answers.set(path, status);
    await notify(owner);
    await send();
    advanceClock(61 * 60_000);
    await send();
    expect(received.map((one) => one.path)).toEqual([path]);
  });

  it('that fails for ten notices in a row removes the browser', async () => {
    const owner = await ownerInBrowser();
    const { path } = await subscribe(owner);
    answers.set(path, 403);
    for (let n = 0; n < 12; n++) {
      await notify(owner);
      await send();
    }
    expect(sentTo(path)).toHaveLength(10);
    expect((await list(owner)).browsers).toEqual([]);
  });

  it('that does not come holds up neither other owners nor the ticker', async () => {
    const [late, quick] = [await ownerInBrowser(), await ownerInBrowser()];
    await subscribe(late, { path: '/slow' });
    const { path } = await subscribe(quick);
    for (let n = 0; n < 3; n++) await notify(late);
    await notify(quick);
    await sendDuePushes();
    await expect.poll(() => sentTo(path).length).toBe(1);
    await expect.poll(() => sentTo('/slow').length).toBe(1);
    release();
    await pool().query('DELETE FROM push_browsers');
    await pushesFinished();
  });
});

describe('what a caller names as an address', () => {
  it.each([
    'https://10.0.0.1/push',
    'https://127.0.0.1/push',
    'https://169.254.169.254/latest/meta-data',
    'https://evil.example/push',
    'https://push.example/push',
    'https://fcm.googleapis.com.evil.example/push',
    'https://a.push.example.evil.example/push',
    'https://a.push.example:8443/push',
    'https://user:secret@a.push.example/push',
    'ftp://a.push.example/push',
    'push',
  ])('is refused when it is not at a push service: %s', async (endpoint) => {
    const { answer } = await subscribe(await ownerInBrowser(), { endpoint } as object);
    expect(answer).toMatchObject({ status: 400, body: { error: { details: { issues: [{ path: ['endpoint'] }] } } } });
  });

  it('is refused at a private address of a named push service, also when its name was public before', async () => {
    const owner = await ownerInBrowser();
    const { path } = await subscribe(owner);
    env().ALLOW_PRIVATE_EXPERIENCE_HOSTS = [];
    const { answer } = await subscribe(owner);
    expect(answer.body.error.details.issues[0].message).toMatch(/public/);
    await notify(owner);
    await send();
    env().ALLOW_PRIVATE_EXPERIENCE_HOSTS = ['*'];
    expect(sentTo(path)).toEqual([]);
  });

  it.each([
    ['p256dh', 'A'.repeat(87)],
    ['p256dh', 'BCVx'],
    ['auth', 'short'],
  ])('needs the keys of a browser: %s %s', async (field, value) => {
    const { answer } = await subscribe(await ownerInBrowser(), { [field]: value } as object);
    expect(answer.status).toBe(400);
  });

  it('is called at most thirty times an hour, whatever the agents of the owner do', async () => {
    const owner = await ownerInBrowser();
    const { path } = await subscribe(owner);
    for (let n = 0; n < 40; n++) await notify(owner);
    await send();
    await send();
    expect(sentTo(path)).toHaveLength(30);
  });
});
