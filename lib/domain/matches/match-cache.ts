import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { type HouseBot, seatNamesOf } from '@/lib/core/house-bots';
import { KeyedMutex } from '@/lib/core/keyed-mutex';
import type { Queryable } from '@/lib/data/database';
import { onReplacedWords } from '@/lib/events';
import { type BotRecord, countBotResults } from './bot-record.repo';
import { prepareCommitStatements } from './commits.repo';
import { findMatches, findMove, findPosition } from './matches.repo';
import type { MatchRow } from './matches.schema';

const MAX_CACHED_MATCHES = 5_000;

/** The weight of one move in the share of moves whose cached match was stale. */
const WEIGHT_OF_A_MOVE = 1 / 32;
/** From this share on it costs less to read positions before moves than to find out by commits that are refused. */
const MAX_STALE_SHARE = 0.2;

interface Cache {
  rows: LRUCache<string, MatchRow>;
  mutex: KeyedMutex;
  /** The share of moves, lately, whose cached match another process had moved on. */
  staleShare: number;
}

/**
 * Matches of this process. A cached row may be stale: a commit checks its version, and a refusal is compared with the
 * database first. So staleness costs time and never correctness.
 */
const cache = () =>
  once<Cache>('matches.cache', () => {
    const rows = new LRUCache<string, MatchRow>({ max: MAX_CACHED_MATCHES });
    onReplacedWords((streams) => {
      for (const stream of streams) rows.delete(stream.slice(stream.indexOf(':') + 1));
    });
    return { rows, mutex: new KeyedMutex(), staleShare: 0 };
  });

/** The match from the cache, else from the database; null when it does not exist. */
export async function loadMatch(id: string): Promise<MatchRow | null> {
  const cached = cache().rows.get(id);
  if (cached) return cached;
  const [row] = await findMatches([id]);
  if (!row) return null;
  cacheMatch(row);
  return row;
}

function noteMove({ wasStale }: { wasStale: boolean }): void {
  const self = cache();
  self.staleShare += WEIGHT_OF_A_MOVE * (Number(wasStale) - self.staleShare);
}

/**
 * The match for a move. Where the moves of a match come to one process, or this is the only one, from the cache. Where they come to
 * any process, its position is read first: one look-up, and a refused commit costs several times as much.
 * @returns the match, null when it does not exist; `isGuess`: it may be stale, and `confirmGuess` says that it was not
 */
export async function loadMatchToMove(id: string): Promise<{ match: MatchRow | null; isGuess: boolean }> {
  const { rows, staleShare } = cache();
  const cached = rows.get(id);
  if (!cached) return { match: await loadMatch(id), isGuess: false };
  if (staleShare <= MAX_STALE_SHARE) return { match: cached, isGuess: true };
  return { match: await refreshMatch(cached), isGuess: false };
}

/** Call when a move of a match that was a guess was stored. */
export const confirmGuess = (): void => noteMove({ wasStale: false });

/** The match of a row as the database has it, which is cached; null when it does not exist. One query, two when it is over. */
export async function refreshMatch(row: MatchRow): Promise<MatchRow | null> {
  const position = await findPosition(row.id);
  const wasStale = position?.version !== row.version;
  noteMove({ wasStale });
  if (!position) {
    evictMatch(row.id);
    return loadMatch(row.id);
  }
  const cached = cache().rows.get(row.id);
  // A move of this process may have been stored meanwhile.
  if (cached && cached.version > position.version) return cached;
  const fresh = { ...row, ...position };
  cacheMatch(fresh);
  return fresh;
}

/**
 * The match with everything up to an event of its stream: from the cache when that is as new, else from the database. Null
 * when it does not exist.
 */
export async function readMatchSince(id: string, eventId: string | null): Promise<MatchRow | null> {
  const cached = cache().rows.get(id);
  if (!cached) return loadMatch(id);
  return eventId === null || (cached.head.lastId ?? '') >= eventId ? cached : refreshMatch(cached);
}

/** Loads those matches into the cache that are missing or cached with another version. At most one query. */
export async function preloadMatches(wanted: readonly { id: string; version: number }[]): Promise<void> {
  const missing = wanted.filter(({ id, version }) => cache().rows.peek(id)?.version !== version).map(({ id }) => id);
  if (missing.length === 0) return;
  for (const row of await findMatches(missing)) cacheMatch(row);
}

/** Caches an active match; evicts one that is over. */
export function cacheMatch(row: MatchRow): void {
  if (row.status === 'active') cache().rows.set(row.id, row);
  else cache().rows.delete(row.id);
}

/** Caches a match that is over, with everything that its end has changed. */
export function keepMatch(row: MatchRow): void {
  cache().rows.set(row.id, row);
}

/** Removes a match from the cache, so that the next reader asks the database. */
export function evictMatch(id: string): void {
  cache().rows.delete(id);
}

/** Runs `work` while no other work of this process runs on the match. Other processes are excluded by its version. */
export function runExclusive<T>(id: string, work: () => Promise<T>): Promise<T> {
  return cache().mutex.run(id, work);
}

/** Matches by id, as the database has them. One query. */
export function readMatches(ids: readonly string[], on?: Queryable): Promise<MatchRow[]> {
  return findMatches(ids, on);
}

/**
 * A move of a seat that took effect, as the game took it: the input `n` of the match, or the last one of the seat. Null when
 * there is none. One index look-up.
 */
export function readMove(of: { matchId: string; seat: number; n?: number }): Promise<{ move: unknown } | null> {
  return findMove(of);
}

/** The results of a house bot in the last 200 finished matches of each game. One query. */
export function findBotRecord(of: { bot: HouseBot; gameIds: readonly string[] }): Promise<BotRecord[]> {
  return countBotResults({ names: seatNamesOf(of.bot), gameIds: of.gameIds });
}

/** Runs the statement of a match that is not cached once, so that a connection has it prepared. */
export async function prepareMatches(client: Queryable): Promise<void> {
  await findMatches([], client);
}

/** Makes a connection prepare and plan the statements of a commit. */
export async function prepareCommits(client: Queryable): Promise<void> {
  await prepareCommitStatements(client);
}
