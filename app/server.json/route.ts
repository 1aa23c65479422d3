import { siteOrigin } from '@/app/origin';
import { ownServerJson } from '@/lib/transport/registry/server-json';

/** `server.json` of this instance for the public registry of MCP servers. */
export async function GET(): Promise<Response> {
  return Response.json(ownServerJson(await siteOrigin()));
}
