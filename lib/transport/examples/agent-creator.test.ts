import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '@/lib/testing/server';
import { CREATOR, describeCreator, packedCreator } from './agent-creator';

const run = promisify(execFile);

/** The two addresses of the site that npm asks. */
async function site(): Promise<string> {
  const server = createServer(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.url === `/docs/npm/${CREATOR}`) response.end(JSON.stringify(await describeCreator(origin)));
    else if (request.url === `/docs/${CREATOR}.tgz`) response.end(await packedCreator(origin));
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('npm create makes the folder of an agent from the packed archive of the site, and never writes over files', async () => {
  const [origin, { directory, remove }] = [await site(), await temporaryDirectory('creator')];
  onTestFinished(remove);
  const env = {
    ...process.env,
    npm_config_cache: path.join(directory, 'cache'),
    npm_config_update_notifier: 'false',
  };
  // As the page prints it; --yes answers what npm asks a person.
  const command = ['create', 'botplay-agent', 'my-agent', '--registry', `${origin}/docs/npm`, '--yes'];
  const create = () => run('npm', command, { cwd: directory, env });
  expect((await create()).stdout).toContain('npm start');

  const folder = path.join(directory, 'my-agent');
  const { scripts, dependencies } = JSON.parse(await fs.readFile(path.join(folder, 'package.json'), 'utf8'));
  expect(scripts.start).toBe(`tsx agent.ts --url ${origin}`);
  for (const name of ['tsx', 'openapi-fetch', '@modelcontextprotocol/sdk']) expect(dependencies).toHaveProperty([name]);
  expect(await fs.readFile(path.join(folder, '.gitignore'), 'utf8')).toContain('.env');
  expect(await fs.readFile(path.join(folder, 'client/api.ts'), 'utf8')).toBe(
    await fs.readFile('examples/client/api.ts', 'utf8'),
  );

  await fs.symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const started = run('npm', ['start', '--silent', '--', '--no-such-option'], { cwd: folder, env });
  await expect(started).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('--no-such-option') });

  await expect(create()).rejects.toMatchObject({ stderr: expect.stringContaining('is not empty') });
});
