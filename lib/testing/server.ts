import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@/lib/data/embedded';

/** An empty temporary directory that every user can enter. */
export async function temporaryDirectory(name: string): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), `botplay-${name}-`));
  await fs.chmod(directory, 0o755);
  return { directory, remove: () => fs.rm(directory, { recursive: true, force: true }) };
}

/** The PostgreSQL server of a test run: the one that TEST_DATABASE_SERVER names, else an embedded one in a temporary directory. */
export async function startTestServer(): Promise<{ server: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_SERVER;
  if (given) return { server: given, stop: async () => {} };
  const { directory, remove } = await temporaryDirectory('tests');
  const embedded = await startEmbedded({ dataDirectory: directory, durable: false, maxConnections: 400 });
  const stop = async () => {
    await embedded.stop();
    await remove();
  };
  return { server: embedded.url, stop };
}
