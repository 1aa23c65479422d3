import { z } from 'zod';
import { defineTool, type OwnerOperation } from '@/lib/core/tool';
import { facetsSchema, listFilters, readFacets } from '@/lib/domain/catalog';

const { category, tag, search } = listFilters.shape;
const facetsQuery = z.strictObject({
  category,
  tag,
  search,
  tier: z.coerce.number().int().min(1).max(2).optional().describe('1: links, 2: playable'),
  listed: z.stringbool().default(true).describe('Only listed experiences; false shows unlisted ones too'),
  online_only: z.stringbool().optional().describe('Only experiences whose live status is online'),
  verified_only: z.stringbool().optional().describe('Only verified experiences'),
});

/** What everybody may read of the catalog beside its tools. */
export const CATALOG_OPERATIONS: OwnerOperation[] = [
  defineTool({
    name: 'get_catalog_facets',
    title: 'Count the experiences of each category, tag and tier',
    caller: 'anyone',
    rest: 'GET /catalog/facets',
    input: facetsQuery,
    output: facetsSchema,
    examples: [{}],
    run: (_context, query) => readFacets(query),
  }),
];
