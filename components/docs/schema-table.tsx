import { clsx } from 'clsx';
import { type Column, DataTable } from '@/components/ui/data-table';
import shared from '../ui/shared.module.css';
import { type JsonSchema, type SchemaRow, schemaRows } from './schema-rows';
import classes from './schema-table.module.css';

/** Width of a level of nested fields, px. */
const LEVEL_PX = 16;

const COLUMNS: readonly Column<SchemaRow>[] = [
  {
    head: 'Field',
    isRowHead: true,
    className: classes.name,
    cell: ({ path, depth, type, required }) => (
      <div style={{ paddingInlineStart: depth * LEVEL_PX }}>
        <code>{path}</code>
        <span className={classes.type}>{type}</span>
        {required && <span className={classes.required}>required</span>}
      </div>
    ),
  },
  {
    head: 'What it is',
    className: classes.about,
    cell: (row) => (
      <>
        {row.description}
        {facts(row).length > 0 && (
          <span className={clsx(shared.mutedTiny, shared.numericFont, shared.block)}>{facts(row).join(' · ')}</span>
        )}
      </>
    ),
  },
];

/** The fields of a schema as a table; a sentence when there are none. */
export function SchemaTable({ schema, label, none }: { schema: JsonSchema; label: string; none: string }) {
  const rows = schemaRows(schema);
  if (rows.length === 0) return <p className={clsx(shared.mutedColor, shared.noMargin)}>{none}</p>;
  return (
    <DataTable caption={label} className={classes.table} columns={COLUMNS} rows={rows} keyOf={({ path }) => path} />
  );
}

function facts(row: SchemaRow): string[] {
  return [...row.limits, ...(row.fallback === null ? [] : [`default ${row.fallback}`])];
}
