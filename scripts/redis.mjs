import fs from 'node:fs';
import { attemptPackage } from './attempt.mjs';

const SYSTEM = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].flatMap((directory) =>
  ['redis-server', 'valkey-server'].map((name) => `${directory}/${name}`),
);

/** Finds an installed Redis server: REDIS_SERVER_PATH, else the system's; null when none is installed. */
export function findRedis() {
  const named = process.env.REDIS_SERVER_PATH;
  if (named) {
    if (!fs.existsSync(named)) throw new Error(`REDIS_SERVER_PATH names ${named}, which does not exist.`);
    return { path: named, from: 'REDIS_SERVER_PATH' };
  }
  const system = SYSTEM.find((file) => fs.existsSync(file));
  return system ? { path: system, from: 'the system' } : null;
}

/** Finds a Redis server or installs Debian's. Prints what it does; null when it cannot be installed. */
export function ensureRedis() {
  const found = findRedis();
  if (found) return found;
  console.log('redis-server is not installed; trying to install it.');
  attemptPackage('redis-server');
  return findRedis();
}
