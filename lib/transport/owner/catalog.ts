import { z } from 'zod';
import { listFilters, readFacets } from '@/lib/domain/catalog';
import { anyone } from './callers';
import { defineRoute, type Route } from './route';

const { category, tag, search } = listFilters.shape;
const facetsQuery = z.strictObject({
  category,
  tag,
  search,
  tier: z.coerce.number().int().min(1).max(2).optional(),
  listed: z.stringbool().default(true),
  online_only: z.stringbool().optional(),
  verified_only: z.stringbool().optional(),
});

/** What everybody may read of the catalog beside its tools. */
export const CATALOG_ROUTES: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/catalog/facets',
    title: 'Count the experiences of each category, tag and tier',
    who: anyone,
    query: facetsQuery,
    run: ({ query }) => readFacets(query),
  }),
];
