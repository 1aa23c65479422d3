import { execFileSync, spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import { root } from './environment.mjs';

const MAX_START_MS = 60_000;
const READY_POLL_MS = 20;

/**
 * Below the ephemeral ports, which an outgoing connection may take before the server listens.
 */
const PORTS = { from: 12_000, to: 32_000 };

/** Returns a random free port, so that parallel test processes rarely choose the same one. */
export function freePort() {
  return getPort({ port: Array.from({ length: 50 }, () => crypto.randomInt(PORTS.from, PORTS.to)) });
}

/** Creates an empty directory that every user can enter: as root, PostgreSQL runs as another user. */
export async function temporaryDirectory(name) {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), `botplay-${name}-`));
  await fs.chmod(directory, 0o755);
  return directory;
}

async function untilReady(url, child) {
  for (const startedMs = Date.now(); Date.now() - startedMs < MAX_START_MS; ) {
    if (child.exitCode !== null) throw new Error(`The server exited with code ${child.exitCode} before it was ready.`);
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
  throw new Error(`The server was not ready within ${MAX_START_MS / 1000} s.`);
}

/** Starts one process of the built product; `exited` resolves with its code. */
function run(port, dataDirectory, env) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: '2',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      REDIS_URL: '',
      ...env,
      PORT: String(port),
      BOTPLAY_DATA_DIR: dataDirectory,
    },
  });
  return { child, exited: new Promise((resolve) => child.once('exit', resolve)) };
}

/** Kills the embedded PostgreSQL of a data directory and its backends, which are not in our process group. */
async function killDatabase(dataDirectory) {
  const file = await fs.readFile(path.join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8');
  const server = Number(file.split('\n')[0]);
  const backends = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server)], { encoding: 'utf8' });
  for (const pid of [server, ...backends.trim().split(/\s+/).map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

/**
 * Starts the built product on a free port with its own data directory.
 * @returns its URL, data directory and process id; `stop` (and remove the data), `crash` (kill -9, also of the database
 * with `{ withDatabase: true }`), `startAgain` after a crash
 */
export async function startProduct(env = {}) {
  const [port, dataDirectory] = [await freePort(), await temporaryDirectory('product')];
  const url = `http://127.0.0.1:${port}`;
  let running = run(port, dataDirectory, env);
  const end = (signal) => {
    running.child.kill(signal);
    return running.exited;
  };
  const stop = async () => {
    const code = await end('SIGTERM');
    await fs.rm(dataDirectory, { recursive: true, force: true });
    return code;
  };
  const ready = () =>
    untilReady(url, running.child).catch(async (error) => {
      await stop();
      throw error;
    });
  const crash = async ({ withDatabase = false } = {}) => {
    if (withDatabase) await Promise.all([end('SIGKILL'), killDatabase(dataDirectory)]);
    else await end('SIGKILL');
  };
  const startAgain = () => {
    running = run(port, dataDirectory, env);
    return ready();
  };
  await ready();
  return { url, dataDirectory, pid: () => running.child.pid, stop, crash, startAgain };
}
