import { z } from 'zod';
import type { ListFilters } from './catalog.schema';
import { catalogCache, type Entries, makeEntries } from './catalog-cache';
import { type FacetRow, readFacetRows } from './catalog-facets.repo';
import { keyOf } from './catalog-pages';
import { wordsOf } from './search-words';

/** Counting reads every matching row, which takes a large catalog some tenths of a second. */
const MIN_RENEWAL_MS = 10_000;
/** Of all cached facets together. */
const MAX_VALUES_CACHED = 20_000;

/** One value of a facet, and how many experiences have it. */
const facetValueSchema = z.strictObject({
  value: z.string().describe('The value of the filter'),
  count: z.int().describe('How many'),
});

/** What a browser of the catalog can choose next, in wire names; the most frequent values first, at most 50 of each. */
export const facetsSchema = z.strictObject({
  total: z.int().describe('Experiences that match all filters'),
  categories: z.array(facetValueSchema).describe('By category'),
  tags: z.array(facetValueSchema).describe('By tag'),
  tiers: z.array(facetValueSchema).describe('By tier'),
  verified: z.int().describe('How many are left with verified_only'),
  online: z.int().describe('How many are left with online_only'),
});
export type Facets = z.infer<typeof facetsSchema>;

const makeFacetCache = (): Entries<Facets> =>
  makeEntries({ maxSize: MAX_VALUES_CACHED, sizeOf: ({ categories, tags }) => categories.length + tags.length });

function toFacets(rows: readonly FacetRow[]): Facets {
  const valuesOf = (facet: FacetRow['facet']) =>
    rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }));
  const countOf = (facet: FacetRow['facet']) => valuesOf(facet)[0]?.count ?? 0;
  return {
    total: countOf('total'),
    categories: valuesOf('category'),
    tags: valuesOf('tag'),
    tiers: valuesOf('tier'),
    verified: countOf('verified'),
    online: countOf('online'),
  };
}

/**
 * How many experiences each category, tag and tier has under the other filters; with `playable_only` of those that can be
 * played now. Counted once for each set of filters and change of the catalog; in a large catalog the numbers may be ten
 * seconds old.
 */
export async function readFacets(
  filters: Omit<ListFilters, 'page' | 'limit'> & { playable_only?: boolean },
): Promise<Facets> {
  const { search, ...rest } = filters;
  const words = wordsOf(search);
  const cache = catalogCache('catalog.facets', { makeEntries: makeFacetCache, minRenewalMs: MIN_RENEWAL_MS });
  return cache.get(JSON.stringify([keyOf(rest), words]), async () => toFacets(await readFacetRows(rest, words)));
}
