import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { pool } from './database';
import { rowsOf } from './rows';

useDatabase();

interface Everything {
  id: string | null;
  n: number | null;
  name: string | null;
  yes: boolean | null;
  at: Date | null;
  data: string | null;
}

const EVERYTHING = rowsOf<Everything>('e', {
  id: ['uuid', ({ id }) => id],
  n: ['int', ({ n }) => n],
  name: ['text', ({ name }) => name],
  yes: ['boolean', ({ yes }) => yes],
  at: ['timestamptz', ({ at }) => at],
  data: ['json', ({ data }) => data],
});

const inDatabase = async (rows: Everything[]) => {
  const text = `SELECT id, n, name, yes, at, data::text AS data FROM ${EVERYTHING.from(1)}`;
  return (await pool().query(text, EVERYTHING.values(rows))).rows;
};

const oneInDatabase = async (row: Everything) => {
  const text = `SELECT id, n, name, yes, at, data::text AS data FROM ${EVERYTHING.fromOne(1)}`;
  return (await pool().query(text, EVERYTHING.valuesOfOne(row))).rows;
};

const NOTHING: Everything = { id: null, n: null, name: null, yes: null, at: null, data: null };

it.each<[string, Everything[]]>([
  ['none', []],
  ['NULL everywhere', [NOTHING, NOTHING]],
  [
    'ends of ranges',
    [
      {
        id: randomUUID(),
        n: 2 ** 31 - 1,
        name: '',
        yes: true,
        at: new Date('2038-01-19T03:14:08.999Z'),
        data: '{"a": [1, 2]}',
      },
      {
        id: randomUUID().toUpperCase(),
        n: -(2 ** 31),
        name: 'Ünï 🙂 "\\{},NULL',
        yes: false,
        at: new Date(0),
        data: 'null',
      },
      { ...NOTHING, name: 'NULL', data: '"Ünï 🙂 \\" \\\\ \\n"' },
      { ...NOTHING, at: new Date('1999-12-31T23:59:59.001Z'), data: '12.50' },
    ],
  ],
  [
    'many',
    Array.from({ length: 300 }, (_, n) => ({
      ...NOTHING,
      n,
      name: n % 2 ? null : 'x'.repeat(n),
      data: JSON.stringify({ n, text: 'ü'.repeat(n) }),
    })),
  ],
])('stores rows unchanged and in order: %s', async (_, rows) => {
  const stored = rows.map((row) => ({ ...row, id: row.id?.toLowerCase() ?? null }));
  expect(await inDatabase(rows)).toEqual(stored);
  for (const [index, row] of rows.slice(0, 10).entries()) expect(await oneInDatabase(row)).toEqual([stored[index]]);
});

it.each([
  ['an invalid id', { ...NOTHING, id: 'not-a-uuid' }],
  ['an id of other letters', { ...NOTHING, id: 'zzzzzzzz-zzzz-zzzz-zzzz-zzzzzzzzzzzz' }],
  ['a number beyond the column', { ...NOTHING, n: 2 ** 31 }],
  ['no number', { ...NOTHING, n: Number.NaN }],
])('rejects a value that does not fit its column: %s', (_, row) => {
  expect(() => EVERYTHING.values([row])).toThrow();
});

it('invalid JSON is rejected by the database', async () => {
  await expect(inDatabase([{ ...NOTHING, data: '{"a":' }])).rejects.toMatchObject({ code: '22P02' });
});

it('finds a column by its name', () => {
  expect(EVERYTHING.parameter(3, 'name')).toBe('$5');
  expect(EVERYTHING.width).toBe(6);
  expect(() => EVERYTHING.parameter(3, 'unknown')).toThrow(RangeError);
});
