import { sql } from '@/lib/data/database';
import type { Row } from '@/lib/data/row';

/** An MCP server of a verified experience. */
export type ServerRow = Row<
  'Experience',
  'id' | 'name' | 'version' | 'summary' | 'homepage_url' | 'created_at' | 'updated_at'
> & { server_url: string };

/** Editors send no key of ours, so publishers often put one into the query of an address, which is for our calls alone then. */
const SERVERS = `SELECT id, name, version, summary, homepage_url, created_at, updated_at,
    manifest->'mcp'->>'server_url' AS server_url
  FROM experiences
  WHERE listed AND hidden_at IS NULL AND tier = 2 AND verification_status IN ('verified', 'connectivity_verified')
    AND strpos(manifest->'mcp'->>'server_url', '?') = 0`;

/** A page of the MCP servers of listed experiences that are verified, after an id; one more than the page. */
export async function listServerRows(page: {
  after: string | null;
  search: string | null;
  limit: number;
}): Promise<ServerRow[]> {
  return sql<ServerRow>(
    'catalog.servers',
    `${SERVERS} AND ($1::uuid IS NULL OR id > $1) AND ($2::text IS NULL OR strpos(lower(name), lower($2)) > 0)
     ORDER BY id LIMIT $3`,
    [page.after, page.search, page.limit + 1],
  );
}

/** The server of an experience by the first characters of its id, as names of servers have them; null without one. */
export async function findServerRow(idStart: string): Promise<ServerRow | null> {
  const rows = await sql<ServerRow>(
    'catalog.server',
    `${SERVERS} AND id BETWEEN ($1 || '-0000-0000-0000-000000000000')::uuid AND ($1 || '-ffff-ffff-ffff-ffffffffffff')::uuid
     ORDER BY id LIMIT 1`,
    [idStart],
  );
  return rows[0] ?? null;
}
