import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

test('the process of the pages leaves signals of the terminal to the server while it is loading, and ends with the server and its folder', async () => {
  const checkout = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-pages-test-'));
  await fs.cp('scripts', path.join(checkout, 'scripts'), { recursive: true });
  await fs.mkdir(path.join(checkout, 'dist'));
  const program = 'process.send("loading"); await new Promise((resolve) => setTimeout(resolve, 60_000));';
  await fs.writeFile(path.join(checkout, 'dist', 'serve-pages.mjs'), program);
  const folder = path.join(checkout, 'sockets');
  await fs.mkdir(folder);
  const child = fork(path.join(checkout, 'scripts', 'serve-pages.mjs'), [folder]);
  await once(child, 'message');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) child.kill(signal);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect(fs.access(folder)).rejects.toThrow('ENOENT');
  await fs.rm(checkout, { recursive: true, force: true });
});
