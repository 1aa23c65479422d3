import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

// A checkout with a build that is not up to date, and a process that serves it.

let checkout = '';
beforeAll(async () => {
  checkout = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-serving-'));
  for (const file of ['scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'lib/data/process-lock.ts'])
    await fs.cp(file, path.join(checkout, file), { recursive: true });
  await fs.symlink(path.resolve('node_modules'), path.join(checkout, 'node_modules'));
  await fs.mkdir(path.join(checkout, 'dist'));
  await fs.writeFile(path.join(checkout, 'dist', 'server.mjs'), 'of an earlier build');
});
afterAll(() => fs.rm(checkout, { recursive: true, force: true }));

const run = (...args: string[]): Promise<{ code: number; stderr: string }> =>
  promisify(execFile)(process.execPath, args, { cwd: checkout }).then(
    (ended) => ({ code: 0, ...ended }),
    (thrown) => thrown,
  );

const RECORD = `
  import { tsImport } from 'tsx/esm/api';
  import { recordServing } from './scripts/serving.mjs';
  const { takeLock } = await tsImport('./lib/data/process-lock.ts', import.meta.url);
  await recordServing(takeLock);
  console.log('serving');
  setInterval(() => {}, 1_000);
`;
const ASK = "import { requireUnserved } from './scripts/serving.mjs'; await requireUnserved();";

test('a build is refused while a process serves the one that it would replace, until that process has ended', async () => {
  await fs.writeFile(path.join(checkout, 'record.mjs'), RECORD);
  await fs.writeFile(path.join(checkout, 'ask.mjs'), ASK);
  const serving = spawn(process.execPath, ['record.mjs'], { cwd: checkout, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(serving.stdout, 'data');
    const sentence = `Process ${serving.pid} serves this build: stop it, or build in another checkout (git worktree).\n`;
    expect(await run('scripts/build.mjs')).toMatchObject({ code: 1, stderr: sentence });
    expect(await run('scripts/dev.mjs')).toMatchObject({ code: 1, stderr: sentence });
    expect(await run('scripts/start.mjs')).toMatchObject({ code: 1, stderr: `\nBotplay did not start: ${sentence}` });
    expect(await fs.readFile(path.join(checkout, 'dist', 'server.mjs'), 'utf8')).toBe('of an earlier build');
  } finally {
    serving.kill('SIGKILL');
  }
  await once(serving, 'exit');
  expect(await run('ask.mjs')).toMatchObject({ code: 0 });
  expect(await fs.readdir(path.join(checkout, 'generated'))).toEqual([]);
});
