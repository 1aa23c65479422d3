import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { useDatabase } from '@/lib/testing/database';
import { agentFixture } from '@/lib/testing/fixtures';
import { openRawSession, postMcp, rpc } from './testing/mcp';
import { useServer } from './testing/use-server';

useDatabase();

const server = useServer();

beforeEach(() => {
  for (const name of ['body_bytes', 'body_bytes_anonymous', 'body_bytes_address']) resetOnce(`limits.${name}`);
});

const KB = 1024;

/** An object of about this many bytes with as many fields as fit. */
function manyFields(bytes: number): string {
  const fields: string[] = [];
  for (let length = 2; length < bytes; length += (fields.at(-1)?.length ?? 0) + 1)
    fields.push(`"k${fields.length}":${fields.length}`);
  return `{${fields.join()}}`;
}

/** A document whose only value is a text of this length. */
const longText = (length: number) => JSON.stringify({ padding: 'x'.repeat(length) });

/**
 * Sends a head, then parts of a body that never ends. Returns the start of the answer, which comes before the body is
 * there; with `untilClosed` the whole answer, when the server has closed the connection.
 */
function sendRaw(head: string[], parts: readonly string[] = [], untilClosed = false): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      const [path, ...lines] = head;
      socket.write([`POST ${path} HTTP/1.1`, 'host: localhost', ...lines, '', ''].join('\r\n'));
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (data) => {
      answer += data.toString();
      if (!untilClosed) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
  });
}

const JSON_TYPE = 'content-type: application/json';

/** Doors where a credential is required. */
const CLOSED_DOORS = [
  '/mcp',
  '/mcp/gateway',
  '/mcp/games',
  '/mcp/werewolf',
  '/mcp/league',
  '/api/tools/auth.whoami',
  '/api/tools/memory.set',
  '/api/sessions',
  '/api/token',
  '/api/console/agents',
  '/v1/reports/x/status',
];

describe('a caller without a credential', () => {
  test.each(CLOSED_DOORS)('is refused at %s before the body is there', async (path) => {
    const head = [path, JSON_TYPE, 'accept: application/json, text/event-stream', 'content-length: 500'];
    const isLeague = path === '/mcp/league';
    const credential = isLeague ? ['authorization: Bearer pgos_wrong'] : [];
    const answer = await sendRaw([...head, ...credential], ['{"a":']);
    expect(answer).toMatch(/^HTTP\/1\.1 (401|404|405) /);
    if (path.startsWith('/mcp') || path.startsWith('/api/tools')) expect(answer).toContain('UNAUTHENTICATED');
    expect(answer).toMatch(/connection: close/i);
  });

  test.each(['/api/owners', '/api/agents', '/api/play/solo', '/mcp/league', '/mcp/referee'])(
    'gets 413 at %s above 16 KiB, declared or not',
    async (path) => {
      const declared = await sendRaw([path, JSON_TYPE, 'content-length: 17000']);
      const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`;
      const streamed = await sendRaw([path, JSON_TYPE, 'transfer-encoding: chunked'], new Array<string>(5).fill(chunk));
      for (const answer of [declared, streamed]) {
        expect(answer).toMatch(/^HTTP\/1\.1 413 /);
        expect(answer).toContain('PAYLOAD_TOO_LARGE');
      }
    },
  );

  test('has its connection closed after the answer, also when it goes on sending', async () => {
    const head = ['/mcp', JSON_TYPE, 'transfer-encoding: chunked'];
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    expect(await sendRaw(head, ['5\r\n'], true)).toContain('UNAUTHENTICATED');
    expect(await sendRaw(head, new Array<string>(100).fill(chunk), true)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('gets the answer as an answer when the whole body was sent', async () => {
    for (const path of ['/mcp', '/api/tools/auth.whoami', '/api/owners', '/mcp/league', '/api/auth/callback/password'])
      for (const bytes of [20 * KB, 200 * KB, 1000 * KB]) {
        const answer = await fetch(server.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: longText(bytes),
        });
        expect([401, 413]).toContain(answer.status);
        expect(await answer.text()).not.toBe('');
      }
  });

  test('gets 429 for many bodies of the largest size', async () => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < 70; sent++) {
      const answer = await fetch(`${server.url}/api/owners`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: longText(16_000),
      });
      statuses.add(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect([...statuses]).toEqual([400, 429]);
  });
});

describe('pages and sign-in', () => {
  test('get no form above 8 KiB, and none without a length', async () => {
    const path = '/api/auth/callback/password';
    const form = 'content-type: application/x-www-form-urlencoded';
    expect(await sendRaw([path, form, 'content-length: 9000'])).toMatch(/^HTTP\/1\.1 413 /);
    expect(await sendRaw([path, form, 'transfer-encoding: chunked'], ['5\r\na=b&c\r\n'])).toMatch(/^HTTP\/1\.1 411 /);
    expect(await sendRaw([path, form, 'content-length: 3', 'connection: close'], ['a=b'])).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a known caller', () => {
  async function countKnown() {
    const { apiKey } = await agentFixture();
    const authorization = `Bearer ${apiKey}`;
    const rest = async (tool: string, body: string) => {
      const answer = await fetch(`${server.url}/api/tools/${tool}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      });
      return { status: answer.status, text: await answer.text() };
    };
    const session = await openRawSession(`${server.url}/mcp`, apiKey);
    return { apiKey, rest, mcp: (body: string) => postMcp(`${server.url}/mcp`, body, session) };
  }

  test('may send 64 KiB, and 1 MiB where a tool declares it', async () => {
    const { rest } = await countKnown();
    expect((await rest('auth.whoami', longText(60 * KB))).status).toBe(400);
    expect((await rest('auth.whoami', longText(65 * KB))).status).toBe(413);
    expect((await rest('memory.set', longText(1000 * KB))).status).toBe(400);
    expect((await rest('memory.set', longText(1025 * KB))).status).toBe(413);
  });

  test('has the same bounds over MCP', async () => {
    const { mcp } = await countKnown();
    const call = (name: string, length: number) =>
      mcp(rpc('tools/call', { name, arguments: { padding: 'x'.repeat(length) } }));
    expect((await call('auth.whoami', 60 * KB)).json?.error?.code).toBe(-32602);
    expect((await call('auth.whoami', 65 * KB)).status).toBe(413);
    expect((await call('memory.set', 1000 * KB)).json?.error?.code).toBe(-32602);
    expect((await mcp(rpc('tools/list', { padding: 'x'.repeat(65 * KB) }))).status).toBe(413);
  });

  test('gets 429 for many bodies of the largest size, before they are read', async () => {
    const { rest, apiKey } = await countKnown();
    for (let sent = 0; sent < 4; sent++) expect((await rest('memory.set', longText(1000 * KB))).status).toBe(400);
    expect((await rest('memory.set', longText(1000 * KB))).status).toBe(429);
    const head = ['/api/tools/memory.set', JSON_TYPE, `authorization: Bearer ${apiKey}`, 'content-length: 1000000'];
    expect(await sendRaw(head, ['{'])).toMatch(/^HTTP\/1\.1 429 /);
    expect((await rest('auth.whoami', '{}')).status).toBe(200);
  });

  test('gets the first unknown fields named, and no more', async () => {
    const { rest, mcp } = await countKnown();
    const answer = await rest('auth.whoami', manyFields(60 * KB));
    expect(answer.status).toBe(400);
    const { error } = JSON.parse(answer.text) as {
      error: { message: string; details: { issues: { path: string[] }[] } };
    };
    expect(error.details.issues.map(({ path }) => path[0])).toEqual(Array.from({ length: 20 }, (_, at) => `k${at}`));
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"auth.whoami","arguments":${manyFields(60 * KB)}}}`;
    const fault = (await mcp(call)).json?.error ?? { code: 0, data: null };
    expect(fault).toMatchObject({ code: -32602 });
    expect((fault.data as { issues: unknown[] }).issues).toHaveLength(20);
  });

  test.each([
    ['too many fields', `{"data":${manyFields(900 * KB)}}`, 'more than 10000 fields'],
    ['too many values', `{"data":[${'0,'.repeat(100_000)}0]}`, 'more than 40000 values'],
    ['endless nesting', `{"data":${'['.repeat(300_000)}${']'.repeat(300_000)}}`, 'nested deeper than 64 levels'],
  ])('is refused %s before the text is parsed', async (_what, body, message) => {
    const { rest, mcp } = await countKnown();
    const answer = await rest('memory.set', body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)]);
    const overMcp = await mcp(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${body}}`);
    expect(overMcp).toMatchObject({
      status: 400,
      json: { error: { code: -32602, message: expect.stringContaining(message) } },
    });
  });
});
