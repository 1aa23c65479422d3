import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { useDatabase } from '@/lib/testing/database';
import { serveWeb } from '@/lib/transport/http/web';
import { metricsLane, operationsLane } from './serve';

useDatabase();

function configure(values: Record<string, string>): void {
  Object.assign(process.env, { NODE_ENV: 'test', METRICS_TOKEN: '' }, values);
  resetOnce('env');
}
afterEach(() => configure({}));

async function get(path: string, { lane = operationsLane, headers = {} } = {}) {
  const request = new Request(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000', ...headers } });
  const response = await serveWeb(request, '10.0.0.1', lane);
  return { status: response.status, text: await response.text(), challenge: response.headers.get('www-authenticate') };
}

const METRICS = expect.stringContaining('botplay_http_request_duration_seconds');

test('outside production /metrics is open', async () => {
  expect(await get('/metrics')).toMatchObject({ status: 200, text: METRICS });
});

describe('in production', () => {
  beforeAll(() => {
    delete process.env.BOTPLAY_EMBEDDED;
  });

  test('/metrics is closed without METRICS_TOKEN, and health is not', async () => {
    configure({ NODE_ENV: 'production' });
    expect(await get('/metrics')).toMatchObject({ status: 403, text: expect.stringContaining('METRICS_TOKEN') });
    expect(await get('/metrics', { headers: { authorization: 'Bearer ' } })).toMatchObject({ status: 403 });
    expect((await get('/healthz')).status).toBe(200);
  });

  test('/metrics needs the token of METRICS_TOKEN', async () => {
    configure({ NODE_ENV: 'production', METRICS_TOKEN: 'a-token' });
    expect(await get('/metrics', { headers: { authorization: 'Bearer a-token' } })).toMatchObject({
      status: 200,
      text: METRICS,
    });
    for (const authorization of ['', 'Bearer', 'Bearer another', 'Bearer a-token2', 'Basic a-token'])
      expect(await get('/metrics', { headers: { authorization } })).toMatchObject({ status: 401, challenge: 'Bearer' });
  });

  test('the listener of METRICS_PORT answers metrics without a token, and nothing else', async () => {
    configure({ NODE_ENV: 'production' });
    expect(await get('/metrics', { lane: metricsLane })).toMatchObject({ status: 200, text: METRICS });
    expect((await get('/healthz', { lane: metricsLane })).status).toBe(404);
  });
});
