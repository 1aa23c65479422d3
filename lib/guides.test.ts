import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { NOTICE_TYPES } from '@/lib/domain/notifications';

const read = (file: string): Promise<string> => fs.readFile(file, 'utf8');
const guides = (await fs.readdir('docs')).filter((name) => name.startsWith('adding-')).map((name) => `docs/${name}`);

const ROOTS = /^(app|components|docs|e2e|lib|prisma|scripts|server)\//;

describe('the guides of what people add', () => {
  it.each(guides)('%s names files that exist', async (guide) => {
    const spans = [...(await read(guide)).matchAll(/`([^`\s]+)`/g)].map(([, span]) => span ?? '');
    const paths = spans.filter((span) => ROOTS.test(span) && !/[<*{]/.test(span));
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(guides)('%s is linked from CONTRIBUTING.md', async (guide) => {
    expect(await read('CONTRIBUTING.md')).toContain(`(${guide})`);
  });

  it.each(['adding-a-notification.md', 'adding-a-table.md'])('%s shows code of the product', async (name) => {
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(await read(`docs/${name}`)) ?? [];
    const files = ['lib/domain/controls/daily-caps.ts', 'lib/domain/catalog/catalog.repo.ts'];
    const sources = await Promise.all(files.map(read));
    const lines = example.split('\n').map((line) => line.trim());
    expect(lines.length).toBeGreaterThan(1);
    expect(sources.some((source) => lines.every((line) => source.includes(line)))).toBe(true);
  });
});

it('the threat model names tests and files that exist, and is linked from README.md', async () => {
  const named = [...(await read('docs/threat-model.md')).matchAll(/`([^`\s]+\.(?:ts|tsx))`/g)].map(
    ([, path]) => path ?? '',
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
  expect(await read('README.md')).toContain('(docs/threat-model.md)');
});

it.each(NOTICE_TYPES)(
  'the notice %s has its sentence in the console and its line in the documentation',
  async (type) => {
    expect(await read('components/console/notice-list.tsx')).toContain(`case '${type}':`);
    expect(await read('components/docs/notice-table.tsx')).toContain(`'${type}'`);
  },
);
