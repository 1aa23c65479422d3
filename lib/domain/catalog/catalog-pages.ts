import { once } from '@/lib/core/globals';
import { log } from '@/lib/core/log';
import { busHealthy, onBroadcast, onReconnect } from '@/lib/events';
import { type Anchor, type EntryFilters, type EntryRow, readAnchors, readPage } from './catalog.repo';

/** Entries between two remembered places of the catalog: what a page skips at most. */
const STEP = 50;
const MAX_INDEXES = 200;
/** However quiet the bus is, an index is not believed for longer: rows may have been written by others than us. */
const MAX_AGE_MS = 10_000;
const MAX_AGE_WITHOUT_BUS_MS = 1_000;
/** The index of so many entries is renewed behind the answer, and at most this often; a shorter one is always current. */
const LONG = 5_000;
const MIN_RENEWAL_MS = 1_000;

interface PageIndex {
  total: number;
  anchors: Anchor[];
  version: number;
  madeAtMs: number;
  renewal: Promise<PageIndex> | null;
}

interface Shelf {
  /** Raised by every change of the catalog. */
  version: number;
  /** By filter set, least recently used first. */
  indexes: Map<string, PageIndex | Promise<PageIndex>>;
}

function shelf(): Shelf {
  return once('catalog.pages', () => {
    const made: Shelf = { version: 0, indexes: new Map() };
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
  return index.version === shelf().version && nowMs - index.madeAtMs < maxAgeMs;
}

async function makeIndex(filters: EntryFilters): Promise<PageIndex> {
  const { version } = shelf();
  const { total, anchors } = await readAnchors(filters, STEP);
  return { total, anchors, version, madeAtMs: Date.now(), renewal: null };
}

function keep(key: string, index: PageIndex | Promise<PageIndex>): void {
  const { indexes } = shelf();
  indexes.delete(key);
  indexes.set(key, index);
  if (indexes.size > MAX_INDEXES) indexes.delete(indexes.keys().next().value as string);
}

/** Makes the index of a filter set once, however many ask at the same time. */
function renew(key: string, filters: EntryFilters): Promise<PageIndex> {
  const making = makeIndex(filters);
  making.then(
    (index) => keep(key, index),
    () => undefined,
  );
  return making;
}

function renewBehind(key: string, filters: EntryFilters, stale: PageIndex, nowMs: number): void {
  if (stale.renewal || nowMs - stale.madeAtMs < MIN_RENEWAL_MS) return;
  stale.renewal = renew(key, filters);
  stale.renewal.catch((error: unknown) => {
    stale.renewal = null;
    log.warn({ err: error }, 'the index of the catalog could not be renewed');
  });
}

async function pageIndex(filters: EntryFilters): Promise<PageIndex> {
  const { category, tag, tier, listed, online_only, verified_only } = filters;
  const key = JSON.stringify([category, tag, tier, listed, online_only === true, verified_only === true]);
  const { indexes } = shelf();
  const held = indexes.get(key);
  if (held instanceof Promise) return held;
  const nowMs = Date.now();
  if (held && isCurrent(held, nowMs)) {
    keep(key, held);
    return held;
  }
  if (held && held.total >= LONG) {
    renewBehind(key, filters, held, nowMs);
    return held;
  }
  const making = renew(key, filters);
  indexes.set(key, making);
  making.catch(() => indexes.get(key) === making && indexes.delete(key));
  return making;
}

/**
 * A page of the catalog at the cost of its own rows, however deep: every fiftieth place is remembered by filter set,
 * so a page starts at a key and skips fewer than fifty rows. While the catalog does not change, pages neither repeat
 * nor leave out an entry.
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
