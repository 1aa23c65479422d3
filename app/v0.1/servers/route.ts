import { siteOrigin } from '@/app/origin';
import { servePreflight, serveServers } from '@/lib/transport/registry';

/** The registry of MCP servers: a page of them. */
export const GET = async (request: Request): Promise<Response> => serveServers(request, await siteOrigin());
export const OPTIONS = servePreflight;
