import { afterAll, beforeAll, inject } from 'vitest';
import { closeDatabase } from '@/lib/data/database';
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
