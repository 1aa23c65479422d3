import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiKeyId } from '@/lib/core/ids';
import { agentStream } from '@/lib/core/stream';
import { transaction } from '@/lib/data/database';
import { flushAudit } from '@/lib/domain/activity';
import { revokeKey } from '@/lib/domain/keys';
import { appendEvents, countReaders, publish, startBus, stopBus } from '@/lib/events';
import { useDatabase } from '@/lib/testing/database';
import { type AgentFixture, agentFixture, ownerFixture } from '@/lib/testing/fixtures';
import { serveTransports, type TestServer } from '@/lib/transport/testing/serve';
import { openStream } from '@/lib/transport/testing/sse';

useDatabase();

let server: TestServer;
let agent: AgentFixture;
let bearer: Record<string, string>;

beforeAll(async () => {
  await startBus();
  server = await serveTransports();
  agent = await agentFixture();
  bearer = { authorization: `Bearer ${agent.apiKey}` };
});
afterAll(async () => {
  await server.close();
  await stopBus();
});

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { error?: { code: string; message: string; retryable: boolean; details?: unknown } };
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = bearer,
): Promise<Answer> {
  const hasBody = body !== undefined;
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
  };
}

describe('routes', () => {
  it('answer a tool plainly, with either form of the credential', async () => {
    for (const headers of [bearer, { 'x-api-key': agent.apiKey }]) {
      const answer = await call('GET', '/api/whoami', undefined, headers);
      expect(answer).toMatchObject({ status: 200, body: { agent_id: agent.agentId } });
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('take texts of the query as the types that the tool declares', async () => {
    const answer = await call('GET', '/api/experiences?tier=2&limit=1&verified_only=true');
    expect(answer).toMatchObject({ status: 200, body: { pagination: { limit: 1 } } });
    const wrong = await call('GET', '/api/experiences?limit=many');
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { issues: [{ path: ['limit'] }] } } },
    });
    expect((await call('GET', '/api/experiences?surplus=1')).status).toBe(400);
  });

  it('let fixed words win over parameters', async () => {
    expect(await call('GET', '/api/experiences/mine')).toMatchObject({ status: 200, body: { experiences: [] } });
    const none = await call('GET', '/api/experiences/00000000-0000-7000-8000-000000000000');
    expect(none).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND', retryable: false } } });
  });

  it('call any tool by its name in either spelling', async () => {
    for (const name of ['auth.whoami', 'auth_whoami']) {
      expect(await call('POST', `/api/tools/${name}`, {})).toMatchObject({
        status: 200,
        body: { agent_id: agent.agentId },
      });
      expect((await call('POST', `/api/tools/${name}`)).status).toBe(200);
    }
    expect(await call('POST', '/api/tools/no.such', {})).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } },
    });
  });

  it('are refused when unknown, or with another method', async () => {
    expect(await call('GET', '/api/nothing')).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    expect((await call('GET', '/api/%zz')).status).toBe(404);
    const wrong = await call('DELETE', '/api/whoami');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
    expect((await call('GET', '/api/tools/auth.whoami')).headers.get('allow')).toBe('POST');
  });

  it('answer HEAD without a body and OPTIONS with what they take', async () => {
    const head = await fetch(`${server.url}/api/whoami`, { method: 'HEAD', headers: bearer });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(50);
    const options = await fetch(`${server.url}/api/experiences`, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('access-control-allow-methods')).toBe('GET, POST, HEAD, OPTIONS');
    expect(options.headers.get('access-control-allow-origin')).toBe('*');
    expect(options.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('compress the API description once, whole and with the operations of pages', async () => {
    const read = async (query: string, encoding: string) => {
      const answer = await fetch(`${server.url}/api/openapi.json${query}`, {
        headers: { 'accept-encoding': encoding },
      });
      const { headers } = answer;
      return {
        text: await answer.text(),
        encoding: headers.get('content-encoding'),
        length: Number(headers.get('content-length')),
      };
    };
    for (const query of ['', '?pages=true']) {
      const [plain, small] = [await read(query, 'identity'), await read(query, 'gzip')];
      expect([plain.encoding, small.encoding, small.text === plain.text]).toEqual([null, 'gzip', true]);
      expect(small.length).toBeLessThan(plain.length / 4);
    }
  });

  it('list the methods of the API description', async () => {
    const options = await fetch(`${server.url}/api/openapi.json`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const wrong = await call('PUT', '/api/openapi.json');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('refuse other origins on routes of owners', async () => {
    const answer = await fetch(`${server.url}/api/console/agents`, { headers: { origin: 'http://evil.example' } });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('faults of a request', () => {
  it.each([
    ['no JSON', '{"a":', 400],
    ['a list', '[]', 400],
    ['a text', '"x"', 400],
    ['nothing that the tool knows', '{"surplus":1}', 400],
    ['a prototype key', '{"__proto__":{"a":1}}', 400],
    ['nesting without end', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
    ['more than 1 MiB', JSON.stringify({ text: 'x'.repeat(1_100_000) }), 413],
  ])('are answered when the body is %s', async (_what, body, status) => {
    const answer = await call('POST', '/api/tools/auth.whoami', body);
    expect(answer).toMatchObject({ status, body: { error: { retryable: false, message: expect.any(String) } } });
  });

  it.each(['[::1', 'a b', ''])('answer a Host of "%s" with 400', async (host) => {
    const { port } = new URL(server.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`POST /api/agents HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`),
      );
      socket.on('data', (data) => resolve(data.toString()));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('VALIDATION_ERROR');
  });

  it('answer another content type with 415', async () => {
    const answer = await fetch(`${server.url}/api/tools/auth.whoami`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'text/plain' },
      body: '{}',
    });
    expect(answer.status).toBe(415);
  });

  it.each([
    ['POST', '/api/sessions?experience_id=A', { experience_id: 'B' }, 'experience_id', 'the query and the body'],
    ['GET', '/api/matches/A?game_session_id=B', undefined, 'game_session_id', 'the query and the path'],
  ])('are answered when %s %s gives a value twice differently', async (method, path, body, name, where) => {
    expect(await call(method, path, body)).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: [name], message: `${where} give different values` }] } } },
    });
  });

  it('answer a body that contradicts the path with 400', async () => {
    const [here, there] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
    const answer = await call('POST', `/api/lobbies/${here}/join`, { game_session_id: there });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: ['game_session_id'] }] } } },
    });
  });

  it('answer a missing or invalid credential with 401', async () => {
    for (const headers of [{}, { authorization: 'Bearer pgos_wrong' }, { authorization: 'Basic x' }]) {
      const answer = await call('GET', '/api/whoami', undefined, headers as Record<string, string>);
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } });
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it('answer a missing scope with 403', async () => {
    const { apiKey } = await agentFixture({ scopes: ['lobby:read'] });
    const answer = await call('GET', '/api/whoami', undefined, { authorization: `Bearer ${apiKey}` });
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN', details: { required_scope: 'catalog:read' } } },
    });
  });
});

const manifest = (name: string) => ({
  name,
  version: '1.0.0',
  summary: 'A link.',
  category: 'puzzle',
  tags: [],
  tier: 1,
  listed: true,
  publisher: { name: 'Tester' },
});

it('an id is answered in lower case, however it was sent', async () => {
  const created = await call('POST', '/api/experiences', { manifest: manifest('Short-lived') });
  const id = String(created.body.id);
  const gone = await call('DELETE', `/api/experiences/${id.toUpperCase()}`);
  expect(gone).toMatchObject({ status: 200, body: { deleted: true, experience_id: id } });
});

describe('Idempotency-Key', () => {
  it('makes a repeated call answer as the first did, and refuses other arguments', async () => {
    const headers = { ...bearer, 'idempotency-key': 'key-1' };
    const [first, twin] = await Promise.all(
      [1, 2].map(() => call('POST', '/api/experiences', { manifest: JSON.stringify(manifest('Once')) }, headers)),
    );
    expect(first?.status).toBeLessThan(300);
    expect(twin?.body).toEqual(first?.body);
    const other = await call('POST', '/api/experiences', { manifest: JSON.stringify(manifest('Twice')) }, headers);
    expect(other).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_CONFLICT' } } });
    expect((await call('GET', '/api/experiences/mine')).body.experiences).toHaveLength(1);
  });

  it('is refused when it is too long', async () => {
    const headers = { ...bearer, 'idempotency-key': 'k'.repeat(300) };
    expect((await call('POST', '/api/experiences', { manifest: '{}' }, headers)).status).toBe(400);
  });
});

describe('events', () => {
  async function notice(type: string): Promise<string> {
    const appended = await transaction((client) =>
      appendEvents(client, `agent:${agent.agentId}`, [{ type, data: {} }]),
    );
    publish(appended);
    return appended[0]?.id ?? '';
  }
  // The audit writes to the same stream behind the first answers.
  beforeAll(flushAudit);
  const typeOf = (data: string) => (JSON.parse(data) as { type: string }).type;

  it('come by a long poll', async () => {
    const before = await notice('before');
    const waiting = call('GET', `/api/streams/me/events?timeout_ms=10000&after=${before}`);
    await expect.poll(() => countReaders(agentStream(agent.agentId))).toBe(1);
    const id = await notice('polled');
    expect(await waiting).toMatchObject({ status: 200, body: { events: [{ id, type: 'polled' }], cursor: id } });
  });

  it('come to all who wait in the turn of the commit, once, and not after the credential has ended', async () => {
    const { body: lobby } = await call('POST', '/api/social/lobbies', { name: 'Waiting' });
    const stream = `social:${lobby.id}`;
    const owner = await ownerFixture();
    const others = await Promise.all([agentFixture({ owner }), agentFixture()]);
    const keys = [agent, ...others].map(({ apiKey }) => apiKey);
    const wait = async (after: string, key: string) => {
      const url = `${server.url}/api/streams/${stream}/events?timeout_ms=20000&after=${after}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
      return { status: answer.status, body: await answer.json() };
    };
    const say = (content: string) => call('POST', `/api/social/lobbies/${lobby.id}/messages`, { content });
    let after = (await wait('', keys[0] as string)).body.cursor as string;
    for (let round = 0; round < 20; round++) {
      const waiting = keys.map((key) => wait(after, key));
      await say(`message ${round}`);
      const answers = await Promise.all(waiting);
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(body.events.map(({ data }: { data: { content: string } }) => data.content)).toEqual([
          `message ${round}`,
        ]);
        expect(body).toEqual(answers[0]?.body);
      }
      after = answers[0]?.body.cursor;
    }
    const ending = wait(after, others[0]?.apiKey as string);
    const [staying] = [wait(after, keys[0] as string)];
    await revokeKey({ keyId: others[0]?.caller.apiKeyId as ApiKeyId, ownerId: owner.ownerId });
    await say('after the end');
    expect((await ending).status).toBe(401);
    expect((await staying).body.events).toHaveLength(1);
  });

  it('come as an event stream that continues after Last-Event-ID', async () => {
    const url = `${server.url}/api/streams/me/events`;
    const first = await notice('first');
    const stream = await openStream(url, { ...bearer, 'last-event-id': first });
    const second = await notice('second');
    expect(await stream.next()).toMatchObject({ id: second, data: expect.stringContaining('second') });
    stream.close();
    await notice('third');
    const again = await openStream(url, { ...bearer, 'last-event-id': second });
    expect(typeOf((await again.next()).data)).toBe('third');
    again.close();
  });

  it.each([
    ['no id', 'nonsense'],
    ['the future', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
    ['another stream', '00000000000000000000000000'],
  ])('are refused immediately after a cursor of %s, by poll and as a stream', async (_what, after) => {
    const refusal = { code: 'VALIDATION_ERROR', details: { issues: [{ path: ['after'] }] } };
    const polled = await call('GET', `/api/streams/me/events?timeout_ms=20000&after=${after}`);
    expect(polled).toMatchObject({ status: 400, body: { error: refusal } });
    const stream = await openStream(`${server.url}/api/streams/me/events`, { ...bearer, 'last-event-id': after });
    expect(stream.status).toBe(400);
  });

  it('are refused with a status for an unknown stream', async () => {
    const stream = await openStream(`${server.url}/api/streams/nothing/events`, bearer);
    expect(stream.status).toBe(404);
  });

  it('end when the key is revoked', async () => {
    const owner = await ownerFixture();
    const owned = await agentFixture({ owner });
    const stream = await openStream(`${server.url}/api/streams/me/events`, { authorization: `Bearer ${owned.apiKey}` });
    expect(stream.status).toBe(200);
    await revokeKey({ keyId: owned.caller.apiKeyId, ownerId: owner.ownerId });
    expect(await stream.ended(2000)).toBe(true);
  });
});
