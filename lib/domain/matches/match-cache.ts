import { once } from '@/lib/core/globals';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import { findMatches } from './matches.repo';
import type { MatchRow } from './matches.schema';

/**
 * Matches that this process holds in memory. They may be behind what other processes did: a commit names the version it
 * read, and whoever refuses something asks the database first, so that a stale one is only slower.
 */
const CAPACITY = 5_000;

interface Live {
  rows: Map<string, MatchRow>;
  turns: KeyedMutex;
}

const live = () => once<Live>('live-matches', () => ({ rows: new Map(), turns: new KeyedMutex() }));

/** The match from memory, else from the database; null when there is none. */
export async function loadMatch(id: string): Promise<MatchRow | null> {
  const held = live().rows.get(id);
  if (held) return held;
  const [row] = await findMatches([id]);
  if (!row) return null;
  cacheMatch(row);
  return row;
}

/** Brings those of `due` into memory that are not there, or there with another version. One query at most. */
export async function preloadMatches(due: readonly { id: string; version: number }[]): Promise<void> {
  const missing = due.filter(({ id, version }) => live().rows.get(id)?.version !== version).map(({ id }) => id);
  if (missing.length === 0) return;
  for (const row of await findMatches(missing)) cacheMatch(row);
}

/** Remembers an active match; an ended one is forgotten. */
export function cacheMatch(row: MatchRow): void {
  const { rows } = live();
  rows.delete(row.id);
  if (row.status !== 'active') return;
  rows.set(row.id, row);
  if (rows.size > CAPACITY) rows.delete(rows.keys().next().value as string);
}

/** Forgets a match, so that the next reader asks the database. */
export function evictMatch(id: string): void {
  live().rows.delete(id);
}

/** Runs `work` after whatever this process already does with the match; other processes are held off by its version. */
export function runExclusive<T>(id: string, work: () => Promise<T>): Promise<T> {
  return live().turns.run(id, work);
}
