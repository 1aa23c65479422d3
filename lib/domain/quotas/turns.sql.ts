import { readTurnCursor, writeTurnCursor } from '@/lib/core/page-cursor';

/** Who holds what the agents of one owner have, or those without an owner that one address registered. */
export const holderSql = (agent: string): string =>
  `COALESCE(${agent}.owner_id::text, ${agent}.registered_from, ${agent}.id::text)`;

/** What every row of a list in turn has. */
export interface TurnRow {
  id: string;
  turn: number;
  ord: number;
}

/**
 * SQL of a page of a public list in which owners take turns: the first of each owner, then the second of each, so that
 * nobody hides the others behind many of their own. Parameters from `$first`: `turnValues`.
 * @param rows SQL with the columns `id`, `agent_id`, `ord`, the order of one owner's rows as a bigint, and others; a row without an agent comes first
 */
export const inTurnSql = (rows: string, first: number): string => `SELECT t.* FROM (
    SELECT r.*, CASE WHEN r.agent_id IS NULL THEN 0 ELSE row_number() OVER (
      PARTITION BY COALESCE(${holderSql('a')}, r.agent_id::text) ORDER BY r.ord, r.id) END::int AS turn
    FROM (${rows}) r LEFT JOIN agents a ON a.id = r.agent_id) t
  WHERE $${first}::int IS NULL OR (t.turn, t.ord, t.id) > ($${first}::int, $${first + 1}::bigint, $${first + 2}::uuid)
  ORDER BY t.turn, t.ord, t.id LIMIT $${first + 3}::int`;

/** The time of a column as `ord`. */
export const ordOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/** Where a page begins and how long it is. */
export interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}

/** The parameters of `inTurnSql`: one row more than the page has. @throws VALIDATION_ERROR for a cursor of another list */
export function turnValues({ cursor, limit }: PageRequest): unknown[] {
  const { turn, ord, id } = cursor === undefined ? { turn: null, ord: null, id: null } : readTurnCursor(cursor);
  return [turn, ord, id, limit + 1];
}

/** The rows of a page, and the cursor of the next one; null on the last. */
export function toTurnPage<T extends TurnRow>(rows: T[], limit: number): { rows: T[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: last && rows.length > limit ? writeTurnCursor(last) : null };
}
