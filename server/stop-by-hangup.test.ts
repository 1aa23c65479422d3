import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { afterAll, expect, test } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { type Program, startProgram } from '@/lib/testing/program';

useDatabase();
let program: Program;
afterAll(() => program.end());

test('SIGHUP, as of a terminal that is closed, stops a running process gracefully', async () => {
  program = startProgram('server/testing/start-process.ts', { ROLE: 'worker', PORT: String(await getPort()) });
  const ended = once(program.child, 'exit');
  while (!program.lines.some((line) => line.startsWith('Botplay is running at'))) {
    if (program.child.exitCode !== null) throw new Error(program.logged());
    await sleep(20);
  }
  program.child.kill('SIGHUP');
  expect(await ended).toEqual([0, null]);
  expect(program.lines).toContain('SIGHUP: finishing running calls. Press Ctrl-C again to quit immediately.');
}, 90_000);
