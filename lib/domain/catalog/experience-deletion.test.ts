import { expect, it } from 'vitest';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { CHILD_TABLES } from './experience-deletion.repo';

useDatabase();

/** The owner's log of calls and their sums stay; only built-in games, which nobody can delete, have matches. */
const STAY = ['audit_entries', 'usage_days', 'matches'];

it('a deleted experience takes the rows of every table that names it', async () => {
  const { rows } = await pool().query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'experience_id'`,
  );
  const tables = rows.map((row) => row.table_name).filter((name) => !STAY.includes(name));
  expect(tables.sort()).toEqual([...CHILD_TABLES].sort());
});
