import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { OUTBOUND_LIMITS, Outbound } from './outbound';
import { RestClient } from './rest-client';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const STEP = { session_id: 's-1', experience_agent_id: 'a-1', action: { guess: 7 } };

async function clientOf(answer: (response: ServerResponse) => void): Promise<RestClient> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new RestClient(new Outbound([host], OUTBOUND_LIMITS), new URL(`http://${host}`));
  open.push(server, client);
  return client;
}

it('reads an answer that begins with a byte order mark', async () => {
  const client = await clientOf((response) => response.end('\ufeff{"outcomes":{"score":3}}'));
  expect((await client.callTool('session.end', STEP)).value).toEqual({ outcomes: { score: 3 } });
});

it.each([400, 404, 405, 409, 410, 422])(
  'a step that REST refuses with %s keeps what the server sent beside its message',
  async (status) => {
    const body = { error: { code: 'illegal', message: 'Not there.' }, legal_moves: ['A1'] };
    const client = await clientOf((response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    expect(await client.callTool('session.step', STEP).catch((thrown: unknown) => thrown)).toMatchObject({
      code: 'EXPERIENCE_ERROR',
      message: expect.not.stringContaining('Not there.'),
      details: { upstream: { ...body, message: 'Not there.' } },
      http: 422,
    });
  },
);
