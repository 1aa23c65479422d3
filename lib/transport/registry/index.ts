import { type CatalogServer, findServer, listServers } from '@/lib/domain/catalog';
import { namespaceOf, ownServerJson, SERVER_JSON_SCHEMA, type ServerJson, serverJson } from './server-json';

// Botplay as a private registry: the reading part of the API v0.1 of the MCP registry, for editors.

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'cache-control': 'public, max-age=60',
};
const DEFAULT_LIMIT = 30;
const MAX_LIMIT = 100;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const META_KEY = 'io.modelcontextprotocol.registry/official';

interface Entry {
  server: ServerJson;
  _meta: Record<string, { status: 'active'; publishedAt: string; updatedAt: string; isLatest: true }>;
}

/** `GET /v0.1/servers`: this instance, then the servers of verified experiences, in pages. */
export async function serveServers(request: Request, origin: string): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const limit = Number(searchParams.get('limit') ?? DEFAULT_LIMIT);
  const cursor = searchParams.get('cursor') || null;
  if (!Number.isInteger(limit) || limit < 1) return refuse(400, `limit: must be 1 to ${MAX_LIMIT}`);
  if (cursor !== null && !UUID.test(cursor)) return refuse(400, 'cursor: must be nextCursor of an earlier answer');
  const search = searchParams.get('search')?.trim().slice(0, 200) || null;
  const page = await listServers({ after: cursor, search, limit: Math.min(limit, MAX_LIMIT) });
  const own = cursor === null && (search === null || 'botplay'.includes(search.toLowerCase()));
  const servers = [...(own ? [ownEntry(origin)] : []), ...page.servers.flatMap((row) => entryOf(row, origin) ?? [])];
  const { nextCursor } = page;
  return answer({ servers, metadata: { count: servers.length, ...(nextCursor ? { nextCursor } : {}) } });
}

/** `GET /v0.1/servers/{name}/versions/{version}`; there is one version of each, `latest`. */
export async function serveVersion(origin: string, name: string, version: string): Promise<Response> {
  const entry = await findEntry(decodeName(name), origin);
  if (!entry) return refuse(404, 'Server not found');
  return version === 'latest' || version === entry.server.version ? answer(entry) : refuse(404, 'Version not found');
}

/** The answer to a browser that asks what it may send. */
export const servePreflight = (): Response =>
  new Response(null, { status: 204, headers: { ...HEADERS, 'access-control-allow-methods': 'GET, OPTIONS' } });

const answer = (body: unknown): Response => Response.json(body, { headers: HEADERS });
const refuse = (status: number, detail: string): Response =>
  Response.json({ title: status === 404 ? 'Not Found' : 'Bad Request', status, detail }, { status, headers: HEADERS });

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function findEntry(name: string, origin: string): Promise<Entry | null> {
  const own = ownEntry(origin);
  if (name === own.server.name) return own;
  const idStart = /-([0-9a-f]{8})$/.exec(name)?.[1];
  const row = idStart === undefined ? null : await findServer(idStart);
  const entry = row && entryOf(row, origin);
  return entry?.server.name === name ? entry : null;
}

/** When this process began: its own entry is as new as that. */
const STARTED_AT = new Date();

const ownEntry = (origin: string): Entry => ({
  server: ownServerJson(origin),
  _meta: metaOf(STARTED_AT, STARTED_AT),
});

const metaOf = (publishedAt: Date, updatedAt: Date): Entry['_meta'] => ({
  [META_KEY]: {
    status: 'active',
    publishedAt: publishedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    isLatest: true,
  },
});

/** An experience as an entry; null where its texts do not fit a server.json. */
function entryOf(row: CatalogServer, origin: string): Entry | null {
  const slug =
    row.name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'experience';
  const parsed = serverJson.safeParse({
    $schema: SERVER_JSON_SCHEMA,
    name: `${namespaceOf(origin)}/${slug}-${row.id.slice(0, 8)}`,
    title: row.name.slice(0, 100),
    description: cut(row.summary || row.name),
    version: row.version,
    ...(row.homepage_url ? { websiteUrl: row.homepage_url } : {}),
    remotes: [{ type: 'streamable-http', url: row.server_url }],
  });
  return parsed.success ? { server: parsed.data, _meta: metaOf(row.created_at, row.updated_at) } : null;
}

/** A text of at most 100 characters, cut at a word. */
function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 100 ? line : `${line.slice(0, 99).replace(/\s\S*$/, '')}…`;
}
