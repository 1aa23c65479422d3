import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect, it, onTestFinished } from 'vitest';
import { clientExample } from '@/app/docs/(guide)/builders/client-example';
import { GET as getFile } from '@/app/docs/examples/[...path]/route';
import { GET as getPackage } from '@/app/docs/examples.tgz/route';
import { GET as getTraces } from '@/app/docs/traces.md/route';
import { temporaryDirectory } from '@/lib/testing/server';
import { exampleFiles, importedPackages } from './example-files';

const run = promisify(execFile);
const get = (file: string) =>
  getFile(new Request(`http://localhost/docs/examples/${file}`), {
    params: Promise.resolve({ path: file.split('/') }),
  });

/** Unpacks the package of the site; returns its folder. */
async function unpack(): Promise<string> {
  const { directory: folder, remove } = await temporaryDirectory('examples');
  onTestFinished(remove);
  const answer = await getPackage();
  const entries = Readable.from([Buffer.from(await answer.arrayBuffer())])
    .pipe(createGunzip())
    .pipe(extract());
  for await (const entry of entries) {
    const file = path.join(folder, entry.header.name);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, await buffer(entry));
  }
  return path.join(folder, 'package');
}

it('every example that a page names can be downloaded', async () => {
  const pages = (await fs.readdir('app/docs', { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const texts = await Promise.all(pages.map((file) => fs.readFile(path.join('app/docs', file), 'utf8')));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?:\bexamples\/|<ExampleLink path=")([\w/-]+\.\w+)/g)].map(([, file = '']) => file),
  );
  expect(named.length).toBeGreaterThan(3);
  for (const file of new Set(named)) {
    const answer = await get(file);
    expect(answer.status, file).toBe(200);
    expect(await answer.text()).toBe(await fs.readFile(path.join('examples', file), 'utf8'));
  }
});

it('every document of the repository that a page names is on the site', async () => {
  const pages = (await fs.readdir('app/docs', { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const texts = await Promise.all(pages.map((file) => fs.readFile(path.join('app/docs', file), 'utf8')));
  const named = texts.flatMap((text) => [...text.matchAll(/\bdocs\/([\w-]+\.md)/g)].map(([, file = '']) => file));
  expect(named).toContain('traces.md');
  for (const file of named) expect((await fs.stat(path.join('app/docs', file, 'route.ts'))).isFile()).toBe(true);
  expect(await (await getTraces()).text()).toBe(await fs.readFile('docs/traces.md', 'utf8'));
});

it('the example of the typed client passes the strictest checks of TypeScript in a folder of its own', async () => {
  const { directory: folder, remove } = await temporaryDirectory('client');
  onTestFinished(remove);
  for (const file of ['client/index.ts', 'client/api.ts']) {
    await fs.mkdir(path.join(folder, 'client'), { recursive: true });
    await fs.writeFile(path.join(folder, file), await (await get(file)).text());
  }
  await fs.writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await fs.writeFile(path.join(folder, 'play.ts'), clientExample('http://localhost:3000'));
  await fs.symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const strictest = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck'];
  const compiler = path.resolve('node_modules/typescript-5/bin/tsc');
  const options = ['--module', 'nodenext', '--target', 'es2022', '--noEmit', '--types', 'node', ...strictest];
  const checked = await run(process.execPath, [compiler, ...options, 'play.ts'], { cwd: folder }).catch(
    (fault: { stdout: string }) => fault,
  );
  expect(checked.stdout).toBe('');
});

it.each(['agent.test.ts', 'testing/run-example.ts', '../package.json', 'package.json', '..%2fpackage.json', 'client'])(
  'what is no example is not found: %s',
  async (file) => {
    expect((await get(file)).status).toBe(404);
  },
);

it('the package has every file, and a version of every package that they import', async () => {
  const folder = await unpack();
  const { dependencies } = JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8'));
  for (const file of await exampleFiles()) {
    const text = await fs.readFile(path.join(folder, file), 'utf8');
    expect(text).not.toContain("from '@/");
    for (const name of importedPackages(text)) expect(dependencies, `${name} in ${file}`).toHaveProperty([name]);
    for (const [, near = ''] of text.matchAll(/from '(\.[^']*)'/g)) {
      const target = path.join(folder, path.dirname(file), near.replace(/\.js$/, '.ts'));
      const found = await Promise.any(
        [target, `${target}.ts`, path.join(target, 'index.ts')].map((one) => fs.stat(one)),
      );
      expect(found.size, `${near} in ${file}`).toBeGreaterThan(0);
    }
  }
});

it('its program starts an example by name, and lists them without one', async () => {
  const folder = await unpack();
  await fs.symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const start = (...args: string[]) => run(process.execPath, [path.join(folder, 'start.mjs'), ...args]);
  await expect(start()).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('llm-agent') });
  await expect(start('../secret')).rejects.toMatchObject({ code: 2 });
  await expect(start('agent', '--no-such-option')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--no-such-option'),
  });
});
