import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRedis } from '../../scripts/redis.mjs';
import { freePort, temporaryDirectory } from '../../scripts/test-server.mjs';

/** The password in test URLs, so that logs can be searched for it. */
export const REDIS_PASSWORD = 'the-secret-of-redis';

/** Why tests with Redis are skipped; null when a server exists. */
export const whyNoRedis: string | null = findRedis() ? null : 'no redis-server is here; REDIS_SERVER_PATH may name one';

export interface RedisServer {
  port: number;
  url: string;
  /** Kills it. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  startAgain(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

/** The URL of a test Redis on a local port. */
export const redisUrl = (port: number): string => `redis://:${REDIS_PASSWORD}@127.0.0.1:${port}`;

/** Starts an empty Redis without persistence on a free port, with a password. */
export async function startRedis(): Promise<RedisServer> {
  const [port, directory] = [await freePort(), await temporaryDirectory('redis')];
  let child = await run(port, directory);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    port,
    url: redisUrl(port),
    kill,
    startAgain: async () => {
      child = await run(port, directory);
    },
    remove: async () => {
      await kill();
      await fs.rm(directory, { recursive: true, force: true });
    },
  };
}

async function run(port: number, directory: string): Promise<ChildProcess> {
  const settings = { port, bind: '127.0.0.1', dir: directory, save: '', appendonly: 'no', requirepass: REDIS_PASSWORD };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(findRedis()?.path ?? '', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const output: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  while (!output.join('').includes('Ready to accept connections')) {
    if (child.exitCode !== null) throw new Error(`Redis did not start: ${output.join('')}`);
    await sleep(10);
  }
  return child;
}
