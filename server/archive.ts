import { parseArgs } from 'node:util';
import { env } from '@/lib/core/env';
import { matchStream } from '@/lib/core/stream';
import { readArchiveFile, readArchiveHeader } from '@/lib/data/months/archive-file';
import { type ArchivePlace, openArchivePlace } from '@/lib/data/months/archive-place';
import type { CommandResult } from './command-database';

const USAGE = [
  'Usage: npm run archive -- list                 the files of the archive: rows, bytes, from which month',
  '       npm run archive -- read <file>          the rows of a file, as JSON lines',
  '       npm run archive -- match <id>           the inputs and events of a match',
  '       npm run archive -- session <id>         the steps and reports of a session',
  '  --from <place>    a folder or s3://bucket/folder; ARCHIVE_TO when it is not named',
].join('\n');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The tables of the rows of one match or session, with what stands in the column of their months. */
const TABLES_OF = {
  match: { match_inputs: (id: string) => id, events: matchStream },
  session: { session_steps: (id: string) => id, telemetry: (id: string) => id },
} as const;

/**
 * Lists and reads months that were removed to the archive. Needs no database. For the operator; see docs/operations.md.
 * @param write takes the lines that are read, but for the last one, which is the text of the result
 */
export async function archive(args: readonly string[], write: Write = writeOut): Promise<CommandResult> {
  const order = readOrder(args);
  if (typeof order === 'string') return { text: `${order}\n${USAGE}`, exitCode: 2 };
  const place = await openArchivePlace(order.from, env());
  try {
    const last = await printAll(linesFor(place, order), write);
    return last === null ? { text: `Nothing was found in ${order.from}.`, exitCode: 1 } : { text: last, exitCode: 0 };
  } catch (thrown) {
    return { text: thrown instanceof Error ? thrown.message : String(thrown), exitCode: 1 };
  } finally {
    place.close();
  }
}

type Write = (line: string) => Promise<unknown>;

interface Order {
  act: 'list' | 'read' | 'match' | 'session';
  what: string;
  from: string;
}

/** @returns what to do, or what is wrong with the arguments */
function readOrder(args: readonly string[]): Order | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { from: { type: 'string' } },
    });
    const [act, what = '', ...more] = positionals;
    const from = values.from ?? env().ARCHIVE_TO;
    if (more.length > 0) return 'There is more than one name.';
    if (from === '') return 'Set ARCHIVE_TO, or name the archive with --from.';
    switch (act) {
      case 'list':
        return what === '' ? { act, what, from } : 'list takes no name.';
      case 'read':
        return what === '' ? 'Name a file of the list.' : { act, what, from };
      case 'match':
      case 'session':
        return UUID.test(what) ? { act, what, from } : `Name the id of the ${act}, a UUID.`;
      default:
        return 'Say list, read, match or session.';
    }
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

async function* linesFor(place: ArchivePlace, { act, what }: Order): AsyncGenerator<string> {
  if (act === 'list') yield* list(place);
  else if (act === 'read') yield* readArchiveFile(place, what);
  else yield* rowsOf(place, act, what);
}

async function* list(place: ArchivePlace): AsyncGenerator<string> {
  for await (const { name, bytes } of place.list()) {
    if (!name.endsWith('.jsonl.gz')) continue;
    const { rows } = await readArchiveHeader(place, name);
    yield [name.padEnd(40), `${rows} rows`.padStart(16), `${bytes} bytes`.padStart(18)].join('');
  }
}

/** Reads the files whose values reach over the id, to the row behind it. */
async function* rowsOf(place: ArchivePlace, of: 'match' | 'session', id: string): AsyncGenerator<string> {
  for (const [table, keyOf] of Object.entries(TABLES_OF[of])) {
    const key = keyOf(id);
    for await (const { name } of place.list()) {
      if (!name.startsWith(`${table}/`)) continue;
      const { from, until } = await readArchiveHeader(place, name);
      if ((from !== 'MINVALUE' && from > key) || until <= key) continue;
      for await (const row of readArchiveFile(place, name, key)) yield `{"table":"${table}","row":${row}}`;
    }
  }
}

async function printAll(lines: AsyncIterable<string>, write: Write): Promise<string | null> {
  let last: string | null = null;
  for await (const line of lines) {
    if (last !== null) await write(last);
    last = line;
  }
  return last;
}

async function writeOut(line: string): Promise<void> {
  if (process.stdout.write(`${line}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}
