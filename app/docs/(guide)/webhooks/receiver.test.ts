import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECEIVER_PROGRAM } from './receiver';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = JSON.stringify({ type: 'webhook_test', timestamp: '2026-12-01T18:00:00.000Z', data: { name: 'Zoë 棋' } });

let child: ChildProcess;
let url: string;

beforeAll(async () => {
  const env = { ...process.env, SECRET, PORT: '0' };
  child = spawn(process.execPath, ['--input-type=module'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end(RECEIVER_PROGRAM);
  if (!child.stdout) throw new Error('The receiver has no output.');
  for await (const line of createInterface(child.stdout)) {
    const port = /port (\d+)/.exec(line)?.[1];
    url = `http://127.0.0.1:${port}/`;
    break;
  }
});

afterAll(() => {
  child.kill();
});

/** The status for a body that was signed at a time; `sent` is what arrives. */
async function statusOf({ at = new Date(), sent = BODY, secret = SECRET } = {}): Promise<number> {
  const headers = {
    'webhook-id': 'd1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('d1', at, BODY),
  };
  return (await fetch(url, { method: 'POST', headers, body: sent })).status;
}

test('the receiver of the page takes what Botplay signs, and refuses another body, secret or time', async () => {
  expect(await statusOf()).toBe(204);
  expect(await statusOf({ sent: BODY.replace('webhook_test', 'cap_reached') })).toBe(401);
  expect(await statusOf({ secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` })).toBe(401);
  expect(await statusOf({ at: new Date(Date.now() - 600_000) })).toBe(401);
  expect((await fetch(url, { method: 'POST', body: BODY })).status).toBe(401);
});
