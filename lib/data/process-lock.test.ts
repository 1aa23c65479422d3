import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandOf, LockOwnedError, takeLock } from './process-lock';

let folder = '';
const children: ReturnType<typeof spawn>[] = [];
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'botplay-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await fs.rm(folder, { recursive: true, force: true });
});

/** Starts a shell and the first line that it says. */
async function says(script: string): Promise<string> {
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

const startedOf = async (pid: number) =>
  (await fs.readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[19] ?? '';

async function leaveLock(pid: number): Promise<string> {
  const file = path.join(folder, 'lock');
  await fs.writeFile(file, JSON.stringify({ pid, started: await startedOf(pid), about: 'http://localhost:1' }));
  return file;
}

it('a lock is refused while its process runs, and free after release', async () => {
  const file = path.join(folder, 'lock');
  const release = await takeLock(file, 'http://localhost:1');
  await expect(takeLock(file, 'http://localhost:2')).rejects.toMatchObject({ about: 'http://localhost:1' });
  await release();
  await (await takeLock(file, 'http://localhost:2'))();
});

it.runIf(process.platform === 'linux')('is locked while its process runs', async () => {
  const pid = Number(await says('echo $$; exec sleep 30'));
  await expect(takeLock(await leaveLock(pid), '')).rejects.toBeInstanceOf(LockOwnedError);
});

it.runIf(process.platform === 'linux')(
  'is taken over from a killed process, also before its parent has reaped it',
  async () => {
    // `exec` makes a parent that never asks about its children.
    const pid = Number(await says('sleep 30 & echo $!; exec sleep 30'));
    const file = await leaveLock(pid);
    expect(await commandOf(pid)).toContain('sleep');
    process.kill(pid, 'SIGKILL');
    await expect.poll(async () => (await fs.readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z ')).toBe(true);
    expect(await commandOf(pid)).toBeNull();
    await (await takeLock(file, ''))();
  },
);

it('is never owned twice when many take it from an ended process at the same time', async () => {
  const file = path.join(folder, 'lock');
  for (let round = 0; round < 30; round++) {
    await fs.writeFile(file, JSON.stringify({ pid: 2 ** 22 + 1, started: '1', about: 'ended' }));
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(file, '')));
    const releases = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(releases).toHaveLength(1);
    for (const release of releases) await release();
  }
});
