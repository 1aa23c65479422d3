import { PEER_ADDRESS_HEADER } from '@/lib/domain/auth';
import { type Peer, serveWeb } from '@/lib/transport/http/web';
import { closeLiveSessions } from './live-sessions';
import { serveMcp } from './serve';
import { closeStatelessStreams } from './stateless';

/** `/mcp` and `/mcp/<toolset>`, for Next's route handlers. Our server notes the peer's address in a header. */
export function handleMcp(request: Request, extra: Peer = {}): Promise<Response> {
  return serveWeb(request, { address: request.headers.get(PEER_ADDRESS_HEADER) ?? undefined, ...extra }, serveMcp);
}

/** Ends every open MCP stream of this process cleanly: clients continue elsewhere with their Last-Event-ID. */
export async function closeMcpStreams(): Promise<void> {
  await Promise.all([closeLiveSessions(), closeStatelessStreams()]);
}
