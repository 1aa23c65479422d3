import type { WatchEvent } from './wire';

/** Where a reader of a stream stands. */
export interface Reader {
  /** Id of the last event taken in; null before the first snapshot. */
  lastId: string | null;
  /** Last sequence number by audience. */
  seqs: Readonly<Record<string, number>>;
}

export const NEW_READER: Reader = { lastId: null, seqs: {} };

/** What to do with an event: take it in, leave it out because it is known, or ask again because some are missing. */
export type Reading = { kind: 'take'; reader: Reader } | { kind: 'known' } | { kind: 'gap' };

/** The reader after a subscription was answered: what follows the cursor is new, and where counting starts is open. */
export function readFrom(cursor: string): Reader {
  return { lastId: cursor, seqs: {} };
}

/** Judges the next event of a stream. Delivery is at least once and in order; a jump in `seq` is a gap. */
export function read(reader: Reader, event: Pick<WatchEvent, 'id' | 'seq' | 'audience'>): Reading {
  if (reader.lastId !== null && event.id <= reader.lastId) return { kind: 'known' };
  const audience = event.audience ?? 'public';
  const before = reader.seqs[audience];
  if (before !== undefined && event.seq !== before + 1) return { kind: 'gap' };
  return { kind: 'take', reader: { lastId: event.id, seqs: { ...reader.seqs, [audience]: event.seq } } };
}
