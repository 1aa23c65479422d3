import { afterAll, expect, test } from 'vitest';
import { useDatabase } from '@/lib/testing/database';
import { type Client, makePool, pool, sql, transaction } from './database';

useDatabase();

const READ = 'SELECT * FROM changing WHERE id = $1';
const read = (on?: Client | ReturnType<typeof makePool>) => sql<{ id: number }>('test.changing', READ, [1], on);
const addColumn = (name: string) => pool().query(`ALTER TABLE changing ADD COLUMN ${name} int`);

const single = makePool(1);
afterAll(() => single.end());

/** Connections that have prepared the statement, all of them free. */
async function prepareOn(count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool().connect()));
  await Promise.all(clients.map((client) => read(client)));
  for (const client of clients) client.release();
}

test('a migration while the process runs makes no prepared statement fail', async () => {
  await pool().query('CREATE TABLE changing (id int PRIMARY KEY); INSERT INTO changing VALUES (1)');
  await prepareOn(4);
  await addColumn('a');
  const rows = await Promise.all(Array.from({ length: 8 }, () => read()));
  expect(rows).toEqual(Array.from({ length: 8 }, () => [{ id: 1, a: null }]));
});

test('a transaction with such a statement is repeated as a whole, and takes effect once', async () => {
  await prepareOn(4);
  await addColumn('b');
  const inserted = await transaction(async (client) => {
    await sql('test.insert_changing', 'INSERT INTO changing (id) VALUES (2)', [], client);
    await read(client);
    return sql('test.count_changing', 'SELECT count(*) AS n FROM changing', [], client);
  });
  expect(inserted).toEqual([{ n: 2 }]);
});

test('the one connection of a pool is prepared anew after each migration', async () => {
  for (const column of ['c', 'd', 'e']) {
    await read(single);
    await addColumn(column);
    expect(Object.keys((await read(single))[0] ?? {})).toContain(column);
  }
});
