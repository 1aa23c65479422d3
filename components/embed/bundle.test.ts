import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BOARDS } from '@/components/boards/registry';
import { bundleEmbed } from '@/scripts/embed.mjs';
import { temporaryDirectory } from '@/scripts/test-server.mjs';

/** Bytes of the compressed script of an embedded page. */
const MAX_SCRIPT_BYTES = 80_000;

test('the bundle of the embedded pages has every board, no React, no Next, no rules, and stays within its size', async () => {
  const folder = await temporaryDirectory('embed');
  const sources = await bundleEmbed(folder);
  for (const game of Object.keys(BOARDS)) expect(sources).toContain(`components/boards/${game}/board.tsx`);
  expect(sources.filter((file) => /node_modules\/(react|react-dom|next|zod)\//.test(file))).toEqual([]);
  expect(sources.filter((file) => file.startsWith('lib/games/'))).toEqual([]);

  const { script, style, fonts } = JSON.parse(await fs.readFile(path.join(folder, 'files.json'), 'utf8'));
  const sizeOf = async (name: string) => (await fs.stat(path.join(folder, name))).size;
  expect(fonts).toHaveLength(2);
  expect(await sizeOf(`${style}.br`)).toBeGreaterThan(1_000);
  expect(await sizeOf(`${script}.br`)).toBeGreaterThan(1_000);
  expect(await sizeOf(`${script}.br`)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  await fs.rm(folder, { recursive: true });
}, 180_000);
