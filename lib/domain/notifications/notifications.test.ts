import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { startBus, stopBus } from '@/lib/events';
import { advanceClock, useClock } from '@/lib/testing/clock';
import { useDatabase } from '@/lib/testing/database';
import { ownerFixture } from '@/lib/testing/fixtures';
import {
  addWebhook,
  deleteWebhook,
  deliveriesFinished,
  enableWebhook,
  listDeliveries,
  listNotices,
  listWebhooks,
  nextDeliveryDue,
  notifyOwner,
  readAllNotices,
  readNews,
  redeliver,
  reencryptWebhooks,
  sendDueDeliveries,
  testWebhook,
} from '.';

useDatabase();
useClock();

interface Received {
  headers: http.IncomingHttpHeaders;
  body: string;
}

let address = '';
let status = 200;
let answer: { headers: http.OutgoingHttpHeaders; body: string } = { headers: {}, body: '{}' };
let received: Received[] = [];
const server = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(status, answer.headers).end(answer.body);
  });
});

beforeAll(async () => {
  await startBus();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  server.close();
  await stopBus();
});

async function subscribed(types: Parameters<typeof addWebhook>[0]['types'] = []) {
  received = [];
  status = 200;
  const { ownerId } = await ownerFixture();
  const webhook = await addWebhook({ ownerId, url: address, types });
  const notify = () => notifyOwner({ ownerId, type: 'cap_reached', data: { limit: 5 } });
  const log = () => listDeliveries({ ownerId, webhookId: webhook.webhook_id });
  return { ownerId, ...webhook, notify, log };
}

/** Sends what is due, with what became due meanwhile. Returns how many posts arrived. */
async function sendDue(): Promise<number> {
  const before = received.length;
  for (let sent = -1; sent !== received.length; ) {
    sent = received.length;
    await sendDueDeliveries();
    await deliveriesFinished();
  }
  return received.length - before;
}

describe('a webhook', () => {
  it('gets notices signed as Standard Webhooks describes', async () => {
    const { secret, notify, log, ownerId } = await subscribed();
    await notify();
    expect(await sendDue()).toBe(1);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(verified).toEqual({ type: 'cap_reached', timestamp: expect.any(String), data: { limit: 5 } });
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: 1, http_status: 200, error: null }]);
    expect(JSON.stringify(await listWebhooks(ownerId))).not.toContain(secret.slice(6));
  });

  it('keeps its secret under a new encryption key, after which the old one is not needed', async () => {
    const { secret, ownerId, webhook_id: webhookId } = await subscribed();
    const present = process.env.ENCRYPTION_KEYS;
    const setKeys = (keys: string | undefined) => {
      process.env.ENCRYPTION_KEYS = keys;
      resetOnce('env');
      resetOnce('credentials.vault_keys');
    };
    const next = `k2:${Buffer.alloc(32, 9).toString('base64')}`;
    try {
      setKeys(`${next},${present}`);
      expect((await reencryptWebhooks()).undecryptable).toBe(0);
      expect(await reencryptWebhooks()).toEqual({ reencrypted: 0, undecryptable: 0 });
      setKeys(next);
      await testWebhook({ ownerId, webhookId });
      await sendDue();
    } finally {
      setKeys(present);
    }
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'webhook_test' });
  });

  it('is tried again with growing pauses and the same id, and gives up after eight attempts; it can be sent again', async () => {
    const { ownerId, notify, log } = await subscribed();
    status = 503;
    await notify();
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect(await sendDue()).toBe(1);
      expect(await sendDue()).toBe(0);
      const due = await nextDeliveryDue();
      if (due) advanceClock(due.getTime() - Date.now() + 1);
      else expect(attempt).toBe(8);
      if (attempt < 8) advanceClock(6 * 3_600_000);
    }
    const [entry] = await log();
    expect(entry).toMatchObject({ status: 'failed', attempts: 8, http_status: 503, next_attempt_at: null });
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    status = 200;
    await redeliver({ ownerId, deliveryId: entry?.delivery_id ?? '' });
    await sendDue();
    expect((await log())[0]?.status).toBe('delivered');
  });

  it('is sent once by racing processes', async () => {
    const { notify } = await subscribed();
    await Promise.all(Array.from({ length: 10 }, notify));
    await Promise.all([sendDue(), sendDue(), sendDue()]);
    expect(received).toHaveLength(10);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(10);
  });

  it('gets only the types that it wants, nothing while it is off, and is turned off by 410', async () => {
    const { ownerId, webhook_id: webhookId, notify, log } = await subscribed(['approval_requested']);
    await notify();
    expect(await sendDue()).toBe(0);
    await testWebhook({ ownerId, webhookId });
    status = 410;
    await sendDue();
    expect(await log()).toMatchObject([{ type: 'webhook_test', status: 'failed', http_status: 410 }]);
    expect(await listWebhooks(ownerId)).toMatchObject([{ is_enabled: false }]);
    await expect(testWebhook({ ownerId, webhookId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await enableWebhook({ ownerId, webhookId, isEnabled: true });
    await testWebhook({ ownerId, webhookId });
  });

  it('is delivered by the status of its answer, whatever the body is', async () => {
    const { notify, log } = await subscribed();
    for (const [headers, body] of [
      [{}, 'x'.repeat(300_000)],
      [{ 'content-encoding': 'zstd' }, 'no zstd'],
      [{ 'content-encoding': 'gzip' }, 'no gzip'],
    ] as const) {
      answer = { headers, body };
      await notify();
      await sendDue();
      expect((await log())[0]).toMatchObject({ status: 'delivered', attempts: 1 });
    }
    answer = { headers: {}, body: '{}' };
  });

  it('names a refused connection in its log', async () => {
    const { ownerId } = await ownerFixture();
    const { webhook_id: webhookId } = await addWebhook({ ownerId, url: 'http://127.0.0.1:1/x', types: [] });
    await testWebhook({ ownerId, webhookId });
    await sendDue();
    expect(await listDeliveries({ ownerId, webhookId })).toMatchObject([
      { status: 'pending', error: 'The address refused the connection.' },
    ]);
  });

  it('that never answers holds up neither other webhooks nor other owners', async () => {
    const silent = http.createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { ownerId } = await ownerFixture();
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const hanging = await Promise.all(Array.from({ length: 10 }, () => addWebhook({ ownerId, url, types: [] })));
    for (let notice = 0; notice < 5; notice++) await notifyOwner({ ownerId, type: 'cap_reached', data: { limit: 5 } });
    const stopping = new AbortController();
    await sendDueDeliveries(stopping.signal);
    const other = await subscribed();
    await other.notify();
    await sendDueDeliveries(stopping.signal);
    await expect.poll(async () => (await other.log())[0]?.status).toBe('delivered');
    stopping.abort();
    silent.closeAllConnections();
    await deliveriesFinished();
    await new Promise((resolve) => silent.close(resolve));
    for (const { webhook_id: webhookId } of hanging) await deleteWebhook({ ownerId, webhookId });
  });

  it('is called less often after repeated failures, until it is tested or answers', async () => {
    const { ownerId, webhook_id: webhookId, notify, log } = await subscribed();
    const { webhook_id: other } = await addWebhook({ ownerId, url: `${address}?other`, types: [] });
    status = 500;
    for (let notice = 0; notice < 5; notice++) await notify();
    expect(await sendDue()).toBe(6);
    const paused = (await log()).filter(({ attempts }) => attempts === 0);
    expect(paused).toHaveLength(2);
    expect(Date.parse(paused[0]?.next_attempt_at ?? '')).toBeGreaterThan(Date.now() + 5_000);
    await testWebhook({ ownerId, webhookId });
    status = 200;
    expect(await sendDue()).toBe(3);
    expect((await log()).filter(({ status: state }) => state === 'delivered')).toHaveLength(3);
    advanceClock(11_000);
    expect(await sendDue()).toBeGreaterThanOrEqual(5);
    await deleteWebhook({ ownerId, webhookId: other });
  });

  it('is tested at most five times a minute by an owner', async () => {
    const { ownerId, webhook_id: webhookId } = await subscribed();
    for (let test = 0; test < 5; test++) await testWebhook({ ownerId, webhookId });
    await expect(testWebhook({ ownerId, webhookId })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await testWebhook(await subscribed().then(({ ownerId, webhook_id }) => ({ ownerId, webhookId: webhook_id })));
    await sendDue();
  });

  it('is limited to ten an owner, also when they are added together, and belongs to its owner', async () => {
    const { ownerId } = await ownerFixture();
    const added = await Promise.allSettled(
      Array.from({ length: 14 }, () => addWebhook({ ownerId, url: address, types: [] })),
    );
    expect(added.filter((result) => result.status === 'fulfilled')).toHaveLength(10);
    const [webhook] = await listWebhooks(ownerId);
    const stranger = await ownerFixture();
    const of = { ownerId: stranger.ownerId, webhookId: webhook?.webhook_id ?? '' };
    await expect(deleteWebhook(of)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listDeliveries(of)).toEqual([]);
    await expect(addWebhook({ ownerId, url: 'ftp://x.example', types: [] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

describe('notices', () => {
  it('with the same key are stored once, and counted until they are read', async () => {
    const { ownerId } = await ownerFixture();
    expect(await readNews(ownerId)).toEqual({ unread: 0, newest_id: null });
    const notice = { ownerId, type: 'cap_reached', data: {}, onceKey: 'one' } as const;
    expect([await notifyOwner(notice), await notifyOwner(notice)]).toEqual([true, false]);
    expect((await readNews(ownerId)).unread).toBe(1);
    await readAllNotices(ownerId);
    expect((await readNews(ownerId)).unread).toBe(0);
    expect((await listNotices({ ownerId, limit: 10 })).notices).toHaveLength(1);
  });
});
