import type { EntryRow } from './catalog.repo';
import { catalogCache, type Entries, makeEntries } from './catalog-cache';
import { type EntryFilters, type MatchCounts, type PageStart, readPage, readPageStarts } from './catalog-pages.repo';

/** Entries between two anchors of an index: a page skips fewer. */
const STEP = 50;
/** Of all indexes together, about 12 MB: callers choose the filters, and a large catalog has long indexes. */
const MAX_ANCHORS = 100_000;

const MIN_RENEWAL_MS = 1_000;

/** Where the pages of one set of filters begin. */
interface PageIndex {
  total: number;
  anchors: PageStart[];
}

/** An empty cache of indexes, by set of filters. */
export const makeIndexCache = (): Entries<PageIndex> =>
  makeEntries({ maxSize: MAX_ANCHORS, sizeOf: ({ anchors }) => anchors.length });

/** A set of filters as the key of a cache. */
export function keyOf(filters: EntryFilters): string {
  const { category, tag, tier, listed, online_only, verified_only, playable_only } = filters;
  return JSON.stringify([
    category,
    tag,
    tier,
    listed,
    online_only === true,
    verified_only === true,
    playable_only === true,
  ]);
}

function pageIndex(filters: EntryFilters): Promise<PageIndex> {
  const cache = catalogCache('catalog.pages', { makeEntries: makeIndexCache, minRenewalMs: MIN_RENEWAL_MS });
  return cache.get(keyOf(filters), () => readPageStarts(filters, STEP));
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
  const rows = await readPage(filters, index.total, anchor, start - place * STEP, limit);
  return { total: index.total, rows };
}

/** How many entries there are, and how many can be played now: the lengths of two indexes. */
export async function countEntries(filters: EntryFilters): Promise<MatchCounts> {
  const [all, playable] = await Promise.all([
    pageIndex({ ...filters, playable_only: false }),
    pageIndex({ ...filters, playable_only: true }),
  ]);
  return { all: all.total, playable: playable.total };
}
