/** Type `json` in PostgreSQL's catalog. */
const JSON_OID = 114;
const HEADER_BYTES = 20;

/**
 * SQL for rows of two parameters: small columns as JSON records, and one column that is stored whole as a `jsonArray` of
 * the same length, whose name is `whole`. `columns` are name and type of each, as in a column list of SQL.
 */
export function recordset(args: {
  alias: string;
  columns: string;
  records: string;
  whole: string;
  texts: string;
}): string {
  const { alias, columns, records, whole, texts } = args;
  const names = columns.split(',').map((column) => column.trim().split(' ')[0]);
  return `ROWS FROM (json_to_recordset(${records}::json) AS (${columns}), unnest(${texts}::json[]))
    AS ${alias}(${[...names, whole].join(', ')})`;
}

/**
 * Texts of JSON as a parameter of type `json[]`, in PostgreSQL's binary format of arrays: the database reads each text
 * once, while JSON inside JSON is taken apart at every level. `recordset` pairs it with other columns. Null stands for a column that is NULL.
 */
export function jsonArray(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? 0 : Buffer.byteLength(text)));
  const array = Buffer.allocUnsafe(lengths.reduce((size, length) => size + 4 + length, HEADER_BYTES));
  const hasNull = texts.includes(null);
  for (const [index, word] of [1, hasNull ? 1 : 0, JSON_OID, texts.length, 1].entries()) {
    array.writeInt32BE(word, index * 4);
  }
  let at = HEADER_BYTES;
  for (const [index, text] of texts.entries()) {
    const length = lengths[index] as number;
    array.writeInt32BE(text === null ? -1 : length, at);
    if (text !== null) array.write(text, at + 4, 'utf8');
    at += 4 + length;
  }
  return array;
}
