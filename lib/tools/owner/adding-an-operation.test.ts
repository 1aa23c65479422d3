import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const FILES = [
  'lib/domain/controls/daily-caps.ts',
  'lib/tools/owner/supervision.ts',
  'components/console/daily-caps.tsx',
].map((file) => readFile(file, 'utf8'));

test('docs/adding-an-operation.md shows code of the product', async () => {
  const text = await readFile('docs/adding-an-operation.md', 'utf8');
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block]) => lines(block as string));
  const product = lines((await Promise.all(FILES)).join('\n'));
  expect(blocks.length).toBeGreaterThan(3);
  for (const block of blocks) expect(product).toContain(block);
});

const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
