import { sqlOnReplica } from '@/lib/data/replica';
import { type EntryFilters, matchesOf, whereOf } from './catalog-pages.repo';

/** Values of one facet that are answered. */
const MAX_VALUES = 50;

/** One value of a facet, and how many experiences have it. */
export interface FacetRow {
  facet: 'category' | 'tag' | 'tier' | 'verified' | 'online' | 'total';
  value: string;
  count: number;
}

/** The condition of the filters without those of one facet: a facet shows what else could be chosen. */
function without(filters: EntryFilters, names: readonly (keyof EntryFilters)[], values: unknown[]): string {
  const rest = Object.entries(filters).filter(
    ([name]) => name !== 'listed' && !names.includes(name as keyof EntryFilters),
  );
  return whereOf({ ...Object.fromEntries(rest), listed: false }, values);
}

/** Counts by facet of the experiences that match, each facet without its own filter: one pass over the matches. */
export async function readFacetRows(filters: EntryFilters, words: readonly string[]): Promise<FacetRow[]> {
  const values: unknown[] = [];
  const base = [
    filters.listed ? 'listed AND hidden_at IS NULL' : 'hidden_at IS NULL',
    ...(words.length > 0 ? [matchesOf(words, values)] : []),
  ];
  const limit = `$${values.push(MAX_VALUES)}`;
  const grouped = (facet: string, column: string, from: string, where: string) =>
    `(SELECT '${facet}' AS facet, ${column}::text AS value, count(*)::int AS count FROM ${from} WHERE ${where}
      GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT ${limit})`;
  const counted = (facet: string, condition: string, where: string) =>
    `SELECT '${facet}', 'true', count(*) FILTER (WHERE ${condition})::int FROM found WHERE ${where}`;
  const parts = [
    grouped('category', 'category', 'found', without(filters, ['category'], values)),
    grouped('tag', 'tag', 'found, unnest(tags) AS tag', without(filters, ['tag'], values)),
    grouped('tier', 'tier', 'found', without(filters, ['tier'], values)),
    counted('verified', "verification_status = 'verified'", without(filters, ['verified_only'], values)),
    counted('online', "live_status = 'online'", without(filters, ['online_only'], values)),
    counted('total', 'true', without(filters, [], values)),
  ];
  return sqlOnReplica<FacetRow>(
    null,
    `WITH found AS MATERIALIZED (
       SELECT category, tags, tier, verification_status, live_status, hidden_at FROM experiences WHERE ${base.join(' AND ')})
     ${parts.join(' UNION ALL ')}`,
    values,
  );
}
