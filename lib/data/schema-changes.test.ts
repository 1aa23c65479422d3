import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { LAST_UNCHECKED } from '@/lib/architecture/migrations';
import { breaksOf, readSchema, type Schema } from '@/lib/testing/schema-changes';
import { withClient } from '@/lib/testing/template';
import { databaseUrl } from '@/lib/testing/url';
import { MIGRATIONS_DIRECTORY, readMigrations } from './migrate';

const { server } = inject('database');
const databases: string[] = [];

/** What each script breaks for a version that was made for the scripts before it, as `name how`. */
async function readBreaks(scripts: readonly string[]): Promise<string[][]> {
  const database = `botplay_changes_${randomBytes(4).toString('hex')}`;
  await withClient(server, (client) => client.query(`CREATE DATABASE "${database}"`));
  databases.push(database);
  return withClient(databaseUrl(server, database), async (client) => {
    const breaks: string[][] = [];
    let before: Schema = { columns: new Map(), unique: new Set(), checks: new Set() };
    for (const script of scripts) {
      await client.query(script);
      const after = await readSchema(client);
      const isMeant = (name: string) => script.includes(`-- breaks ${name}: `);
      breaks.push(breaksOf(before, after).flatMap(({ name, how }) => (isMeant(name) ? [] : `${name} ${how}`)));
      before = after;
    }
    return breaks;
  });
}

afterAll(async () => {
  for (const database of databases)
    await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`));
});

describe('the migrations', () => {
  let found: { name: string; breaks: string[] }[];
  beforeAll(async () => {
    const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
    const breaks = await readBreaks(migrations.map(({ script }) => script));
    found = migrations.map(({ name }, index) => ({ name, breaks: breaks[index] ?? [] }));
  });

  test('leave what the version before uses, unless they say why', () => {
    const checked = found.filter(({ name, breaks }) => name > LAST_UNCHECKED && breaks.length > 0);
    expect(checked, 'write `-- breaks <name>: <why>` in it, or see docs/adding-a-table.md').toEqual([]);
  });

  test('that were applied before are found where they did not', () => {
    const breaks = new Map(found.map((one) => [one.name, one.breaks]));
    expect(breaks.get('20261123213000_drop_approval_keys')).toEqual(['approvals.idempotency_key is gone']);
    expect(breaks.get('20261128001600_add_holder_of_idempotency_keys')).toEqual([]);
    expect(breaks.get('20261127205830_add_mailed_links')).toEqual([]);
  });
});

describe('a migration', () => {
  const BASE = `CREATE TABLE a (id int PRIMARY KEY, n int, t text NOT NULL DEFAULT '', k text NOT NULL); CREATE UNIQUE INDEX a_k ON a (k);`;
  test.each([
    ['ALTER TABLE a DROP COLUMN n', ['a.n is gone']],
    ['ALTER TABLE a RENAME COLUMN n TO m', ['a.n is gone']],
    ['ALTER TABLE a ALTER COLUMN n TYPE bigint', ['a.n is bigint in place of integer']],
    ['UPDATE a SET n = 0; ALTER TABLE a ALTER COLUMN n SET NOT NULL', ['a.n must be written']],
    ['ALTER TABLE a ALTER COLUMN t DROP DEFAULT', ['a.t must be written']],
    ['ALTER TABLE a ADD COLUMN x text NOT NULL', ['a.x is new and must be written']],
    ['DROP INDEX a_k', ['a: btree (k) is not unique any more']],
    ['CREATE UNIQUE INDEX a_n ON a (n)', ['a: btree (n) is unique now']],
    ['ALTER TABLE a ADD CHECK (n > 0) NOT VALID', ['a: CHECK ((n > 0)) is required now']],
    ['-- breaks a.n: no version since 0.1 reads it\nALTER TABLE a DROP COLUMN n', []],
    ["ALTER TABLE a ADD COLUMN x text NOT NULL DEFAULT 'y', ADD COLUMN z int; CREATE UNIQUE INDEX a_z ON a (z)", []],
    ['ALTER TABLE a ADD COLUMN z int CHECK (z > 0); CREATE UNIQUE INDEX a_ik ON a (id, n)', []],
    ['CREATE TABLE b (id int PRIMARY KEY, a int NOT NULL REFERENCES a (id) CHECK (a > 0))', []],
  ])('%s', async (script, breaks) => {
    expect((await readBreaks([BASE, script]))[1]).toEqual(breaks);
  });
});
