import { afterAll, beforeAll, inject } from 'vitest';
import { closeDatabase, pool } from '@/lib/data/database';
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

/**
 * Lets the database refuse a change of some rows while `work` runs, as it does for a row that is broken.
 * @param change such as `UPDATE ON matches`
 * @param condition of the rows, in SQL: `OLD.id = '…'`
 */
export async function whileRefused<T>(change: string, condition: string, work: () => Promise<T>): Promise<T> {
  const [, table = ''] = change.split(' ON ');
  await pool().query(
    `CREATE OR REPLACE FUNCTION refuse_in_test() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$;
     CREATE TRIGGER refuse_in_test BEFORE ${change} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse_in_test()`,
  );
  try {
    return await work();
  } finally {
    await pool().query(`DROP TRIGGER refuse_in_test ON ${table}`);
  }
}
