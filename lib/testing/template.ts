import { createHash } from 'node:crypto';
import pg from 'pg';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from '@/lib/data/migrate';
import { databaseUrl } from './url';

/** Runs `work` with one connection to `url`. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/**
 * A migrated database that every test file clones, created once per version of the migrations. Runs that start
 * concurrently on one server wait for each other; the name is a hash of the content, so no stale copy is used.
 */
export async function ensureTemplate(server: string): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
  const hash = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 12);
  const template = `botplay_template_${hash}`;
  await withClient(server, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('botplay test template'))");
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (existing.rowCount === 1) return;
    const draft = `${template}_draft`;
    await client.query(`DROP DATABASE IF EXISTS "${draft}" WITH (FORCE)`);
    await client.query(`CREATE DATABASE "${draft}"`);
    await migrate(databaseUrl(server, draft));
    await client.query(`ALTER DATABASE "${draft}" RENAME TO "${template}"`);
  });
  return template;
}
