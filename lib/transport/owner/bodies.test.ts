import { describe, expect, test } from 'vitest';
import { newId } from '@/lib/core/ids';
import { readOwner } from '@/lib/domain/accounts';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { prisma } from '@/lib/testing/prisma';
import { operationRouteOf } from '@/lib/tools/find';
import { OWNER_OPERATIONS } from '@/lib/tools/owner';
import { useServer } from '@/lib/transport/testing/use-server';
import { AUTHORIZERS } from './callers';

useDatabase();

const server = useServer();

/** One exchange over HTTP, as every client's; nothing is added to the headers. */
async function send(method: string, path: string, sent: { headers?: Record<string, string>; body?: string }) {
  const bytes = sent.body === undefined ? {} : { body: new TextEncoder().encode(sent.body) };
  const answer = await fetch(server.url + path, { method, headers: sent.headers ?? {}, ...bytes });
  return { status: answer.status, body: await answer.json() };
}

const JSON_TYPES = ['application/json', 'Application/JSON; charset=utf-8'];
const OTHER_TYPES = [
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain; a=application/json',
  'text/json',
];
const refusal = { error: { code: 'VALIDATION_ERROR', message: 'Content-Type must be application/json.' } };

/** A call of each kind that takes a body, with who may make it. */
const CALLS: [string, string, () => Promise<Record<string, string>>][] = [
  ['POST', '/api/agents', async () => ({})],
  ['POST', '/api/owners', async () => ({})],
  ['POST', '/api/token', async () => ({ 'x-api-key': (await agentFixture()).apiKey })],
  ['POST', '/api/console/agents', async () => ({ cookie: (await ownerFixture()).cookie })],
  ['POST', '/api/tools/auth.whoami', async () => ({ 'x-api-key': (await agentFixture()).apiKey })],
];

describe.each(CALLS)('%s %s', (method, path, who) => {
  test.each([...OTHER_TYPES, null])('refuses a body of content type %j with 415', async (type) => {
    const headers = { ...(await who()), ...(type === null ? {} : { 'content-type': type }) };
    expect(await send(method, path, { headers, body: '{"display_name":"A"}' })).toMatchObject({
      status: 415,
      body: refusal,
    });
  });

  test.each(JSON_TYPES)('reads a body of content type %j', async (type) => {
    const headers = { ...(await who()), 'content-type': type };
    const { status, body } = await send(method, path, { headers, body: '{"no_such_field":1}' });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(JSON.stringify(body.error.details)).toContain('no_such_field');
  });

  test.each([
    ['{', 'the body is not valid JSON'],
    ['display_name=A', 'the body is not valid JSON'],
    ['[]', 'the body is not a JSON object'],
    ['"x"', 'the body is not a JSON object'],
    ['null', 'the body is not a JSON object'],
  ])('says of %j: %s', async (body, message) => {
    const headers = { ...(await who()), 'content-type': 'application/json' };
    expect(await send(method, path, { headers, body })).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: [], message }] } } },
    });
  });
});

describe('a form that another site makes a browser send with the cookie', () => {
  /** As a browser that does not say where a request comes from would send it: an old one, or one behind a filter. */
  const silent = (cookie: string, type: string) => ({ cookie, 'content-type': type });

  test.each(OTHER_TYPES)('changes nothing as %s', async (type) => {
    const owner = await ownerFixture();
    const created = await send('POST', '/api/console/agents', {
      headers: silent(owner.cookie, type),
      body: '{"display_name":"Forged","x":"="}',
    });
    expect(created).toMatchObject({ status: 415, body: refusal });
    expect(await prisma().agent.count({ where: { ownerId: owner.ownerId } })).toBe(0);
  });

  test.each(OTHER_TYPES)('does not sign out everywhere with an empty body as %s', async (type) => {
    const owner = await ownerFixture();
    const answer = await send('POST', '/api/console/sign-out-everywhere', { headers: silent(owner.cookie, type) });
    expect(answer.status).toBe(415);
    expect(await readOwner(owner.cookie)).not.toBeNull();
  });

  test('is refused by every route that reads the cookie and changes something', async () => {
    const { cookie } = await ownerFixture();
    const changing = OWNER_OPERATIONS.filter(
      ({ rest, caller }) => !rest.startsWith('GET') && ['cookie', 'either'].includes(AUTHORIZERS[caller].credential),
    ).map(operationRouteOf);
    expect(changing.length).toBeGreaterThan(15);
    for (const { method, path } of changing) {
      const url = path.replace(/\{\w+\}/g, newId());
      const headers = silent(cookie, 'text/plain');
      expect([url, (await send(method, url, { headers })).status]).toEqual([url, 415]);
    }
  });
});

test('a call without a body and without a content type is answered', async () => {
  const { apiKey } = await agentFixture();
  const owner = await ownerFixture();
  expect((await send('POST', '/api/agents', {})).status).toBe(201);
  expect((await send('POST', '/api/token', { headers: { 'x-api-key': apiKey } })).status).toBe(200);
  const headers = { cookie: owner.cookie };
  expect((await send('POST', '/api/console/sign-out-everywhere', { headers })).status).toBe(200);
});
