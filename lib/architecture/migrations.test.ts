import { describe, expect, test } from 'vitest';
import { MIGRATIONS_DIRECTORY, readMigrations } from '@/lib/data/migrate';
import { dangersIn, LAST_UNCHECKED } from './migrations';

const whysOf = (script: string) => dangersIn({ name: 'm', script }).map(({ why }) => why.split(':')[0]);

describe('a migration', () => {
  test('has no statement that breaks the version before or holds up calls, unless it says why', async () => {
    const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
    expect(migrations.map(({ name }) => name)).toContain(LAST_UNCHECKED);
    const checked = migrations.filter(({ name }) => name > LAST_UNCHECKED);
    expect(
      checked.flatMap(dangersIn),
      'write `-- allowed: <why>` above the statement, or see docs/adding-a-table.md',
    ).toEqual([]);
  });

  test('that was applied before is found where it does so', async () => {
    const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
    const dangers = migrations.flatMap(dangersIn);
    expect(new Set(dangers.map(({ migration }) => migration))).toContain('20261127232800_partition_by_month');
  });

  test.each([
    ['ALTER TABLE "lobbies" DROP COLUMN "kind";', 'drops a column'],
    ['DROP TABLE lobbies;', 'drops a table'],
    ['ALTER TABLE lobbies RENAME COLUMN a TO b;', 'renames'],
    ['ALTER TABLE lobbies RENAME TO rooms;', 'renames'],
    ['ALTER TABLE lobbies ALTER COLUMN a SET NOT NULL;', 'requires a value that the version before may leave out'],
    ['ALTER TABLE lobbies ALTER COLUMN a SET DATA TYPE bigint;', 'changes a type'],
    ['ALTER TABLE lobbies ALTER a TYPE bigint;', 'changes a type'],
    ['ALTER TABLE lobbies ALTER COLUMN a DROP DEFAULT;', 'drops a default on which the version before may rely'],
    ['ALTER TABLE "lobbies" ADD COLUMN "a" TEXT NOT NULL;', 'adds a column that must have a value, without a default'],
    [
      "ALTER TABLE lobbies ADD COLUMN a text DEFAULT '', ADD COLUMN b text NOT NULL;",
      'adds a column that must have a value, without a default',
    ],
    ['CREATE INDEX x ON "sessions" ("a");', 'builds an index of a large table while its writers wait'],
    ['CREATE UNIQUE INDEX x ON events (a);', 'builds an index of a large table while its writers wait'],
    ['ALTER TABLE matches ADD CONSTRAINT c CHECK (a > 0);', 'checks every row of a large table while calls wait'],
    ['UPDATE sessions SET a = 1;', 'writes the rows of a large table in the transaction of the migration'],
    ['DELETE FROM "match_seats";', 'writes the rows of a large table in the transaction of the migration'],
    ['SELECT 1; -- allowed: this is above no statement\n', undefined],
    ['-- allowed: x\nDROP TABLE lobbies;', 'drops a table'],
  ])('is refused for %s', (script, why) => {
    expect(whysOf(script)).toEqual(why === undefined ? [] : [why]);
  });

  test.each([
    'ALTER TABLE "lobbies" ADD COLUMN "a" TEXT;',
    'ALTER TABLE "lobbies" ADD COLUMN "a" TEXT NOT NULL DEFAULT \'x\';',
    "ALTER TABLE lobbies ADD COLUMN a text DEFAULT 'y' NOT NULL, ADD COLUMN b int;",
    'CREATE TABLE rooms (a text NOT NULL); CREATE INDEX x ON rooms (a); ALTER TABLE rooms ALTER COLUMN a DROP DEFAULT;',
    'CREATE INDEX x ON "lobbies" ("a");',
    'CREATE INDEX x ON match_seats_of_town (a);',
    'ALTER TABLE matches ADD CONSTRAINT c CHECK (a > 0) NOT VALID;',
    "INSERT INTO words (text) VALUES ('a; b');",
    '-- allowed: no version has ever read this column\nALTER TABLE lobbies DROP COLUMN kind;',
  ])('is accepted with %s', (script) => {
    expect(whysOf(script)).toEqual([]);
  });
});
