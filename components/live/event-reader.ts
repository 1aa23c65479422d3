import type { WatchedEvent } from '@/lib/domain/streams';

/** The progress of a reader of a stream. */
export interface Reader {
  /** Id of the last event that was read; null before the first snapshot. */
  lastId: string | null;
  /** Last sequence number by audience. */
  seqs: Readonly<Record<string, number>>;
}

export const NEW_READER: Reader = { lastId: null, seqs: {} };

/** What to do with an event: take it, skip it because it is known, or subscribe again because events are missing. */
export type EventClass = { kind: 'take'; reader: Reader } | { kind: 'known' } | { kind: 'gap' };

/** The reader after a subscription: events after the cursor are new, and the first sequence number is unknown. */
export function readFrom(cursor: string): Reader {
  return { lastId: cursor, seqs: {} };
}

/** Classifies the next event of a stream. Delivery is at least once and in order; a jump in `seq` is a gap. */
export function classifyEvent(reader: Reader, event: Pick<WatchedEvent, 'id' | 'seq' | 'audience'>): EventClass {
  if (reader.lastId !== null && event.id <= reader.lastId) return { kind: 'known' };
  const audience = event.audience ?? 'public';
  const before = reader.seqs[audience];
  if (before !== undefined && event.seq !== before + 1) return { kind: 'gap' };
  return { kind: 'take', reader: { lastId: event.id, seqs: { ...reader.seqs, [audience]: event.seq } } };
}
