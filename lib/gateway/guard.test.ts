import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'undici';
import { describe, expect, it } from 'vitest';
import { checkUrl, findStoredUrlFault, GuardError, guardedConnector } from './guard';
import { isPublicAddress } from './public-address';

describe('isPublicAddress', () => {
  it.each([
    ['0.0.0.0', 'this network'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', "Azure's metadata service"],
    ['169.254.169.254', 'metadata service'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.192', "Oracle's metadata service"],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarking'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'mapped loopback'],
    ['::ffff:a9fe:a9fe', 'mapped metadata service'],
    ['::127.0.0.1', 'compatible loopback'],
    ['::ffff:0:10.0.0.1', 'translated private'],
    ['64:ff9b::10.0.0.1', 'NAT64 of private'],
    ['64:ff9b::a9fe:a9fe', 'NAT64 of the metadata service'],
    ['64:ff9b:1::8.8.8.8', 'local NAT64'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['2002:c0a8:101::1', '6to4 of private'],
    ['2001:0:53aa:64c:0:0:0:1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', "Amazon's metadata service"],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['not an address', 'nonsense'],
  ])('refuses %s (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
  ])('takes %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('checkUrl', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://①②⑦.0.0.1/',
    'https://user:secret@example.org/',
    'http://localhost:3000/',
    'https://api.localhost/',
    'https://printer.local/',
    'https://intranet/',
    'https://db.internal./',
    'https://user@example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'example.org',
    '',
  ])('refuses %s', (url) => {
    expect(() => checkUrl(url, { allowed: [] })).toThrow(GuardError);
  });

  it('takes a private literal only at the very host and port that are allowed', () => {
    const allowed = ['127.0.0.1:8080', '[::1]:9'];
    expect(checkUrl('http://127.0.0.1:8080/mcp', { allowed }).port).toBe('8080');
    expect(checkUrl('http://[::1]:9/', { allowed }).port).toBe('9');
    expect(() => checkUrl('http://127.0.0.1:8081/mcp', { allowed })).toThrow(GuardError);
    expect(() => checkUrl('http://127.0.0.1/mcp', { allowed })).toThrow(GuardError);
    expect(checkUrl('http://10.0.0.1/', { allowed: ['*'] }).hostname).toBe('10.0.0.1');
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://168.63.129.16/',
    'http://100.100.100.200/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
  ])('takes the metadata service %s only when it is named, not by *', (url) => {
    expect(() => checkUrl(url, { allowed: ['*'] })).toThrow(GuardError);
    const { hostname } = new URL(url);
    expect(checkUrl(url, { allowed: [`${hostname}:80`] }).hostname).toBe(hostname);
  });

  it('takes a private name only at the very port that is allowed', () => {
    expect(checkUrl('http://localhost:8080/mcp', { allowed: ['localhost:8080'] }).port).toBe('8080');
    expect(() => checkUrl('http://localhost:8081/', { allowed: ['localhost:8080'] })).toThrow(GuardError);
    expect(checkUrl('https://example.org/', { allowed: [] }).hostname).toBe('example.org');
  });

  it('refuses a name that does not resolve where the address is stored', async () => {
    expect(await findStoredUrlFault('https://no-such-host.invalid-name.example/', [])).toMatch(/does not resolve/);
    expect(await findStoredUrlFault('http://localhost/', [])).toMatch(/private network/);
    expect(await findStoredUrlFault('http://93.184.216.34/', [])).toBeNull();
    expect(await findStoredUrlFault('https://no-such-host.example/', ['*'])).toBeNull();
  });

  it('takes ws and wss where sockets are meant, and only there', () => {
    expect(checkUrl('wss://example.org/ws', { allowed: [], scheme: 'ws' }).protocol).toBe('wss:');
    expect(() => checkUrl('https://example.org/', { allowed: [], scheme: 'ws' })).toThrow(GuardError);
    expect(() => checkUrl('wss://example.org/', { allowed: [] })).toThrow(GuardError);
  });
});

describe('guardedConnector', () => {
  async function tryToReach(
    hostname: string,
    allowed: (port: number) => string[],
  ): Promise<{ outcome: unknown; connections: number }> {
    let connections = 0;
    const server = createServer((_, response) => response.end('reached'));
    server.on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = new Client(`http://${hostname}:${port}`, { connect: guardedConnector(allowed(port)) });
    const outcome = await client.request({ method: 'GET', path: '/' }).then(
      async (answer) => answer.body.text(),
      (error: unknown) => error,
    );
    await client.destroy();
    await new Promise((resolve) => server.close(resolve));
    return { outcome, connections };
  }

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost'])(
    'makes no connection to %s',
    async (hostname) => {
      const { outcome, connections } = await tryToReach(hostname, () => []);
      expect(outcome).toBeInstanceOf(GuardError);
      expect(connections).toBe(0);
    },
  );

  it('does not reveal what a name resolved to', async () => {
    const { outcome } = await tryToReach('localhost', () => []);
    expect(String((outcome as Error).message)).not.toMatch(/127|::1/);
  });

  it('connects to the exact host and port that are allowed', async () => {
    expect((await tryToReach('127.0.0.1', (port) => [`127.0.0.1:${port}`])).outcome).toBe('reached');
    expect((await tryToReach('localhost', (port) => [`localhost:${port}`])).outcome).toBe('reached');
    expect((await tryToReach('127.0.0.1', (port) => [`127.0.0.1:${port + 1}`])).outcome).toBeInstanceOf(GuardError);
  });
});
