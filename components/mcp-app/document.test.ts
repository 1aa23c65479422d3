import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BOARDS } from '@/components/boards/registry';
import { bundleBoardDocument } from '@/scripts/mcp-app.mjs';
import { temporaryDirectory } from '@/scripts/test-server.mjs';

/** Bytes of the document, uncompressed as a chat receives it. */
const MAX_BYTES = 150 * 1024;

test('the board of a chat is one document with every board that loads nothing, and stays within its size', async () => {
  const folder = await temporaryDirectory('mcp-app');
  const file = path.join(folder, 'board.html');
  const sources = await bundleBoardDocument(file);
  for (const game of Object.keys(BOARDS)) expect(sources).toContain(`components/boards/${game}/board.tsx`);
  expect(
    sources.filter((name) => /node_modules\/(react|react-dom|next|zod|@modelcontextprotocol)\//.test(name)),
  ).toEqual([]);
  expect(sources.filter((name) => name.startsWith('lib/games/'))).toEqual([]);

  const text = await fs.readFile(file, 'utf8');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES);
  expect(text).not.toMatch(/<(link|img|iframe)\b|\bsrc=|@import|url\((?!["']?(data:|#))/);
  await fs.rm(folder, { recursive: true });
}, 180_000);
