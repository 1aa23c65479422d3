import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { connectFault } from '@/lib/data/connect-fault';
import { startEmbedded } from '@/lib/data/embedded';

/** An empty temporary directory that every user can enter. */
export async function temporaryDirectory(name: string): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), `botplay-${name}-`));
  await fs.chmod(directory, 0o755);
  return { directory, remove: () => fs.rm(directory, { recursive: true, force: true }) };
}

/** @throws Error that names TEST_DATABASE_SERVER and says what to correct when there is no such server */
async function requireServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect().catch((thrown: unknown) => {
    throw connectFault('TEST_DATABASE_SERVER', thrown);
  });
  await client.end();
}

/** The PostgreSQL server of a test run: the one that TEST_DATABASE_SERVER names, else an embedded one in a temporary directory. */
export async function startTestServer(): Promise<{ server: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_SERVER;
  if (given) {
    await requireServer(given);
    return { server: given, stop: async () => {} };
  }
  const { directory, remove } = await temporaryDirectory('tests');
  const embedded = await startEmbedded({ dataDirectory: directory, durable: false, maxConnections: 400 });
  const stop = async () => {
    await embedded.stop();
    await remove();
  };
  return { server: embedded.url, stop };
}
