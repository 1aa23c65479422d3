import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Program, startProgram } from '@/lib/testing/program';
import { temporaryDirectory } from '@/lib/testing/server';

let place: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  place = await temporaryDirectory('pages');
});
afterAll(() => place.remove());

const folders = async () => (await fs.readdir(place.directory)).filter((name) => name.startsWith('botplay-pages-'));

test.each<[string, (parent: Program) => void]>([
  ['a start that fails', (parent) => parent.say('fail')],
  ['a process that is killed before its pages begin', (parent) => parent.end()],
])(
  '%s leaves no folder of sockets',
  async (_name, end) => {
    const parent = startProgram('server/testing/page-parent-process.ts', { TMPDIR: place.directory });
    await parent.heard('started');
    await vi.waitFor(async () => expect(await folders()).toHaveLength(1));
    // Time to start the process of the pages.
    await sleep(200);
    end(parent);
    await vi.waitFor(async () => expect(await folders()).toEqual([]), { timeout: 20_000 });
  },
  60_000,
);
