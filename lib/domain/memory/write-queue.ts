import { LRUCache } from 'lru-cache';
import { Batches } from '@/lib/core/batches';
import { AppError } from '@/lib/core/errors';
import { once } from '@/lib/core/globals';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import {
  findMemory,
  type MemoryKey,
  type MemoryRow,
  type MemoryWrite,
  type NextVersion,
  storeFirst,
  storeMemories,
} from './memory.repo';
import type { MemoryLayer } from './memory.schema';

const MAX_BATCH = 32;
const MAX_IN_FLIGHT = 2;
/** Of the text of all documents that are kept. */
const MAX_CACHED_CHARACTERS = 8_000_000;

/** Writes that come while others are being stored share the next statement and its flush to disk. */
const makeQueue = (layer: MemoryLayer) =>
  new Batches<MemoryWrite, Date | null>({
    send: (writes) => storeMemories(layer, writes),
    maxItems: MAX_BATCH,
    maxInFlight: MAX_IN_FLIGHT,
  });

const writes = () =>
  once('memory.writes', () => ({
    queues: { agent: makeQueue('agent'), owner: makeQueue('owner') },
    /** Documents as this process wrote them last. Another writer may have changed one: its version is checked by the write. */
    rows: new LRUCache<string, MemoryRow>({ maxSize: MAX_CACHED_CHARACTERS }),
    mutex: new KeyedMutex(),
  }));

/**
 * Stores the version that `nextOf` makes of a document, after earlier writes of this process to it. A document that this
 * process wrote last is not read. Returns the time; null when another process wrote in between.
 * @throws what `nextOf` throws for the document as the database has it
 */
export function writeInTurn(key: MemoryKey, nextOf: (seen: MemoryRow | null) => NextVersion): Promise<Date | null> {
  const { rows, mutex } = writes();
  const name = `${key.layer} ${key.subjectId} ${key.experienceId}`;
  return mutex.run(name, async () => {
    const cached = rows.get(name);
    const next = cached && tryNext(() => nextOf(cached));
    const stored = next && (await store(name, { key, next }));
    return stored || store(name, { key, next: nextOf(await findMemory(key)) });
  });
}

/** Null for what is refused: the document may have become smaller in another process. */
function tryNext(make: () => NextVersion): NextVersion | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function store(name: string, write: MemoryWrite): Promise<Date | null> {
  const { queues, rows } = writes();
  rows.delete(name);
  const isFirst = write.key.layer === 'agent' && write.next.version === 1;
  const at = await (isFirst ? storeFirst(write) : queues[write.key.layer].add(write));
  if (at) rows.set(name, toRow(write.next, at), { size: write.next.text.length });
  return at;
}

function toRow(next: NextVersion, at: Date): MemoryRow {
  const { data, covered, version, by } = next;
  const [session_keys, experience_keys] = [[...next.sessionKeys], [...next.experienceKeys]];
  return { data, session_keys, covered, experience_keys, version, updated_by: by, updated_at: at };
}
