import { createHash } from 'node:crypto';
import { PassThrough, pipeline, Readable, Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Client } from '../database';
import type { ArchivePlace } from './archive-place';
import type { Partition } from './partitions';
import { inSchema } from './tables';

/** Rows that are in memory while a file is written. */
const ROWS_AT_A_TIME = 2_000;
const FORMAT = 1;

/** The first line of a file: of which table its rows are, and of which values of which column. */
export interface ArchiveHeader {
  archive: typeof FORMAT;
  table: string;
  column: string;
  from: string;
  until: string;
  rows: number;
}

/** What was written, and read back. */
export interface WrittenFile {
  rows: number;
  bytes: number;
  /** Of the bytes of the file, hex. */
  sha256: string;
}

/**
 * Writes all rows of a partition to a file of gzipped JSON lines, in the order of the primary key, and reads the file back.
 * @throws Error when the file does not have every row, or other bytes than were written
 */
export async function writeArchiveFile(
  client: Client,
  place: ArchivePlace,
  name: string,
  partition: Pick<Partition, 'table' | 'name' | 'from' | 'until'>,
): Promise<WrittenFile> {
  const { table } = partition;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const counted = await client.query<{ n: number }>(`SELECT count(*) AS n FROM ${inSchema(partition.name)}`);
    const rows = counted.rows[0]?.n ?? 0;
    const header: ArchiveHeader = {
      archive: FORMAT,
      table: table.name,
      column: table.column,
      from: partition.from,
      until: partition.until,
      rows,
    };
    await client.query(
      `DECLARE archived NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${inSchema(partition.name)} t ORDER BY ${table.key.join(', ')}`,
    );
    const hash = createHash('sha256');
    const content = hashing(hash);
    // A fault of one of them ends the others; who reads the last one gets it.
    pipeline(Readable.from(linesOf(client, header), { objectMode: false }), createGzip(), content, () => {});
    content.on('error', () => {});
    const bytes = await place.write(name, content).finally(() => content.destroy());
    const sha256 = hash.digest('hex');
    await client.query('COMMIT');
    const stored = await checkArchiveFile(place, name);
    if (stored.rows !== rows || stored.sha256 !== sha256 || stored.bytes !== bytes)
      throw new Error(
        `The file ${name} of the archive has ${stored.rows} of ${rows} rows, or other bytes than were written.`,
      );
    return stored;
  } catch (thrown) {
    await client.query('ROLLBACK').catch(() => null);
    throw thrown;
  }
}

const hashing = (hash: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });

async function* linesOf(client: Client, header: ArchiveHeader): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${ROWS_AT_A_TIME} FROM archived`);
    // A column of JSON keeps the white space of its text: a line break in it stands between two words.
    if (rows.length > 0) yield rows.map(({ line }) => `${line.replace(/[\r\n]+/g, ' ')}\n`).join('');
    if (rows.length < ROWS_AT_A_TIME) return;
  }
}

/** Reads a file to its end. @throws Error when it is damaged or has another number of rows than its first line says */
async function checkArchiveFile(place: ArchivePlace, name: string): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  let rows = 0;
  for await (const _line of rowsIn(place.read(name), counting)) rows++;
  return { rows, bytes, sha256: hash.digest('hex') };
}

/** The first line of a file. @throws Error when it is no file of an archive */
export async function readArchiveHeader(place: ArchivePlace, name: string): Promise<ArchiveHeader> {
  const lines = unzippedLines(place.read(name));
  try {
    for await (const line of lines) return toHeader(line, name);
  } finally {
    await lines.return(undefined);
  }
  throw new Error(`${name} is empty.`);
}

function toHeader(line: string, name: string): ArchiveHeader {
  const header = JSON.parse(line) as ArchiveHeader;
  if (header.archive !== FORMAT) throw new Error(`${name} is no file of an archive of this version.`);
  return header;
}

/**
 * The rows of a file as JSON text, in the order of the primary key.
 * @param value only rows with this value in the column by which the table is partitioned; reading ends behind them
 */
export async function* readArchiveFile(place: ArchivePlace, name: string, value?: string): AsyncGenerator<string> {
  const { column } = await readArchiveHeader(place, name);
  for await (const line of rowsIn(place.read(name))) {
    if (value === undefined) {
      yield line;
      continue;
    }
    const found = String((JSON.parse(line) as Record<string, unknown>)[column]);
    if (found > value) return;
    if (found === value) yield line;
  }
}

async function* rowsIn(file: Readable, through?: Transform): AsyncGenerator<string> {
  let expected: number | null = null;
  let rows = 0;
  for await (const line of unzippedLines(file, through)) {
    if (expected === null) {
      expected = toHeader(line, 'The file').rows;
      continue;
    }
    rows++;
    yield line;
  }
  if (rows !== expected) throw new Error(`The file has ${rows} of ${expected ?? 'unknown'} rows.`);
}

/** Lines end with a line feed alone: other ends of lines may stand in a text. */
async function* unzippedLines(file: Readable, through: Transform = new PassThrough()): AsyncGenerator<string> {
  const unzipped = createGunzip();
  // A fault of one of them ends the others, and the loop with it.
  pipeline(file, through, unzipped, () => {});
  unzipped.setEncoding('utf8');
  let rest = '';
  try {
    for await (const text of unzipped as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    file.destroy();
  }
  if (rest !== '') throw new Error('The file is cut off in a row.');
}
