import { LRUCache } from 'lru-cache';
import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { busHealthy, onBroadcast, onReconnect } from '@/lib/events';
import type { EntryRow } from './catalog.repo';
import { type EntryFilters, type PageStart, readPage, readPageStarts } from './catalog-pages.repo';

/** Entries between two anchors of an index: a page skips fewer. */
const STEP = 50;
const MAX_INDEXES = 200;
/** Of all indexes together, about 12 MB: callers choose the filters, and a large catalog has long indexes. */
const MAX_ANCHORS = 100_000;
/** An index is read again after this time, although no change was announced: rows may be written by other programs. */
const MAX_AGE_MS = 10_000;
const MAX_AGE_WITHOUT_BUS_MS = 1_000;
/** An index of this many entries is renewed after the answer, and at most this often; a shorter one is always current. */
const LONG_INDEX = 5_000;
const MIN_RENEWAL_MS = 1_000;

/** Where the pages of one set of filters begin. */
interface PageIndex {
  total: number;
  anchors: PageStart[];
  version: number;
  madeAtMs: number;
  renewal: Promise<PageIndex> | null;
}

type IndexCache = LRUCache<string, PageIndex | Promise<PageIndex>>;

interface PageCache {
  /** Raised by every change of the catalog. */
  version: number;
  /** By set of filters. */
  indexes: IndexCache;
}

/** An empty cache of indexes, by set of filters. */
export function makeIndexCache(): IndexCache {
  return new LRUCache({
    max: MAX_INDEXES,
    maxSize: MAX_ANCHORS,
    sizeCalculation: (index) => (index instanceof Promise ? 1 : Math.max(1, index.anchors.length)),
  });
}

function cache(): PageCache {
  return once('catalog.pages', () => {
    const made: PageCache = { version: 0, indexes: makeIndexCache() };
    const change = () => {
      made.version++;
    };
    onBroadcast('catalog', change);
    onReconnect(change);
    return made;
  });
}

function isCurrent(index: PageIndex, nowMs: number): boolean {
  const maxAgeMs = busHealthy() ? MAX_AGE_MS : MAX_AGE_WITHOUT_BUS_MS;
  return index.version === cache().version && nowMs - index.madeAtMs < maxAgeMs;
}

async function makeIndex(filters: EntryFilters): Promise<PageIndex> {
  const { version } = cache();
  const { total, anchors } = await readPageStarts(filters, STEP);
  return { total, anchors, version, madeAtMs: Date.now(), renewal: null };
}

function renew(key: string, filters: EntryFilters): Promise<PageIndex> {
  const making = makeIndex(filters);
  making.then(
    (index) => cache().indexes.set(key, index),
    () => undefined,
  );
  return making;
}

function renewLater(key: string, filters: EntryFilters, stale: PageIndex, nowMs: number): void {
  if (stale.renewal || nowMs - stale.madeAtMs < MIN_RENEWAL_MS) return;
  stale.renewal = renew(key, filters);
  stale.renewal.catch((error: unknown) => {
    stale.renewal = null;
    log.warn({ err: error }, 'could not renew an index of the catalog');
  });
}

async function pageIndex(filters: EntryFilters): Promise<PageIndex> {
  const { category, tag, tier, listed, online_only, verified_only } = filters;
  const key = JSON.stringify([category, tag, tier, listed, online_only === true, verified_only === true]);
  const { indexes } = cache();
  const cached = indexes.get(key);
  if (cached instanceof Promise) return cached;
  const nowMs = Date.now();
  if (cached && isCurrent(cached, nowMs)) return cached;
  if (cached && cached.total >= LONG_INDEX) {
    renewLater(key, filters, cached, nowMs);
    return cached;
  }
  const making = renew(key, filters);
  indexes.set(key, making);
  making.catch(() => indexes.peek(key) === making && indexes.delete(key));
  return making;
}

/**
 * A page of the catalog. However deep it is, it costs its own rows: an index has an anchor for every fiftieth entry, so
 * a page starts at a key and skips fewer than fifty rows. While the catalog does not change, pages neither repeat nor
 * leave out an entry.
 */
export async function catalogPage(
  filters: EntryFilters,
  start: number,
  limit: number,
): Promise<{ total: number; rows: EntryRow[] }> {
  const index = await pageIndex(filters);
  if (start > 0 && start >= index.total) return { total: index.total, rows: [] };
  const place = Math.floor(start / STEP);
  const anchor = place === 0 ? null : (index.anchors[place] ?? null);
  const rows = await readPage(filters, anchor, start - place * STEP, limit);
  return { total: index.total, rows };
}
