import fs from 'node:fs/promises';
import { expect, inject, test } from 'vitest';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { MIGRATIONS_DIRECTORY, migrate } from './migrate';
import { diffMigrations, readMigrations } from './schema-engine';

useDatabase();

async function names(query: string): Promise<string[]> {
  const result = await pool().query<{ name: string }>(query);
  return result.rows.map((row) => row.name);
}

test('the migrations make what schema.prisma says', async () => {
  const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
  const schema = await fs.readFile('prisma/schema.prisma', 'utf8');
  const difference = await diffMigrations(inject('database').server, MIGRATIONS_DIRECTORY, migrations, schema);
  expect(difference, 'run `npm run migration -- <name>`').toBe('');
});

test('a difference between migrations and schema is found', async () => {
  const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
  const schema = await fs.readFile('prisma/schema.prisma', 'utf8');
  const changed = schema.replace('model Owner {', 'model Owner {\n  nickname String?');
  const difference = await diffMigrations(inject('database').server, MIGRATIONS_DIRECTORY, migrations, changed);
  expect(difference).toContain('ADD COLUMN     "nickname" TEXT');
});

test('a migrated database has nothing left to do', async () => {
  expect(await migrate(process.env.DATABASE_URL ?? '')).toEqual([]);
});

test('the indexes that schema.prisma cannot say exist', async () => {
  expect(await names("SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public'")).toEqual(
    expect.arrayContaining([
      'sessions_one_active_per_agent',
      'session_steps_once_a_key',
      'match_positions_due',
      'matches_unsettled',
      'matches_live',
      'matches_one_exhibition_per_game',
      'agents_one_player_per_owner',
      'lobbies_one_open_rematch',
      'lobbies_to_fill',
      'experiences_page',
      'experiences_words',
      'credentials_one_default',
    ]),
  );
});

test('ids of events compare byte by byte, whatever the locale', async () => {
  const collated = await names(
    "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND collation_name = 'C' ORDER BY 1",
  );
  expect(collated).toEqual(['events.id', 'events.stream', 'social_messages.id', 'stream_heads.stream']);
});

test('an agent cannot have two active sessions, and a column refuses a word that it does not know', async () => {
  const insert = (status: string) =>
    pool().query(
      `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, ended_at)
       VALUES (gen_random_uuid(), '00000000-0000-7000-8000-000000000001', gen_random_uuid(), 'x', $1, $2)`,
      [status, status === 'active' ? null : new Date()],
    );
  await insert('active');
  await expect(insert('active')).rejects.toMatchObject({ constraint: 'sessions_one_active_per_agent' });
  await expect(insert('paused')).rejects.toMatchObject({ constraint: 'sessions_status_word' });
});
