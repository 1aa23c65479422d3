/** Type `json` in PostgreSQL's catalog. */
const JSON_OID = 114;
const HEADER_BYTES = 20;

/**
 * Texts of JSON as a parameter of type `json[]`, in PostgreSQL's binary format of arrays: the database reads each text
 * once, while JSON inside JSON is taken apart at every level. Pair it with other columns by
 * `ROWS FROM (…, unnest($n::json[]))`. Null stands for a column that is NULL.
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
