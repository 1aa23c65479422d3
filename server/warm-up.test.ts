import { expect, test } from 'vitest';
import { type Client, warmUpPools, warmUpStatements } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { warmUpCalls } from './warm-up';

useDatabase();

test('prepares the statements of a step on every connection that is opened at start', async () => {
  await warmUpPools();
  await warmUpCalls();
  const prepared: string[][] = [];
  const readPrepared = async (connection: Client) => {
    const { rows } = await connection.query<{ name: string }>('SELECT name FROM pg_prepared_statements ORDER BY name');
    prepared.push(rows.map(({ name }) => name));
  };
  await warmUpStatements({ shared: readPrepared, planned: readPrepared });
  const [shared, planned] = [
    ['keys.key_by_hash', 'matches.find', 'sessions.find'],
    ['matches.commit', 'matches.commit_ending'],
  ];
  expect(prepared.toSorted((one, other) => other.length - one.length)).toEqual([
    ...Array.from({ length: 4 }, () => shared),
    ...Array.from({ length: 2 }, () => planned),
  ]);
});
