import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAMS } from './commands.mjs';

// The programs of a release, in a folder whose commands print that they run.

let release = '';
beforeAll(async () => {
  release = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-release-'));
  await fs.cp('scripts/release', release, { recursive: true });
  for (const script of ['environment.mjs', 'serve-built.mjs', 'commands.mjs'])
    await fs.cp(`scripts/${script}`, path.join(release, 'scripts', script));
  await fs.mkdir(path.join(release, 'dist', 'commands'), { recursive: true });
  const run = "async () => ({ text: 'It runs.', exitCode: 0 })";
  for (const program of PROGRAMS) {
    const name = String(program).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const exported = program === 'secrets' ? 'printSecrets' : name;
    await fs.writeFile(path.join(release, 'dist', 'commands', `${program}.mjs`), `export const ${exported} = ${run};`);
  }
});
afterAll(() => fs.rm(release, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { DATABASE_URL: _, ...env } = process.env;
  return promisify(execFile)(process.execPath, args, { cwd: release, env }).then(
    (ended) => ({ code: 0, ...ended }),
    (thrown) => thrown,
  );
}

test.each([
  'start.mjs',
  'botplay.mjs owner:admin ada@example.org',
  'botplay.mjs owner:admin --list',
  'botplay.mjs owner:reset ada@example.org',
  'botplay.mjs league:recompute league',
  'botplay.mjs backup',
  'botplay.mjs restore file',
])('%s of a release says that DATABASE_URL is missing', async (command) => {
  const { code, stderr } = await run(...command.split(' '));
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^DATABASE_URL is missing\. .*--env-file/),
  });
});

test.each(['secrets', 'archive list', 'backup --list', 'restore file --check'])(
  'botplay.mjs %s of a release needs no database',
  async (command) => {
    expect(await run('botplay.mjs', ...command.split(' '))).toMatchObject({ code: 0, stdout: 'It runs.\n' });
  },
);

test('the settings of a release may come from a file that Node reads', async () => {
  await fs.writeFile(path.join(release, 'settings.env'), 'DATABASE_URL=postgresql://botplay@localhost/botplay\n');
  expect(await run('--env-file=settings.env', 'botplay.mjs', 'backup')).toMatchObject({
    code: 0,
    stdout: 'It runs.\n',
  });
});
