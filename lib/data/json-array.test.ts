import { expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { pool } from './database';
import { jsonArray } from './json-array';

useDatabase();

const inDatabase = async (texts: (string | null)[]) => {
  const { rows } = await pool().query<{ text: string | null }>('SELECT t::text AS text FROM unnest($1::json[]) AS t', [
    jsonArray(texts),
  ]);
  return rows.map(({ text }) => text);
};

it.each([
  [[]],
  [['{"a": [1, 2]}']],
  [['"Ünïcödé 🙂 \\" \\\\ \\n"', null, 'null', '[]', '12.50']],
  [Array.from({ length: 300 }, (_, index) => JSON.stringify({ index, text: 'x'.repeat(index) }))],
])('texts arrive as they are, each in its place', async (texts) => {
  expect(await inDatabase(texts)).toEqual(texts);
});

it('what is no JSON is refused', async () => {
  await expect(inDatabase(['{"a":']).then(String)).rejects.toMatchObject({ code: '22P02' });
});
