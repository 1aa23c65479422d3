import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createBotplayClient } from '.';

it('calls operations below /api, and those of version 1 at their own path', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0);
  try {
    const client = createBotplayClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'k' });
    await client.GET('/experiences');
    const params = { path: { experience_id: '0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01' } };
    await client.POST('/v1/experiences/{experience_id}/verify', { params });
  } finally {
    server.close();
  }
  expect(asked).toEqual(['GET /api/experiences', 'POST /v1/experiences/0199a3c0-6d2e-7c10-8f4b-2b7f0c1d9e01/verify']);
});
