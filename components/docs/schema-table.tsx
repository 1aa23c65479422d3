import { type JsonSchema, type SchemaRow, schemaRows } from './schema-rows';
import classes from './schema-table.module.css';

/** The fields of a schema as a table; a sentence when there are none. */
export function SchemaTable({ schema, label, none }: { schema: JsonSchema; label: string; none: string }) {
  const rows = schemaRows(schema);
  if (rows.length === 0) return <p className={classes.none}>{none}</p>;
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path}>
            <th scope="row" className={classes.name} style={{ paddingInlineStart: 12 + row.depth * 16 }}>
              <code>{row.path}</code>
              <span className={classes.type}>{row.type}</span>
              {row.required && <span className={classes.required}>required</span>}
            </th>
            <td>
              {row.description}
              {facts(row).length > 0 && <span className={classes.facts}>{facts(row).join(' · ')}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function facts(row: SchemaRow): string[] {
  return [...row.limits, ...(row.fallback === null ? [] : [`default ${row.fallback}`])];
}
