import { siteOrigin } from '@/app/origin';
import { servePreflight, serveVersion } from '@/lib/transport/registry';

/** The registry of MCP servers: one server; `latest` is its version. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string; version: string }> }) {
  const { name, version } = await params;
  return serveVersion(await siteOrigin(), name, version);
}
export const OPTIONS = servePreflight;
