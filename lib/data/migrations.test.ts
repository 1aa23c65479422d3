import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { pool } from '@/lib/data/database';
import { useDatabase } from '@/lib/testing/database';
import { temporaryDirectory } from '@/lib/testing/server';
import { withClient } from '@/lib/testing/template';
import { databaseUrl } from '@/lib/testing/url';
import { deployWithPrisma, diffMigrations } from '@/scripts/schema-engine';
import { MIGRATIONS_DIRECTORY, migrate, readMigrations } from './migrate';

useDatabase();

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** An empty database, dropped after the test. */
async function emptyDatabase(): Promise<string> {
  const { server } = inject('database');
  const name = `botplay_migrations_${randomBytes(4).toString('hex')}`;
  await withClient(server, (client) => client.query(`CREATE DATABASE "${name}"`));
  cleanups.push(() => withClient(server, (client) => client.query(`DROP DATABASE "${name}" WITH (FORCE)`)));
  return databaseUrl(server, name);
}

/** A folder of migrations with these scripts, removed after the test. */
async function migrationsOf(scripts: Record<string, string>): Promise<string> {
  const { directory, remove } = await temporaryDirectory('migrations');
  cleanups.push(remove);
  for (const [name, script] of Object.entries(scripts)) {
    await fs.mkdir(path.join(directory, name), { recursive: true });
    await fs.writeFile(path.join(directory, name, 'migration.sql'), script);
  }
  return directory;
}

const rowsOf = (url: string, query: string) => withClient(url, async (client) => (await client.query(query)).rows);

async function names(query: string): Promise<string[]> {
  const result = await pool().query<{ name: string }>(query);
  return result.rows.map((row) => row.name);
}

describe('the migrations', () => {
  test('lead to schema.prisma', async () => {
    const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
    const schema = await fs.readFile('prisma/schema.prisma', 'utf8');
    const difference = await diffMigrations(inject('database').server, MIGRATIONS_DIRECTORY, migrations, schema);
    expect(difference, 'run `npm run migration -- <name>`').toBe('');
  });

  test('are compared with schema.prisma: a new field gives a difference', async () => {
    const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
    const schema = await fs.readFile('prisma/schema.prisma', 'utf8');
    const changed = schema.replace('model Owner {', 'model Owner {\n  nickname String?');
    const difference = await diffMigrations(inject('database').server, MIGRATIONS_DIRECTORY, migrations, changed);
    expect(difference).toContain('ADD COLUMN     "nickname" TEXT');
  });

  test('keep the data of a database that Prisma migrated to the version before', async () => {
    const url = await emptyDatabase();
    const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
    const before = migrations.slice(0, 1);
    await deployWithPrisma(url, MIGRATIONS_DIRECTORY, before);
    const session = randomUUID();
    await withClient(url, async (client) => {
      await client.query(
        `INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status)
         VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'x', 'active')`,
        [session],
      );
      await client.query(
        `INSERT INTO session_steps (session_id, step_number, action) VALUES ($1, 1, '{"type":"state"}')`,
        [session],
      );
      await client.query(
        `INSERT INTO mcp_sessions (id, credential_id, protocol_version, client_info) VALUES ('m', 'c', '2025-11-25', '{}')`,
      );
    });
    expect(await migrate(url)).toEqual(migrations.slice(before.length).map(({ name }) => name));
    expect(await rowsOf(url, 'SELECT id, status FROM sessions')).toEqual([{ id: session, status: 'active' }]);
    expect(await rowsOf(url, 'SELECT session_id, step_number FROM session_steps')).toEqual([
      { session_id: session, step_number: 1 },
    ]);
    expect(await rowsOf(url, 'SELECT id FROM mcp_sessions')).toEqual([{ id: 'm' }]);
  });

  test('bind stored credentials and open MCP sessions to the origin of their experience', async () => {
    const url = await emptyDatabase();
    const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
    const before = migrations.filter(({ name }) => name < '20261123212601');
    const scripts = Object.fromEntries(before.map(({ name, script }) => [name, script]));
    await migrate(url, await migrationsOf(scripts));
    const servers = [
      ['mcp', { mcp: { server_url: 'HTTPS://Example.org:443/mcp?a=b' } }, 'You', 'https://example.org', false],
      ['rest', { rest: { base_url: 'http://[::1]:8080/api' } }, 'You', 'http://[::1]:8080', false],
      ['discovered', { discovered: { server_url: 'http://a.example:80' } }, 'a.example', 'http://a.example', true],
      ['discovered', { discovered: { server_url: 'http://a.example/x' } }, 'You', 'http://a.example', false],
      ['mcp', { mcp: { server_url: 'https://user@b\u00fccher.example/mcp' } }, 'You', null, false],
      ['builtin', { builtin: {} }, 'You', null, false],
    ] as const;
    await withClient(url, async (client) => {
      for (const [index, [kind, manifest, publisher]] of servers.entries()) {
        await client.query(
          `WITH x AS (
             INSERT INTO experiences (id, name, version, summary, category, tier, publisher_name, manifest, kind)
             VALUES (gen_random_uuid(), $1, '1.0.0', 's', 'c', 2, $2, $3, $4) RETURNING id),
           s AS (
             INSERT INTO sessions (id, agent_id, experience_id, experience_agent_id, status, upstream_session_id)
             SELECT gen_random_uuid(), gen_random_uuid(), id, 'x', 'active', '2025-11-25 abc' FROM x)
           INSERT INTO credentials (id, agent_id, experience_id, label, auth_method, sealed)
           SELECT gen_random_uuid(), gen_random_uuid(), id, 'main', 'custom', '' FROM x`,
          [`server ${index}`, publisher, manifest, kind],
        );
      }
    });
    await migrate(url);
    const bound = await rowsOf(
      url,
      `SELECT x.origin, x.origin_is_fixed, c.origin AS credential, s.upstream_session_id AS handle
         FROM experiences x JOIN credentials c ON c.experience_id = x.id JOIN sessions s ON s.experience_id = x.id
        ORDER BY x.name`,
    );
    expect(bound).toEqual(
      servers.map(([, , , origin, isFixed]) => ({
        origin,
        origin_is_fixed: isFixed,
        credential: origin,
        handle: origin === null ? '2025-11-25 abc' : `2025-11-25 abc ${origin}`,
      })),
    );
  });

  test('keep the logs of study sessions, and the numbers that clients of the relay come back with', async () => {
    const url = await emptyDatabase();
    const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
    const before = migrations.filter(({ name }) => name < '20261123213357');
    await deployWithPrisma(url, MIGRATIONS_DIRECTORY, before);
    const [room, quiet] = [randomUUID(), randomUUID()];
    await withClient(url, async (client) => {
      await client.query(
        `INSERT INTO relay_rooms (id, name, app, is_open, last_seq, live, updated_at)
         VALUES ($1, 'a', 'list', true, 6, '{}', now()), ($2, 'b', 'list', true, 3, '{}', now())`,
        [room, quiet],
      );
      await client.query(
        `INSERT INTO relay_sessions (id, room_id, app, study_id, participant_id, started_at, event_count)
         VALUES ('s-20261101-001', $1, 'list', '', '', now(), 3)`,
        [room],
      );
      await client.query(
        `INSERT INTO relay_events (room_id, seq, session_id, event_index, at, direction, type, payload, audience, internal)
         VALUES ($1, 2, NULL, NULL, now(), 'internal', 'presence.changed', '{"agents": 1}', 'all', NULL),
                ($1, 3, $2, 0, now(), 'in', 'session.start', '{"studyId": null}', NULL, '{"input": {"kind": "state", "state": null}}'),
                ($1, 4, $2, 1, now(), 'out', 'session.started', '{}', 'abcdefghijklmnopqrstuvwx', '{"member": "abcdefghijklmnopqrstuvwx"}'),
                ($1, 5, $2, 2, now(), 'out', 'tool.called', '{}', 'host', NULL),
                ($1, 6, NULL, NULL, now(), 'out', 'state.updated', '{}', 'all', NULL)`,
        [room, 's-20261101-001'],
      );
    });
    await migrate(url);
    const logged = await rowsOf(
      url,
      `SELECT audience, e.seq, type, data FROM events e JOIN relay_sessions s ON e.stream = 'relay:' || s.room_id
       WHERE e.id > s.events_after::bpchar ORDER BY e.id LIMIT 3`,
    );
    expect(logged).toEqual([
      {
        audience: 'log',
        seq: 1,
        type: 'session.start',
        data: {
          place: 3,
          index: 0,
          direction: 'in',
          payload: { studyId: null },
          internal: { input: { kind: 'state', state: null } },
        },
      },
      {
        audience: 'member',
        seq: 1,
        type: 'session.started',
        data: {
          place: 4,
          index: 1,
          direction: 'out',
          payload: {},
          internal: { member: 'abcdefghijklmnopqrstuvwx' },
        },
      },
      {
        audience: 'host',
        seq: 1,
        type: 'tool.called',
        data: { place: 5, index: 2, direction: 'out', payload: {} },
      },
    ]);
    const heads = (await rowsOf(url, 'SELECT head FROM relay_rooms ORDER BY name')).map(({ head }) => head);
    const last = `00${'6'.padStart(24, '0')}`;
    expect(heads[0]).toMatchObject({
      lastId: last,
      seqs: { room: 2, log: 2, member: 1, host: 1 },
      lastIds: { room: last },
    });
    expect(heads[1]).toEqual({ lastId: null, seqs: { log: 3 }, lastIds: {} });
  });

  test('recognise a database that has all migrations that another one replaces, and refuse one that has only some', async () => {
    const directory = await migrationsOf({
      '3_base': 'CREATE TABLE a (n int); CREATE TABLE b (n int);',
      '4_c': 'CREATE TABLE c (n int);',
    });
    await fs.writeFile(path.join(directory, '3_base', 'replaces.txt'), '1_a\n2_b\n');
    const old = { '1_a': 'CREATE TABLE a (n int);', '2_b': 'CREATE TABLE b (n int);' };
    const url = await emptyDatabase();
    await migrate(url, await migrationsOf(old));
    await withClient(url, (client) => client.query('INSERT INTO a VALUES (7)'));
    expect(await migrate(url, directory)).toEqual(['3_base', '4_c']);
    expect(await rowsOf(url, 'SELECT n FROM a')).toEqual([{ n: 7 }]);
    expect(await migrate(url, directory)).toEqual([]);
    const partly = await emptyDatabase();
    await migrate(partly, await migrationsOf({ '1_a': old['1_a'] }));
    await expect(migrate(partly, directory)).rejects.toThrow(
      'The database has 1 of the 2 migrations that 3_base replaces. The first missing one is 2_b.',
    );
  });

  test('are recorded as Prisma records them, so that it has nothing left to apply', async () => {
    const url = await emptyDatabase();
    const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
    expect(await migrate(url)).toEqual(migrations.map(({ name }) => name));
    expect(await deployWithPrisma(url, MIGRATIONS_DIRECTORY, migrations)).toEqual([]);
    expect(await migrate(url)).toEqual([]);
  });
});

describe('migrate', () => {
  test('applies nothing to a migrated database', async () => {
    expect(await migrate(process.env.DATABASE_URL ?? '')).toEqual([]);
  });

  test('rolls back a migration that fails and applies it on the next start', async () => {
    const url = await emptyDatabase();
    const scripts = { '1_first': 'CREATE TABLE a (n int);', '2_second': 'CREATE TABLE b (n int); SELECT 1 / 0;' };
    await expect(migrate(url, await migrationsOf(scripts))).rejects.toThrow(
      'The migration 2_second failed and was rolled back: division by zero',
    );
    const corrected = await migrationsOf({ ...scripts, '2_second': 'CREATE TABLE b (n int);' });
    expect(await migrate(url, corrected)).toEqual(['2_second']);
    expect(await rowsOf(url, 'SELECT migration_name FROM _prisma_migrations ORDER BY 1')).toEqual([
      { migration_name: '1_first' },
      { migration_name: '2_second' },
    ]);
  });

  test('applies a migration that an earlier attempt left unfinished', async () => {
    const url = await emptyDatabase();
    await migrate(url, await migrationsOf({ '1_first': 'SELECT 1;' }));
    await rowsOf(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '2_second') RETURNING id`,
    );
    const directory = await migrationsOf({ '1_first': 'SELECT 1;', '2_second': 'CREATE TABLE b (n int);' });
    expect(await migrate(url, directory)).toEqual(['2_second']);
    expect(await deployWithPrisma(url, directory, await readMigrations(directory))).toEqual([]);
  });

  test('refuses to start when an applied migration was edited', async () => {
    const url = await emptyDatabase();
    await migrate(url, await migrationsOf({ '1_first': 'SELECT 1;' }));
    await expect(migrate(url, await migrationsOf({ '1_first': 'SELECT 2;' }))).rejects.toThrow(
      'These migrations were edited after they were applied to the database: 1_first.',
    );
  });

  test('names DATABASE_URL when the database cannot be reached', async () => {
    await expect(migrate('postgresql://x:y@127.0.0.1:1/z')).rejects.toThrow(
      'Could not connect to the database of DATABASE_URL',
    );
  });

  test('names DATABASE_URL and what to do when its user may not change the database', async () => {
    const url = new URL(await emptyDatabase());
    const user = `botplay_reader_${randomBytes(4).toString('hex')}`;
    await withClient(url.href, (client) => client.query(`CREATE ROLE ${user} LOGIN PASSWORD 'x'`));
    cleanups.push(() => withClient(inject('database').server, (client) => client.query(`DROP ROLE ${user}`)));
    Object.assign(url, { username: user, password: 'x' });
    await expect(migrate(url.href, await migrationsOf({ '1_first': 'SELECT 1;' }))).rejects.toThrow(
      /^The user of DATABASE_URL has too few rights: permission denied for .*ALTER DATABASE/,
    );
  });

  test('waits for a long transaction in tries, between which calls go on', async () => {
    const url = await emptyDatabase();
    await migrate(url, await migrationsOf({ '1_first': 'CREATE TABLE a (n int);' }));
    const script = { '1_first': 'CREATE TABLE a (n int);', '2_second': 'CREATE INDEX a_n ON a (n); DROP INDEX a_n;' };
    const directory = await migrationsOf(script);
    await withClient(url, async (backup) => {
      await backup.query('BEGIN; SELECT count(*) FROM a');
      let isMigrated = false;
      const migrating = migrate(url, directory, 'DATABASE_URL', 50).then((applied) => {
        isMigrated = true;
        return applied;
      });
      const slowest = await withClient(url, async (client) => {
        let ms = 0;
        for (const startedMs = performance.now(); performance.now() - startedMs < 500; ) {
          const calledMs = performance.now();
          await client.query('INSERT INTO a VALUES (1)');
          ms = Math.max(ms, performance.now() - calledMs);
        }
        return ms;
      });
      expect(isMigrated).toBe(false);
      expect(slowest).toBeLessThan(400);
      await backup.query('COMMIT');
      expect(await migrating).toEqual(['2_second']);
    });
  });
});

describe('the migrated database', () => {
  test('has the indexes that schema.prisma cannot express', async () => {
    expect(await names("SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public'")).toEqual(
      expect.arrayContaining([
        'sessions_one_active_per_agent',
        'session_steps_once_a_key',
        'match_positions_due',
        'matches_unclosed',
        'matches_live',
        'matches_one_exhibition_per_game',
        'agents_one_player_per_owner',
        'lobbies_one_open_rematch',
        'lobbies_to_fill',
        'experiences_page',
        'experiences_playable_page',
        'experiences_words',
        'credentials_one_default',
      ]),
    );
  });

  test('compares event ids byte by byte in every locale', async () => {
    const collated = await names(
      "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND collation_name = 'C' ORDER BY 1",
    );
    expect(collated).toEqual(['events.id', 'events.stream', 'stream_heads.stream']);
  });

  test('refuses a second active session of an agent and an unknown status', async () => {
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
});
