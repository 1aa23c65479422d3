import fs from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { MONTHLY_TABLES } from '@/lib/data/months/tables';
import { crossingsIn, DISTRIBUTED_BY, REFERENCE_TABLES, tablesCrossed } from './shards';
import { isTestFile, readSources } from './sources';

const column = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of the primary key of each table of schema.prisma. */
function readKeys(schema: string): Map<string, string[]> {
  const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)];
  return new Map(
    models.map(([, name = '', body = '']) => {
      const [, fields = body.match(/^ {2}(\w+) .*@id\b/m)?.[1] ?? ''] = body.match(/@@id\(\[([^\]]+)\]/) ?? [];
      const key = fields.split(',').map((field) => field.trim().replace(/\(.*/, ''));
      const nameOf = (field: string) =>
        body.match(new RegExp(`^ {2}${field} .*@map\\("([^"]+)"\\)`, 'm'))?.[1] ?? column(field);
      return [body.match(/@@map\("([^"]+)"\)/)?.[1] ?? name, key.map(nameOf)];
    }),
  );
}

/** The rows of the tables of docs/scaling.md: names in back quotes by cell. */
async function readDocs(): Promise<string[][][]> {
  const [, text = ''] = (await fs.readFile('docs/scaling.md', 'utf8')).split('## Ready for shards');
  return [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)),
  );
}

describe('a distributed table', () => {
  test('has its column in its primary key, as docs/scaling.md lists it', async () => {
    const keys = readKeys(await fs.readFile('prisma/schema.prisma', 'utf8'));
    const faults = Object.entries(DISTRIBUTED_BY).filter(([table, name]) => !keys.get(table)?.includes(name));
    expect(faults).toEqual([]);
    expect(REFERENCE_TABLES.filter((table) => !keys.has(table))).toEqual([]);
    expect(MONTHLY_TABLES.filter(({ name }) => name !== 'model_days' && !(name in DISTRIBUTED_BY))).toEqual([]);
    const listed = (await readDocs()).flatMap(([tables = []]) => tables);
    expect([...Object.keys(DISTRIBUTED_BY), ...REFERENCE_TABLES].filter((table) => !listed.includes(table))).toEqual(
      [],
    );
  });

  test('is named with its column in every statement but those that docs/scaling.md lists, with their tables', async () => {
    const sources = (await readSources()).filter(
      ({ file }) => !isTestFile(file) && /(\.repo|\.sql|lib\/events\/store)\.ts$/.test(file),
    );
    const found = sources.flatMap(({ text }) => crossingsIn(text));
    const rows = (await readDocs()).filter(([statements = []]) => statements.some((name) => name.includes('.')));
    const listed = rows.flatMap(([statements = []]) => statements);
    expect(found.map(({ statement }) => statement).sort()).toEqual(listed.sort());
    const wrong = found.filter(({ statement, tables }) => {
      const [, named = []] = rows.find(([statements = []]) => statements.includes(statement)) ?? [];
      return tables.some((table) => !named.includes(table));
    });
    expect(wrong).toEqual([]);
  });

  test('is found by what a statement says', () => {
    const crossed = (text: string) => tablesCrossed(text);
    expect(crossed('SELECT 1 FROM matches m WHERE m.id = $1')).toEqual([]);
    expect(crossed("SELECT 1 FROM matches WHERE status = 'active'")).toEqual(['matches']);
    expect(crossed('SELECT 1 FROM x JOIN match_inputs i ON x.id = i.match_id')).toEqual([]);
    expect(crossed('SELECT 1 FROM x JOIN match_inputs i ON i.n = 1')).toEqual(['match_inputs']);
    expect(crossed('UPDATE sessions SET step_count = 1 WHERE id = ANY ($1)')).toEqual([]);
    expect(crossed('UPDATE sessions SET step_count = 1 WHERE agent_id = $1')).toEqual(['sessions']);
    expect(crossed('INSERT INTO session_steps (session_id, n) VALUES ($1, 2)')).toEqual([]);
    expect(crossed('INSERT INTO session_steps (n) SELECT 1')).toEqual(['session_steps']);
    expect(crossed('DELETE FROM telemetry WHERE (session_id, id) IN (SELECT 1, 2)')).toEqual([]);
    expect(crossingsIn("sql('a.b', `DELETE FROM lobbies WHERE status = 'x'`)")).toEqual([
      { statement: 'a.b', tables: ['lobbies'] },
    ]);
  });
});
