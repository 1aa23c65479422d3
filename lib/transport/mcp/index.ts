import { proceed } from '@/lib/core/deferred';
import { env } from '@/lib/core/env';
import { peerAddress } from '@/lib/domain/limits';
import { scopesOfToolsets } from '@/lib/tools/endpoints';
import { type Protected, withChallenge } from '@/lib/transport/http/challenge';
import { serveWeb } from '@/lib/transport/http/web';
import type { Served, WireRequest } from '@/lib/transport/http/wire';
import type { Lane } from '@/lib/transport/lane';
import { leagueSystemOf, serveLeague } from '@/lib/transport/league-rpc';
import { readEndpoint } from './endpoint';
import { closeLiveSessions } from './live-sessions';
import { addSdkToolset } from './sdk-toolsets';
import { refuseMcp, serveMcp } from './serve';
import { closeStatelessStreams } from './stateless';

/** Plain JSON-RPC to the league manager and the referee needs no handshake; everything else is MCP. */
async function serve(request: WireRequest): Promise<Served> {
  const system = leagueSystemOf(request);
  const served = await (system ? serveLeague(system, request) : serveMcp(request));
  return proceed(served, (answer) => withChallenge(request, answer, () => protectedBy(request)));
}

/** The endpoint as its 401 names it, with its query. The parser has escaped what could end the quotes of a header. */
function protectedBy({ url }: WireRequest): Protected {
  const endpoint = readEndpoint(url);
  if (!endpoint) return { path: '', scopes: [] };
  const { pathname, search } = new URL(url, 'http://localhost');
  return { path: pathname.replace(/\/$/, '') + search, scopes: scopesOfToolsets(endpoint.toolsets) };
}

export const mcpLane: Lane = { name: 'mcp', serve, refuse: refuseMcp };

/** `/mcp` and `/mcp/<toolset>`, for Next's route handlers. */
export function handleMcp(request: Request, address = peerAddress(request.headers)): Promise<Response> {
  return serveWeb(request, address, mcpLane);
}

/** Loads the toolsets that only the configuration asks for; call it at start, before the first request. */
export async function loadConfiguredToolsets(): Promise<void> {
  if (!env().CONFORMANCE_FIXTURES) return;
  const { conformanceToolset } = await import('./conformance');
  addSdkToolset(conformanceToolset);
}

/** Ends every open MCP stream of this process cleanly: clients continue elsewhere with their Last-Event-ID. */
export async function closeMcpStreams(): Promise<void> {
  await Promise.all([closeLiveSessions(), closeStatelessStreams()]);
}
