import net from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { type ReplicatedServer, startReplicatedServer, whyNoReplica } from '@/lib/testing/replica';
import { databaseUrl } from '@/lib/testing/url';
import { startFault } from './connect-fault';
import { checkPooler } from './pooler';

useDatabase();

/** The URL of the tests' server with another part. */
function urlWith(part: Partial<Pick<URL, 'hostname' | 'port' | 'username' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(databaseUrl(inject('database').server, 'postgres')), part).href;
}

describe('a database that cannot be reached', () => {
  test.each([
    ['host', { hostname: 'no-such-host.invalid' }, /(ENOTFOUND|EAI_AGAIN).*\. Correct its host\.$/],
    ['port', { port: '1' }, /ECONNREFUSED.*\. Correct its host and port, or start PostgreSQL there\.$/],
    ['database', { pathname: '/no_such_database' }, /does not exist\. Correct its database, or create that one\.$/],
    ['user', { username: 'no_such_user' }, /no_such_user.*\. Correct its user/],
  ])('is refused with the name of the variable and what to correct: the %s', async (_what, part, message) => {
    const failed = checkPooler({ url: urlWith(part), directUrl: '' });
    await expect(failed).rejects.toThrow(/^Could not connect to the database of DATABASE_URL: /);
    await expect(failed).rejects.toThrow(message);
  });

  test('is refused with the name of the variable: a server that is not PostgreSQL', async () => {
    const other = net.createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as net.AddressInfo;
    const direct = urlWith({ port: String(port) });
    await expect(checkPooler({ url: urlWith({}), directUrl: direct })).rejects.toThrow(
      /^Could not connect to the database of DATABASE_DIRECT_URL: .*Correct its host and port/,
    );
    other.close();
  });
});

test('a database without a connection left is named with what to raise', () => {
  const of = (text: string) => startFault(new Error(text)).message;
  expect(of('no more connections allowed (max_client_conn)')).toMatch(
    /DATABASE_URL: .*Raise max_client_conn of the pooler/,
  );
  expect(of('sorry, too many clients already')).toMatch(/DATABASE_URL: .*Raise max_connections of PostgreSQL/);
  expect(of('PORT is in use')).toBe('PORT is in use');
});

describe.skipIf(whyNoReplica !== null)('a replica', () => {
  let servers: ReplicatedServer;
  beforeAll(async () => {
    servers = await startReplicatedServer();
  });
  afterAll(() => servers?.remove());

  test('is refused where the primary belongs, with the name of the variable', async () => {
    await expect(checkPooler({ url: servers.replicaUrl, directUrl: '' })).rejects.toThrow(
      /^DATABASE_URL leads to a replica, which takes no writes\. It must lead to the primary/,
    );
  });
});
