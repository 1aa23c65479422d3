import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { useBreakableDatabase } from '@/lib/testing/database';
import { pool, readSnapshot } from './database';

const proxy = useBreakableDatabase();
afterEach(() => {
  vi.useRealTimers();
  proxy().repair();
});

test('a snapshot does not see what changes meanwhile, and changes nothing', async () => {
  await pool().query('CREATE TABLE seen (n int)');
  const counts = await readSnapshot(async (client) => {
    const count = async () => (await client.query('SELECT count(*)::int AS n FROM seen')).rows[0].n;
    const before = await count();
    await pool().query('INSERT INTO seen VALUES (1)');
    return [before, await count()];
  });
  expect(counts).toEqual([0, 0]);
  await expect(readSnapshot((client) => client.query('INSERT INTO seen VALUES (2)'))).rejects.toThrow('read-only');
});

test('a snapshot on a connection that does not answer any more ends, with the fault of its work', async () => {
  await pool().query('SELECT 1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let onFrozen = () => {};
  const frozen = new Promise<void>((resolve) => {
    onFrozen = resolve;
  });
  const reading = readSnapshot(async () => {
    proxy().freeze();
    onFrozen();
    throw new Error('the archive is too large');
  });
  const thrown = expect(reading).rejects.toThrow('the archive is too large');
  await frozen;
  await setImmediate();
  await vi.advanceTimersByTimeAsync(15_000);
  await thrown;
});
