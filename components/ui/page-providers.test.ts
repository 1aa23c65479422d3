import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Pages that must load fast, and do without the contexts of forms. */
const LIGHT_PAGES = [
  'app/(watch)/page.tsx',
  'app/(watch)/matches/[id]/page.tsx',
  'app/(watch)/matches/(archive)/page.tsx',
  'app/(watch)/tv/page.tsx',
  'app/(watch)/legal/[page]/page.tsx',
  'app/(watch)/status/page.tsx',
];

/** The layouts around a page, below the root layout. */
function layoutsAround(page: string): string[] {
  const folders = path.dirname(page).split('/').slice(1);
  return folders.map((_, index) => path.join('app', ...folders.slice(0, index + 1), 'layout.tsx'));
}

const readOrNone = (file: string) => fs.readFile(file, 'utf8').catch(() => '');

test('every page but those that must load fast has the contexts of forms and filters', async () => {
  const pages = (await fs.readdir('app', { recursive: true }))
    .map((name) => path.join('app', name))
    .filter((name) => path.basename(name) === 'page.tsx');
  expect(pages).toEqual(expect.arrayContaining(LIGHT_PAGES));
  for (const page of pages) {
    const layouts = await Promise.all(layoutsAround(page).map(readOrNone));
    const hasProviders = layouts.some((text) => text.includes('PageProviders'));
    expect(`${page} ${hasProviders}`).toBe(`${page} ${!LIGHT_PAGES.includes(page)}`);
  }
});
