import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetOnce } from '@/lib/core/globals';
import { routeRequests } from './direct-lane';
import { createHttpServer, listen } from './http';
import { InFlight } from './in-flight';
import { UpgradeRouter } from './upgrades';

/** Requests that reached Next. */
const pages: IncomingMessage[] = [];
let server: Server;
let port = 0;

beforeAll(async () => {
  server = createHttpServer(
    routeRequests(async (request, response) => {
      pages.push(request);
      response.end('page');
    }),
  );
  const upgrades = new UpgradeRouter(new InFlight());
  upgrades.forSockets.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  upgrades.attach(server);
  port = await listen(server, { port: 0 });
});
afterAll(() => server.close());
beforeEach(() => configure({}));

/** Sets the environment as a start would read it. */
function configure(variables: Record<string, string>): void {
  Object.assign(process.env, { NEXTAUTH_URL: '', ALLOWED_HOSTS: '', TRUST_PROXY: '', ...variables });
  resetOnce('env');
  resetOnce('transport.hosts');
  pages.length = 0;
}

/** Sends lines as they are and returns the whole answer. */
function send(requestLine: string, headers: readonly string[], body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      const all = [...headers, 'connection: close', ...(body ? [`content-length: ${body.length}`] : [])];
      socket.write(`${requestLine}\r\n${all.join('\r\n')}\r\n\r\n${body}`);
    });
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const statusOf = (answer: string): number => Number(answer.split(' ')[1]);
const getPage = (...headers: string[]) => send('GET / HTTP/1.1', headers);

describe('without configuration', () => {
  test.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST:8080',
    'app.localhost',
    '127.0.0.1',
    '127.0.0.1:1',
    '192.168.1.20:3000',
    '10.0.0.7',
    '[::1]',
    '[::1]:3000',
    '[fe80::1ff:fe23:4567:890a]:3000',
  ])('serves the Host %s', async (host) => {
    expect(statusOf(await getPage(`host: ${host}`))).toBe(200);
    expect(pages[0]?.headers.host).toBe(host.toLowerCase());
  });

  test.each([
    ['another name', 'rebound.example', 403],
    ['another name with our port', 'rebound.example:3000', 403],
    ['a name that begins like ours', 'localhost.rebound.example', 403],
    ['a name that ends like an address', 'x.127.0.0.1.example', 403],
    ['a percent sign', '%', 400],
    ['an escape', 'localhost%00', 400],
    ['a space', 'local host', 400],
    ['credentials', 'user@localhost', 400],
    ['a path', 'localhost/x', 400],
    ['a port that is no number', 'localhost:x', 400],
    ['a port that is too large', 'localhost:99999', 400],
    ['an open bracket', '[::1', 400],
    ['an IPv6 address without brackets', '::1', 400],
    ['an address with five parts', '1.2.3.4.5', 400],
    ['two names', 'localhost, rebound.example', 400],
    ['nothing', '', 400],
  ])('refuses a Host with %s', async (_what, host, status) => {
    const answer = await getPage(`host: ${host}`);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toMatch(/Host header/);
    expect(pages).toEqual([]);
  });

  test('takes the address of the connection where HTTP/1.0 sends no Host', async () => {
    expect(statusOf(await send('GET / HTTP/1.0', []))).toBe(200);
    expect(pages[0]?.headers.host).toBe(`127.0.0.1:${port}`);
    expect(statusOf(await send('OPTIONS /healthz HTTP/1.0', []))).toBe(405);
  });

  test('refuses a missing Host', async () => {
    const answer = await send('GET / HTTP/1.1', []);
    expect([statusOf(answer), answer]).toEqual([400, expect.stringContaining('The Host header is missing.')]);
  });

  test('refuses two Host headers', async () => {
    expect(statusOf(await getPage('host: localhost', 'host: rebound.example'))).toBe(400);
    expect(statusOf(await getPage('host: localhost', 'HOST: localhost'))).toBe(400);
  });

  test.each(['http://localhost/', 'http://rebound.example/', '*', 'localhost'])(
    'refuses the request target %s',
    async (target) => {
      expect(statusOf(await send(`GET ${target} HTTP/1.1`, ['host: localhost']))).toBe(400);
      expect(pages).toEqual([]);
    },
  );

  test.each([
    ['sign-up', 'POST /api/owners', 'application/json'],
    ['agent registration', 'POST /api/agents', 'application/json'],
    ['MCP', 'POST /mcp', 'application/json'],
    ['sign-in', 'POST /api/auth/callback/credentials', 'text/plain'],
    ['a page', 'GET /sign-up', 'text/plain'],
    ['an operation', 'GET /metrics', 'text/plain'],
    ['polling of Socket.IO', 'GET /socket.io/?EIO=4&transport=polling', 'text/plain'],
  ])('refuses a foreign Host with its own Origin: %s', async (_what, request, type) => {
    const headers = [
      'host: rebound.example:3000',
      'origin: http://rebound.example:3000',
      'content-type: application/json',
    ];
    const answer = await send(`${request} HTTP/1.1`, headers, request.startsWith('POST') ? '{}' : '');
    expect(statusOf(answer)).toBe(403);
    expect(answer).toContain(`content-type: ${type}`);
    expect(answer).toContain('Unknown Host header');
    expect(pages).toEqual([]);
  });

  test('refuses a foreign Host and a malformed one at an upgrade, and passes ours', async () => {
    const upgrade = (host: string) =>
      send('GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', [
        `host: ${host}`,
        'upgrade: websocket',
        'connection: Upgrade',
      ]);
    expect(statusOf(await upgrade('rebound.example'))).toBe(403);
    expect(statusOf(await upgrade('%'))).toBe(400);
    expect(statusOf(await upgrade('localhost:3000'))).toBe(101);
    expect(statusOf(await upgrade('192.168.1.20:3000'))).toBe(101);
  });

  test('ignores forwarded headers, so that Next never sees them', async () => {
    const forwarded = [
      'x-forwarded-proto: %',
      'x-forwarded-host: rebound.example',
      'x-forwarded-for: 6.6.6.6',
      'x-forwarded-port: 1',
      'forwarded: host=rebound.example',
      'x-real-ip: 6.6.6.6',
    ];
    expect(statusOf(await getPage('host: localhost:3000', ...forwarded))).toBe(200);
    const names = Object.keys(pages[0]?.headers ?? {});
    expect(names.filter((name) => name.includes('forwarded') || name === 'x-real-ip')).toEqual([]);
    expect(pages[0]?.headers.host).toBe('localhost:3000');
  });
});

describe('with configured names', () => {
  test('serves the host of NEXTAUTH_URL on any port', async () => {
    configure({ NEXTAUTH_URL: 'https://botplay.example' });
    expect(statusOf(await getPage('host: botplay.example'))).toBe(200);
    expect(statusOf(await getPage('host: Botplay.Example:443'))).toBe(200);
    expect(statusOf(await getPage('host: other.example'))).toBe(403);
  });

  test('serves a name of ALLOWED_HOSTS on any port, and one with a port on that port', async () => {
    configure({ ALLOWED_HOSTS: 'Botplay.lan, botplay:3000' });
    expect(statusOf(await getPage('host: botplay.lan:8080'))).toBe(200);
    expect(statusOf(await getPage('host: botplay:3000'))).toBe(200);
    expect(statusOf(await getPage('host: botplay:3001'))).toBe(403);
  });
});

describe('behind a trusted proxy', () => {
  test('takes host and protocol from the forwarded headers that the proxy wrote last', async () => {
    configure({ TRUST_PROXY: 'true', ALLOWED_HOSTS: 'botplay.example' });
    const forwarded = ['x-forwarded-host: rebound.example, botplay.example', 'x-forwarded-proto: http, https'];
    expect(statusOf(await getPage('host: 10.0.0.3:3000', ...forwarded))).toBe(200);
    const { host, 'x-forwarded-proto': protocol, 'x-forwarded-host': left } = pages[0]?.headers ?? {};
    expect({ host, protocol, left }).toEqual({ host: 'botplay.example', protocol: 'https', left: undefined });
  });

  test.each([
    ['an unknown forwarded host', ['x-forwarded-host: rebound.example'], 403],
    ['a malformed forwarded host', ['x-forwarded-host: %'], 400],
    ['a malformed protocol', ['x-forwarded-proto: %'], 400],
    ['another protocol', ['x-forwarded-proto: javascript'], 400],
  ])('refuses %s', async (_what, forwarded, status) => {
    configure({ TRUST_PROXY: 'true' });
    expect(statusOf(await getPage('host: localhost', ...forwarded))).toBe(status);
    expect(pages).toEqual([]);
  });

  test('ALLOWED_HOSTS=* serves every well-formed name and trusts the proxy', async () => {
    configure({ ALLOWED_HOSTS: '*' });
    expect(statusOf(await getPage('host: any.example', 'x-forwarded-proto: https'))).toBe(200);
    expect(pages[0]?.headers['x-forwarded-proto']).toBe('https');
    expect(statusOf(await getPage('host: %'))).toBe(400);
  });
});
