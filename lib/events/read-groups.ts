import { once } from '@/lib/core/globals';
import { isJsonObject } from '@/lib/core/json';
import { log } from '@/lib/core/log';
import { type StreamName, sessionStream } from '@/lib/core/stream';
import { broadcast, isAlone, notifyGroups, onBroadcast, processId } from './bus';

/**
 * Streams fall into so many groups by a hash of their names. With 4,000 readers in a process it reads a fifth of them; what it reads
 * is 2 KB in its sign of life.
 */
const GROUPS = 16_384;
const TOPIC = 'reads';
/**
 * A process that announces a group may have read the end of its stream before a commit that did not wake it, because it was on
 * its way here: it is woken late for those of this time.
 */
const LATE_MS = 5_000;
/** A stream that every process hears of: caches of sessions are evicted by their ends. */
const ALWAYS_SENT = sessionStream('');

/** FNV-1a, the same in every process. */
export function groupOf(stream: StreamName): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < stream.length; index++)
    hash = Math.imul(hash ^ stream.charCodeAt(index), 0x01000193) >>> 0;
  return ((hash ^ (hash >>> 16)) >>> 0) % GROUPS;
}

const isSet = (bits: Uint8Array, group: number): boolean => ((bits[group >> 3] ?? 0) & (1 << (group & 7))) !== 0;

function setBit(bits: Uint8Array, group: number): void {
  bits[group >> 3] = (bits[group >> 3] ?? 0) | (1 << (group & 7));
}

const noBits = (): Uint8Array => new Uint8Array(GROUPS / 8);

const isGroup = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < GROUPS;

/** What another process reads, and the number of its last announcement. */
interface Reads {
  number: number;
  bits: Uint8Array;
}

/**
 * Which groups of streams the processes read, so that a commit wakes only processes that read its streams. Each announces a group
 * when its first reader comes, and all of its groups with every sign of life. A commit and an announcement may cross: then
 * the committing process wakes the reader when the announcement arrives.
 */
class ReadGroups {
  /** How many streams of each group this process reads. */
  readonly #own = new Uint32Array(GROUPS);
  readonly #others = new Map<string, Reads>();
  /** When the last commit of each group that woke no process was made. */
  readonly #unsentAtMs = new Float64Array(GROUPS).fill(Number.NEGATIVE_INFINITY);
  #added: number[] = [];
  #announcements = 0;

  constructor() {
    onBroadcast(TOPIC, (payload) => this.#receive(payload));
  }

  begin(stream: StreamName): number {
    const group = groupOf(stream);
    this.#own[group] = (this.#own[group] ?? 0) + 1;
    if (this.#own[group] !== 1 || isAlone()) return group;
    this.#added.push(group);
    // Readers that come in one turn are announced together.
    if (this.#added.length === 1) setImmediate(() => this.#announceAdded());
    return group;
  }

  end(group: number): void {
    this.#own[group] = (this.#own[group] ?? 1) - 1;
  }

  announceAll(): Promise<void> {
    const bits = noBits();
    for (const [group, readers] of this.#own.entries()) if (readers > 0) setBit(bits, group);
    return this.#announce({ all: Buffer.from(bits).toString('base64') });
  }

  #announceAdded(): void {
    const added = this.#added;
    this.#added = [];
    // A failure delays it until the next sign of life, which announces all groups.
    this.#announce({ added }).catch((error: unknown) =>
      log.debug({ err: error }, 'could not announce which streams this process reads'),
    );
  }

  #announce(groups: { all: string } | { added: number[] }): Promise<void> {
    this.#announcements++;
    return broadcast(TOPIC, { from: processId(), number: this.#announcements, ...groups });
  }

  /** Whether one of these processes reads the stream, or has not said what it reads. Notes a commit of which none hears. */
  isReadBy(stream: StreamName, processes: Iterable<string>): boolean {
    const group = groupOf(stream);
    const isAlwaysSent = stream.startsWith(ALWAYS_SENT);
    for (const id of processes) {
      const reads = this.#others.get(id);
      if (isAlwaysSent || !reads || isSet(reads.bits, group)) return true;
    }
    this.#unsentAtMs[group] = performance.now();
    return false;
  }

  forget(id: string): void {
    this.#others.delete(id);
  }

  #receive(payload: unknown): void {
    if (!isJsonObject(payload)) return;
    const { from, number, all, added } = payload;
    if (typeof from !== 'string' || typeof number !== 'number' || from === processId()) return;
    const before = this.#others.get(from);
    const bitsBefore = before?.bits ?? noBits();
    if (Array.isArray(added)) {
      const groups = added.filter(isGroup).filter((group) => !isSet(bitsBefore, group));
      this.#wakeLate(groups);
      // Without all of its groups, the process counts as one that reads every stream.
      if (before) for (const group of groups) setBit(bitsBefore, group);
      if (before) before.number = Math.max(before.number, number);
    } else if (typeof all === 'string' && number > (before?.number ?? 0)) {
      const bits = noBits();
      bits.set(Buffer.from(all, 'base64').subarray(0, bits.length));
      this.#others.set(from, { number, bits });
      this.#wakeLate(newGroups(bits, bitsBefore));
    }
  }

  /** Wakes the readers of groups in which a commit was made that woke none. */
  #wakeLate(groups: readonly number[]): void {
    const sinceMs = performance.now() - LATE_MS;
    const late = groups.filter((group) => (this.#unsentAtMs[group] ?? 0) > sinceMs);
    if (late.length > 0) notifyGroups(late);
  }
}

/** The groups of `bits` that are not in `before`. */
function newGroups(bits: Uint8Array, before: Uint8Array): number[] {
  const groups: number[] = [];
  for (const [index, byte] of bits.entries()) {
    if ((byte & ~(before[index] ?? 0)) === 0) continue;
    for (let group = 8 * index; group < 8 * index + 8; group++)
      if (isSet(bits, group) && !isSet(before, group)) groups.push(group);
  }
  return groups;
}

const readGroups = (): ReadGroups => once('events.read_groups', () => new ReadGroups());

/** Makes the other processes wake this one for commits to a stream. No wait: read its end afterwards. Returns its group. */
export const beginReading = (stream: StreamName): number => readGroups().begin(stream);

/** Ends one reading of a stream of this group. The others hear of it with the next sign of life. */
export const endReading = (group: number): void => readGroups().end(group);

/** Sends the other processes all groups that this one reads. @throws Error when they may not have been sent */
export const announceReads = (): Promise<void> => readGroups().announceAll();

/** Whether one of these processes reads the stream, or may. Call it after the commit: a reader that comes later is woken then. */
export const isReadBy = (stream: StreamName, processes: Iterable<string>): boolean =>
  readGroups().isReadBy(stream, processes);

/** Forgets what a process read that is gone. */
export const forgetReads = (id: string): void => readGroups().forget(id);
