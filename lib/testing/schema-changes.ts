import type pg from 'pg';

/** What a version relies on: what its tables have, and what they require. */
export interface Schema {
  /** By `table.column`. */
  columns: Map<string, { type: string; isRequired: boolean; hasDefault: boolean }>;
  /** Unique indexes, checks and references, by `table: definition` without the name. */
  unique: Set<string>;
  checks: Set<string>;
}

const COLUMNS = `SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
    a.atthasdef OR a.attidentity <> '' AS filled
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
   AND c.relname <> '_prisma_migrations'`;

const UNIQUE = `SELECT c.relname || ': ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', '') AS name
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
 WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique AND i.indisvalid AND c.relname <> '_prisma_migrations'`;

const CHECKS = `SELECT c.relname || ': ' || regexp_replace(pg_get_constraintdef(k.oid), ' NOT VALID$', '') AS name
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
 WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN ('c', 'f')`;

/** Reads the schema of a database. Three queries. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const names = async (query: string) =>
    new Set((await client.query<{ name: string }>(query)).rows.map(({ name }) => name));
  const { rows } = await client.query<{ name: string; type: string; required: boolean; filled: boolean }>(COLUMNS);
  return {
    columns: new Map(
      rows.map(({ name, type, required, filled }) => [name, { type, isRequired: required, hasDefault: filled }]),
    ),
    unique: await names(UNIQUE),
    checks: await names(CHECKS),
  };
}

const tableOf = (name: string): string => name.split(/[.:]/)[0] ?? '';

/** The words of a definition that can be columns. */
const wordsOf = (definition: string): string[] => definition.slice(definition.indexOf(':')).match(/\w+/g) ?? [];

/** The columns of a unique index without a predicate; null for another. */
const keyOf = (definition: string): string[] | null =>
  /^\w+: btree \(([\w, ]+)\)( NULLS NOT DISTINCT)?$/.exec(definition)?.[1]?.split(', ') ?? null;

/** What a version that was made for `before` can no longer do with `after`, by the name of what changed. */
export function breaksOf(before: Schema, after: Schema): { name: string; how: string }[] {
  const tables = new Set([...before.columns.keys()].map(tableOf));
  const breaks: { name: string; how: string }[] = [];
  const add = (name: string, how: string) => breaks.push({ name, how });
  for (const [name, was] of before.columns) {
    const is = after.columns.get(name);
    if (!is) add(name, 'is gone');
    else if (is.type !== was.type) add(name, `is ${is.type} in place of ${was.type}`);
    else if (is.isRequired && !is.hasDefault && (!was.isRequired || was.hasDefault)) add(name, 'must be written');
  }
  for (const [name, is] of after.columns) {
    const isNew = !before.columns.has(name) && tables.has(tableOf(name));
    if (isNew && is.isRequired && !is.hasDefault) add(name, 'is new and must be written');
  }
  for (const name of before.unique) if (!after.unique.has(name)) add(name, 'is not unique any more');
  /** Of a column that the version before leaves empty. */
  const isOfNewColumn = (definition: string) =>
    wordsOf(definition).some((word) => {
      const column = `${tableOf(definition)}.${word}`;
      return after.columns.has(column) && !before.columns.has(column);
    });
  /** Longer than a key that was unique before. */
  const isImplied = (definition: string) => {
    const key = keyOf(definition);
    return [...before.unique].some((other) => {
      const columns = tableOf(other) === tableOf(definition) ? keyOf(other) : null;
      return columns?.every((column) => key?.includes(column)) ?? false;
    });
  };
  const isNew = (name: string, names: Set<string>) =>
    !names.has(name) && tables.has(tableOf(name)) && !isOfNewColumn(name);
  for (const name of after.unique) if (isNew(name, before.unique) && !isImplied(name)) add(name, 'is unique now');
  for (const name of after.checks) if (isNew(name, before.checks)) add(name, 'is required now');
  return breaks;
}
