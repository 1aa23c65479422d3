import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInRange } from './requirements.mjs';

let checkout = '';
beforeAll(async () => {
  checkout = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay clone é-'));
  await fs.cp('scripts', path.join(checkout, 'scripts'), { recursive: true });
  await fs.cp('package.json', path.join(checkout, 'package.json'));
});
afterAll(() => fs.rm(checkout, { recursive: true, force: true }));

/** Runs a script in a clone where `npm ci` has not run. */
async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, args, { cwd: checkout }).then(
    (ended) => ({ code: 0, ...ended }),
    (thrown) => thrown,
  );
}

test.each(['scripts/start.mjs', 'scripts/requirements.mjs'])(
  '%s says what to run when packages are missing',
  async (script) => {
    const { code, stderr } = await run(script);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^\nPackages are missing or have another version: .* and \d+ more\. Run npm ci --include=dev: .*\n$/,
    );
  },
);

test('names a package of another version', async () => {
  const { dependencies, devDependencies } = JSON.parse(await fs.readFile('package.json', 'utf8'));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    const folder = path.join(checkout, 'node_modules', name);
    await fs.mkdir(folder, { recursive: true });
    await fs.writeFile(
      path.join(folder, 'package.json'),
      JSON.stringify({ version: name === 'zod' ? '1.0.0' : version }),
    );
  }
  expect((await run('scripts/requirements.mjs')).stderr).toMatch(/another version: zod\. /);
  await fs.rm(path.join(checkout, 'node_modules'), { recursive: true });
});

test('npm start refuses arguments, which it would ignore', async () => {
  expect(await run('scripts/start.mjs', '--port', '4000')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^npm start takes no arguments, but has --port\. .*PORT=4000 npm start/),
  });
  expect(await run('scripts/start.mjs', '--help')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^npm start takes no arguments\. /),
  });
});

test.each(['start', 'dev', 'test'])(
  'npm run %s leaves no shell between npm and its program, which would not pass on the SIGTERM of npm',
  async (name) => {
    const { scripts } = JSON.parse(await fs.readFile('package.json', 'utf8'));
    expect(scripts[name]).toMatch(/^exec /);
  },
);

const VERSIONS = [
  '18.20.8',
  '20.12.0',
  '20.18.3',
  '20.19.0',
  '20.20.1',
  '21.7.3',
  '22.11.0',
  '22.12.0',
  '22.23.0',
].concat(['23.11.0', '24.0.0', '24.9.0', '25.1.0', '26.0.0']);

test('a version of Node that package.json allows is one that every package with an install script allows', async () => {
  const { engines } = JSON.parse(await fs.readFile('package.json', 'utf8'));
  const lock = JSON.parse(await fs.readFile('package-lock.json', 'utf8'));
  expect(lock.packages[''].engines).toEqual(engines);
  const allowed = VERSIONS.filter((version) => isInRange(engines.node, version));
  expect(allowed).toEqual(['20.19.0', '20.20.1', '22.12.0', '22.23.0', '24.0.0', '24.9.0', '25.1.0', '26.0.0']);
  const installing = Object.entries<{ hasInstallScript?: boolean; engines?: { node?: string } }>(lock.packages).filter(
    ([, { hasInstallScript }]) => hasInstallScript,
  );
  expect(installing.map(([name]) => name)).toContain('node_modules/prisma');
  const refusing = installing.flatMap(([name, { engines: their }]) =>
    allowed.filter((version) => their?.node && !isInRange(their.node, version)).map((version) => `${name}: ${version}`),
  );
  expect(refusing).toEqual([]);
});

test('a version of Node that package.json refuses gets one sentence that names the allowed ones', async () => {
  const manifest = path.join(checkout, 'package.json');
  const text = await fs.readFile(manifest, 'utf8');
  await fs.writeFile(manifest, JSON.stringify({ ...JSON.parse(text), engines: { node: '^18.1 || ^19.2 || >=99' } }));
  const { code, stderr } = await run('scripts/requirements.mjs');
  await fs.writeFile(manifest, text);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `\nBotplay needs Node 18.1+, 19.2+ or 99+; this is ${process.version}.\n`,
  });
});
