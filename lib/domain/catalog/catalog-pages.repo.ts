import { escapeLike } from '@/lib/data/like';
import { sqlOnReplica } from '@/lib/data/replica';
import { ENTRY_COLUMNS, type EntryRow } from './catalog.repo';

/** Filters of a catalog page as SQL; `values` grows by what the text names. */
export interface EntryFilters {
  category?: string | undefined;
  tag?: string | undefined;
  tier?: number | undefined;
  listed: boolean;
  online_only?: boolean | undefined;
  verified_only?: boolean | undefined;
  /** Only those of which `playableNow` is true. */
  playable_only?: boolean | undefined;
}

/** `playableNow` as a condition, in the words of the partial index experiences_playable_page. */
const PLAYABLE = `(tier = 2 AND verification_status IN ('verified', 'connectivity_verified') AND live_status <> 'offline')`;

/** The filters as a condition. */
export function whereOf(filters: EntryFilters, values: unknown[]): string {
  const parts: string[] = ['hidden_at IS NULL'];
  const bind = (value: unknown) => `$${values.push(value)}`;
  if (filters.listed) parts.push('listed');
  if (filters.category !== undefined) parts.push(`category = ${bind(filters.category)}`);
  if (filters.tag !== undefined) parts.push(`tags @> ARRAY[${bind(filters.tag)}]::text[]`);
  if (filters.tier !== undefined) parts.push(`tier = ${bind(filters.tier)}`);
  if (filters.online_only) parts.push(`live_status = 'online'`);
  if (filters.verified_only) parts.push(`verification_status = 'verified'`);
  if (filters.playable_only) parts.push(PLAYABLE);
  return parts.length === 0 ? 'true' : parts.join(' AND ');
}

/** The condition that name or summary contain every word. */
export function matchesOf(words: readonly string[], values: unknown[]): string {
  return words.map((word) => `(name || ' ' || summary) ILIKE $${values.push(`%${escapeLike(word)}%`)}`).join(' AND ');
}

/** Where a page begins. */
export interface PageStart {
  rank: number;
  id: string;
}

/** Every `step`-th entry in catalog order, and how many there are: one pass over an index. */
export async function readPageStarts(
  filters: EntryFilters,
  step: number,
): Promise<{ total: number; anchors: PageStart[] }> {
  const values: unknown[] = [];
  const where = whereOf(filters, values);
  const rows = await sqlOnReplica<PageStart & { total: number }>(
    null,
    `SELECT rank, id, total FROM (
       SELECT rank, id, row_number() OVER (ORDER BY rank DESC, id DESC) AS n, count(*) OVER () AS total
       FROM experiences WHERE ${where}) AS numbered
     WHERE n % $${values.push(step)} = 1 ORDER BY n`,
    values,
  );
  return { total: rows[0]?.total ?? 0, anchors: rows.map(({ rank, id }) => ({ rank, id })) };
}

/** So many entries are sorted in less time than a walk through the catalog takes that looks for them. */
const FEW = 1_000;

/** `limit` entries in catalog order, `skip` after the anchor; from the start without one. `total` match the filters. */
export async function readPage(
  filters: EntryFilters,
  total: number,
  anchor: PageStart | null,
  skip: number,
  limit: number,
): Promise<EntryRow[]> {
  const values: unknown[] = [];
  const where = whereOf(filters, values);
  const from =
    anchor === null ? '' : `AND (rank, id) <= ($${values.push(anchor.rank)}, $${values.push(anchor.id)}::uuid)`;
  // One plan fits every category, but not every tag. The database does not know how rare a tag is and would look for its
  // entries in the order of the catalog, through all of it; OFFSET 0 makes it find them by the tag before it sorts them.
  const { listed, category, ...others } = filters;
  const isUniform = Object.values(others).every((filter) => filter === undefined || filter === false);
  const isRare = filters.tag !== undefined && total <= FEW;
  const entries = isRare
    ? `(SELECT * FROM experiences WHERE ${where} OFFSET 0) AS tagged WHERE true ${from}`
    : `experiences WHERE ${where} ${from}`;
  // PostgreSQL reads 63 characters of a name.
  const name = `catalog.page ${[listed && 'listed', category !== undefined && 'category', anchor && 'after'].filter(Boolean)}`;
  return sqlOnReplica<EntryRow>(
    isUniform ? name : null,
    `SELECT ${ENTRY_COLUMNS} FROM ${entries}
           ORDER BY rank DESC, id DESC OFFSET $${values.push(skip)} LIMIT $${values.push(limit)}`,
    values,
  );
}

/** How many entries match, and how many of them can be played now. */
export interface MatchCounts {
  all: number;
  playable: number;
}

/** A page of the entries that contain every word, and their numbers, in one statement over the trigram index. */
export async function searchPage(
  { playable_only, ...filters }: EntryFilters,
  words: readonly string[],
  skip: number,
  limit: number,
): Promise<{ counts: MatchCounts; rows: EntryRow[] }> {
  const values: unknown[] = [];
  const where = whereOf(filters, values);
  const matches = matchesOf(words, values);
  const rows = await sqlOnReplica<EntryRow & MatchCounts>(
    null,
    `WITH hits AS MATERIALIZED (
            SELECT id, rank, ${PLAYABLE} AS is_playable FROM experiences WHERE ${where} AND ${matches}),
          page AS (SELECT id, rank FROM hits ${playable_only ? 'WHERE is_playable' : ''} ORDER BY rank DESC, id DESC
                   OFFSET $${values.push(skip)} LIMIT $${values.push(limit)})
     SELECT (SELECT count(*) FROM hits) AS "all", (SELECT count(*) FROM hits WHERE is_playable) AS playable, ${ENTRY_COLUMNS.replace(/\w+/g, (column) => `e.${column}`)}
     FROM (SELECT 1) AS always LEFT JOIN page ON true LEFT JOIN experiences e ON e.id = page.id
     ORDER BY page.rank DESC, page.id DESC`,
    values,
  );
  const { all, playable } = rows[0] ?? { all: 0, playable: 0 };
  return { counts: { all, playable }, rows: rows.filter((row) => row.id !== null) };
}
