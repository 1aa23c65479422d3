import { findServerRow, listServerRows, type ServerRow } from './server-list.repo';

/** The MCP server of a verified experience, for editors that browse a registry. */
export type CatalogServer = ServerRow;

/**
 * A page of the MCP servers of verified experiences. `nextCursor` is null on the last page. One query.
 * @param page.after the cursor of the page before: the id of an experience
 */
export async function listServers(page: {
  after: string | null;
  search: string | null;
  limit: number;
}): Promise<{ servers: CatalogServer[]; nextCursor: string | null }> {
  const rows = await listServerRows(page);
  const servers = rows.slice(0, page.limit);
  return { servers, nextCursor: rows.length > page.limit ? (servers.at(-1)?.id ?? null) : null };
}

/** The server whose experience has an id that begins so; null without one. One query. */
export async function findServer(idStart: string): Promise<CatalogServer | null> {
  return findServerRow(idStart);
}
