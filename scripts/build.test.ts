import fs from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sourceFiles } from './build.mjs';

test('a build is made again when a file changes that Next, the bundles or the generated types are made from', async () => {
  const files = await sourceFiles();
  expect(files).toEqual(
    expect.arrayContaining([
      'instrumentation.ts',
      'next.config.ts',
      'server/index.ts',
      'examples/generator/write-client.ts',
    ]),
  );
  const program = await fs.readFile('scripts/build.mjs', 'utf8');
  const making = [...program.matchAll(/ from '\.\/(\w[\w-]*\.mjs)'/g)].map(([, name]) => `scripts/${name}`);
  const starting = ['scripts/requirements.mjs', 'scripts/serving.mjs'];
  expect(making.filter((name) => !files.includes(name))).toEqual(starting);
});
