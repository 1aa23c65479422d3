import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '@/lib/testing/server';
import { playerProgram } from './programs';

const run = promisify(execFile);

it('the player of the page says in a line that its port is taken, and how to choose another', async () => {
  const otherServer = createServer();
  await new Promise<void>((done) => otherServer.listen(0, done));
  onTestFinished(() => void otherServer.close());
  const { port } = otherServer.address() as AddressInfo;
  const { directory, remove } = await temporaryDirectory('player');
  onTestFinished(remove);
  const file = path.join(directory, 'player.mjs');
  await fs.writeFile(file, playerProgram('http://localhost:1'));
  const started = run(process.execPath, [file, 'league_x'], { env: { ...process.env, PORT: String(port) } });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: `Port ${port} is taken. Choose another: PORT=${port + 1} node player.mjs league_x\n`,
  });
});
