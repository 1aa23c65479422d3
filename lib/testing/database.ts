import { afterAll, beforeAll, inject } from 'vitest';
import { closeDatabase } from '@/lib/data/database';
import { type BreakableProxy, openBreakableProxy } from './breakable-proxy';
import { withClient } from './template';

/**
 * Creates a database for this test file: migrated, empty, dropped afterwards. Call it once at the top of the
 * file; lib/data then works as in the product. The server is that of TEST_DATABASE_SERVER
 * (`postgresql://postgres:x@127.0.0.1:55400/postgres`), else an embedded one that the run starts.
 */
export function useDatabase(): void {
  const { server, template } = inject('database');
  const name = decodeURIComponent(new URL(process.env.DATABASE_URL ?? '').pathname.slice(1));
  beforeAll(() => withClient(server, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`)));
  afterAll(async () => {
    await closeDatabase();
    await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
  });
}

/** A database as `useDatabase` creates it, reached through a proxy that can be cut. Returns the proxy, for use in tests. */
export function useBreakableDatabase(): () => BreakableProxy {
  let proxy: BreakableProxy;
  beforeAll(async () => {
    const url = new URL(process.env.DATABASE_URL ?? '');
    proxy = await openBreakableProxy(Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    process.env.DATABASE_URL = url.href;
  });
  afterAll(() => proxy.close());
  useDatabase();
  return () => proxy;
}
