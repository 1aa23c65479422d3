/** The JavaScript type of each PostgreSQL type; json is a string of JSON. */
interface Values {
  uuid: string;
  int: number;
  text: string;
  boolean: boolean;
  timestamptz: Date;
  json: string;
}

type ColumnType = keyof Values;

/** A column: its type and its value of a row; null and undefined are NULL. */
export type Column<Row> = {
  [Type in ColumnType]: readonly [type: Type, of: (row: Row) => Values[Type] | null | undefined];
}[ColumnType];

/** Rows that a statement takes as parameters, one array for each column. */
export interface Rows<Row> {
  /** How many parameters the rows take. */
  readonly width: number;
  /** SQL that makes rows of the parameters from `$first` on. */
  from(first: number): string;
  /** The parameter of one column, an array, where the first column's is `$first`. */
  parameter(first: number, column: string): string;
  /** The parameters. */
  values(rows: readonly Row[]): Buffer[];
  /** SQL that makes one row of as many parameters without arrays: a single row is written and read quicker so. */
  fromOne(first: number): string;
  /** The parameters of `fromOne`. */
  valuesOfOne(row: Row): (Values[ColumnType] | null)[];
}

/** How a type is written in PostgreSQL's binary format. */
interface Format<Value> {
  oid: number;
  size(value: Value): number;
  write(value: Value, array: Buffer, at: number): void;
}

/** Milliseconds from 1970 to 2000, where PostgreSQL begins to count. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

const utf8 = (oid: number): Format<string> => ({
  oid,
  size: (text) => Buffer.byteLength(text),
  write: (text, array, at) => void array.write(text, at, 'utf8'),
});

const FORMATS: { [Type in ColumnType]: Format<Values[Type]> } = {
  uuid: {
    oid: 2950,
    size: () => 16,
    write: (id, array, at) => {
      const hex = id.replaceAll('-', '');
      if (hex.length !== 32 || array.write(hex, at, 'hex') !== 16) throw new TypeError('This is not a UUID.');
    },
  },
  int: {
    oid: 23,
    size: () => 4,
    write: (value, array, at) => {
      if (!Number.isInteger(value)) throw new TypeError('This is not an integer.');
      array.writeInt32BE(value, at);
    },
  },
  text: utf8(25),
  boolean: { oid: 16, size: () => 1, write: (value, array, at) => void array.writeUInt8(value ? 1 : 0, at) },
  timestamptz: {
    oid: 1184,
    size: () => 8,
    write: (time, array, at) => void array.writeBigInt64BE(BigInt(time.getTime() - EPOCH_MS) * 1000n, at),
  },
  json: utf8(114),
};

/** Dimensions, whether there are NULLs, the type, how many, and the number of the first. */
const HEADER_BYTES = 20;

/** An array of one dimension in PostgreSQL's binary format. */
function binaryArray<Value>(format: Format<Value>, values: readonly (Value | null | undefined)[]): Buffer {
  const sizes = values.map((value) => (value === null || value === undefined ? -1 : format.size(value)));
  const array = Buffer.allocUnsafe(sizes.reduce((total, size) => total + 4 + Math.max(0, size), HEADER_BYTES));
  for (const [index, word] of [1, sizes.includes(-1) ? 1 : 0, format.oid, values.length, 1].entries()) {
    array.writeInt32BE(word, index * 4);
  }
  let at = HEADER_BYTES;
  for (const [index, size] of sizes.entries()) {
    array.writeInt32BE(size, at);
    if (size >= 0) format.write(values[index] as Value, array, at + 4);
    at += 4 + Math.max(0, size);
  }
  return array;
}

/**
 * Describes rows that a statement takes as parameters, under the name `alias`. One array for each column, in the binary
 * format: the database copies what it would have to read, and read again, of rows that are written as JSON, which took
 * as long as storing them.
 * @throws TypeError from `values` for what does not fit a column
 */
export function rowsOf<Row>(alias: string, columns: Record<string, Column<Row>>): Rows<Row> {
  const names = Object.keys(columns);
  const kinds = Object.values(columns);
  return {
    width: names.length,
    from: (first) =>
      `unnest(${kinds.map(([type], index) => `$${first + index}::${type}[]`).join(', ')}) AS ${alias}(${names.join(', ')})`,
    parameter: (first, column) => {
      if (!names.includes(column)) throw new RangeError(`There is no column ${column} in ${alias}.`);
      return `$${first + names.indexOf(column)}`;
    },
    values: (rows) =>
      kinds.map(([type, of]) => binaryArray(FORMATS[type] as Format<unknown>, rows.map(of as (row: Row) => unknown))),
    fromOne: (first) =>
      `(SELECT ${kinds.map(([type], index) => `$${first + index}::${type}`).join(', ')}) AS ${alias}(${names.join(', ')})`,
    valuesOfOne: (row) => kinds.map(([, of]) => of(row) ?? null),
  };
}
