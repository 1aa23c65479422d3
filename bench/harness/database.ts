import { randomBytes } from 'node:crypto';
import { startEmbedded } from '@/lib/data/embedded';
import { temporaryDirectory } from '@/lib/testing/server';
import { ensureTemplate, withClient } from '@/lib/testing/template';
import { databaseUrl } from '@/lib/testing/url';

/**
 * A migrated database that flushes to disk as in production, on a separate server; BENCH_DATABASE_SERVER names
 * another one. Sets DATABASE_URL, so import what uses it afterwards. Call `stop` at the end.
 */
export async function benchDatabase(): Promise<{
  url: string;
  another: () => Promise<string>;
  stop: () => Promise<void>;
}> {
  const given = process.env.BENCH_DATABASE_SERVER;
  const directory = given ? null : await temporaryDirectory('bench');
  const embedded = directory ? await startEmbedded({ dataDirectory: directory.directory, maxConnections: 200 }) : null;
  const server = given ?? (embedded as NonNullable<typeof embedded>).url;
  const template = await ensureTemplate(server);
  const databases: string[] = [];
  const another = async () => {
    const name = `botplay_bench_${randomBytes(4).toString('hex')}`;
    await withClient(server, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`));
    databases.push(name);
    return databaseUrl(server, name);
  };
  const url = await another();
  process.env.DATABASE_URL = url;
  process.env.BOTPLAY_EMBEDDED = '1';
  Object.assign(process.env, { NODE_ENV: 'production' });
  const stop = async () => {
    for (const name of databases) {
      await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
    }
    await embedded?.stop();
    await directory?.remove();
  };
  return { url, another, stop };
}
