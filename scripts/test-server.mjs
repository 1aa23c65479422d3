import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { root } from './environment.mjs';

const READY_WITHIN_MS = 60_000;

/**
 * Below the ports that systems give to outgoing connections: a port from among those is taken again, by any connection
 * of any test, before the server that it was meant for listens on it.
 */
const PORTS = { from: 12_000, to: 32_000 };

const isFree = (port) =>
  new Promise((resolve) => {
    const probe = net.createServer().once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/** A port that is free now, and stays so unless another server wants just this one. */
export async function freePort() {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = crypto.randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found from ${PORTS.from} to ${PORTS.to}.`);
}

/** A directory that is empty and that every user may enter: as root, PostgreSQL runs as somebody else. */
export async function temporaryDirectory(name) {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), `botplay-${name}-`));
  await fs.chmod(directory, 0o755);
  return directory;
}

async function untilReady(url, child) {
  for (const startedMs = Date.now(); Date.now() - startedMs < READY_WITHIN_MS; ) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it was ready.`);
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s.`);
}

/** One process of the built product; `exited` resolves with its code. */
function run(port, dataDirectory, env) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
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

/**
 * Starts the built product on a free port with data of its own.
 * @returns its URL and where its data are; what stops it and removes them; what kills it without warning; what starts
 * it again after that.
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
  const startAgain = () => {
    running = run(port, dataDirectory, env);
    return ready();
  };
  await ready();
  return { url, dataDirectory, stop, crash: () => end('SIGKILL'), startAgain };
}
